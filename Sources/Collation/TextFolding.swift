/// Case and diacritic folding: texts that are equal under `[c]` and `[d]` fold to the same bytes.
///
/// `[c]` is Unicode's full, locale-independent case folding. `[d]` removes the diacritics of Latin, Greek
/// and Cyrillic letters; "ø", "ł" and "đ" are letters and stay, as do the voiced sound marks of kana
/// and all marks of other scripts. Invalid UTF-8 becomes U+FFFD, as in a `String`.
@usableFromInline
package struct TextFolding: Sendable {
  /// Whether ASCII letters become lowercase, the only change to ASCII text.
  @usableFromInline
  package let lowersASCII: Bool

  /// The folding of other scalars; nil when texts do not change.
  private let table: FoldingTable?

  /// Whether decomposed kana and Hangul are composed.
  private let composes: Bool

  package init(_ options: TextOptions) {
    let ignored = options.contains(.normalized) ? [] : options
    lowersASCII = ignored.contains(.caseInsensitive)
    composes = ignored.contains(.diacriticInsensitive)
    table =
      switch (lowersASCII, composes) {
      case (false, false): nil
      case (true, false): .caseless
      case (false, true): .markless
      case (true, true): .both
      }
  }

  @usableFromInline
  package var isIdentity: Bool { table == nil }

  /// The buffer size for folding: three bytes for each, and eight for the last store.
  @inlinable
  package static func maximumLength(for count: Int) -> Int { 3 * count + 8 }

  package func fold(_ text: TextBytes) -> [UInt8] {
    withFolded(text) { Array($0) }
  }

  package func folded(_ text: String) -> String {
    text.withTextBytes { withFolded($0) { String(decoding: $0, as: UTF8.self) } }
  }

  /// Calls `body` with the folded text, which lives on the stack when it is short.
  @inlinable
  package func withFolded<Result>(_ text: TextBytes, _ body: (TextBytes) -> Result) -> Result {
    let isASCII = text.isASCII
    if isASCII ? !lowersASCII : isIdentity { return body(text) }
    let room = isASCII ? text.count : Self.maximumLength(for: text.count)
    return withTemporaryBytes(room) { buffer in
      let count = fold(text, isASCII: isASCII, into: buffer)
      return body(TextBytes(rebasing: buffer[..<count]))
    }
  }

  /// Writes the folded text to memory that is large enough and returns its length.
  @usableFromInline
  package func fold(
    _ text: TextBytes, isASCII: Bool, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    if isASCII {
      text.copyLowercasedASCII(to: start)
      return text.count
    }
    guard let table else { return 0 }
    var output = FoldedOutput(start: start)
    var index = 0
    while index < text.count {
      index &+= output.appendASCIIBlocks(of: text, from: index, lowering: lowersASCII)
      guard index < text.count else { break }
      let byte = text[index]
      if byte < 0x80 {
        output.append(ascii: lowersASCII ? byte.lowercasedASCII : byte)
        index &+= 1
      } else {
        let scalar = text.decodeScalar(at: index)
        output.append(scalar.value, table: table, composing: composes)
        index &+= scalar.length
      }
    }
    return output.count
  }
}

extension UInt8 {
  /// The byte in lowercase when it is an ASCII capital.
  @inline(__always)
  var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

/// A buffer that folded text is appended to.
struct FoldedOutput {
  private let start: UnsafeMutablePointer<UInt8>

  private(set) var count = 0

  /// The last scalar if it may compose with the next one, else 0.
  private var previous: UInt32 = 0

  /// Writes to memory with room for `TextFolding.maximumLength(for:)` bytes.
  init(start: UnsafeMutablePointer<UInt8>) {
    self.start = start
  }

  @inline(__always)
  mutating func append(ascii byte: UInt8) {
    start[count] = byte
    count &+= 1
    previous = 0
  }

  /// Copies sixteen bytes of ASCII at a time and returns how many were copied.
  @inline(__always)
  mutating func appendASCIIBlocks(of text: TextBytes, from index: Int, lowering: Bool) -> Int {
    guard index &+ 16 <= text.count, let base = text.baseAddress else { return 0 }
    let bytes = UnsafeRawPointer(base)
    var place = index
    while place &+ 16 <= text.count {
      let block = bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      guard block.isASCII else { break }
      let lowered = lowering ? block.lowercasedASCII : block
      UnsafeMutableRawPointer(start + count).storeBytes(of: lowered, as: SIMD16<UInt8>.self)
      count &+= 16
      place &+= 16
    }
    if place > index { previous = 0 }
    return place &- index
  }

  @inline(__always)
  mutating func append(_ scalar: UInt32, table: FoldingTable, composing: Bool) {
    let folded = table[scalar]
    if folded != .unchanged {
      folded.store(to: start + count)
      count &+= folded.count
      previous = folded.count == 0 ? previous : 0
    } else if composing, let composed = CanonicalComposition.compose(previous, scalar) {
      count &-= 3
      append(unchanged: composed)
    } else {
      append(unchanged: scalar)
    }
  }

  /// Writes the UTF-8 of a scalar above ASCII.
  @inline(__always)
  private mutating func append(unchanged scalar: UInt32) {
    previous = scalar
    switch scalar {
    case ..<0x800: start[count] = UInt8(0xC0 | scalar >> 6)
    case ..<0x10000:
      start[count] = UInt8(0xE0 | scalar >> 12)
      append(continuation: scalar >> 6)
    default:
      start[count] = UInt8(0xF0 | scalar >> 18)
      append(continuation: scalar >> 12)
      append(continuation: scalar >> 6)
    }
    append(continuation: scalar)
    count &+= 1
  }

  @inline(__always)
  private mutating func append(continuation bits: UInt32) {
    count &+= 1
    start[count] = UInt8(0x80 | bits & 0x3F)
  }
}
