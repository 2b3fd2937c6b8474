/// The natural order of names: ignores case and diacritics, sorts "ø" as "o" and the like, compares runs
/// of digits by value and other characters by code point, and breaks ties by the original code points.
///
/// Texts are stored with a sort key, a text without NUL whose bytes have this order, so an SQLite index
/// with the collation BINARY sorts them. The key is the folded text, 0x01, and the original text:
///
/// * A run of digits is its length without leading zeros followed by the digits: "2" is `1` `2`,
///   "10" is `2` `10`, "0" is `0`. A length of nine or more is `9`, the number of digits of the length,
///   and the length. Lengths begin with a digit, so numbers sort among characters as digits do.
/// * U+0000, U+0001 and U+0002 are 0x02 followed by 0x01, 0x02 and 0x03.
/// * Invalid UTF-8 is U+FFFD.
@usableFromInline
package enum NaturalOrder {
  /// The version of the keys: stores with keys of another version rebuild them.
  package static let version = 2

  /// Calls `body` with the UTF-8 sort key of a text, which lives on the stack when it is short.
  @inlinable
  package static func withKey<Result>(of text: TextBytes, _ body: (TextBytes) -> Result) -> Result {
    withTemporaryBytes(maximumLength(for: text.count)) { buffer in
      let count = writeKey(of: text, to: buffer)
      return body(TextBytes(rebasing: buffer[..<count]))
    }
  }

  /// Each half of a key takes at most three bytes for one of the text.
  @inlinable
  package static func maximumLength(for count: Int) -> Int { 6 * count + 1 }

  /// Writes the key of a text to memory of `maximumLength(for:)` bytes and returns its length.
  @usableFromInline
  package static func writeKey(
    of text: TextBytes, to buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var writer = NaturalKeyWriter(buffer)
    writer.appendFolded(text)
    writer.append(0x01)
    writer.appendOriginal(text)
    return writer.bytes.count
  }

  /// -1, 0 or 1: the order of two texts, where "Café 02" and "cafe 2" are the same.
  package static func compareIgnoringTies(_ left: TextBytes, _ right: TextBytes) -> Int {
    withFoldedKey(of: left) { left in withFoldedKey(of: right) { left.compare(to: $0) } }
  }

  private static func withFoldedKey<Result>(
    of text: TextBytes, _ body: (TextBytes) -> Result
  ) -> Result {
    withTemporaryBytes(maximumLength(for: text.count)) { buffer in
      var writer = NaturalKeyWriter(buffer)
      writer.appendFolded(text)
      return body(writer.bytes)
    }
  }

  /// Returns the first character of a section name as one capital letter with its marks; "" for an empty name.
  package static func indexTitle(of name: String) -> String {
    guard let first = name.first else { return "" }
    return first.uppercased().first.map { String($0) } ?? ""
  }
}

/// Writes the parts of a sort key of `NaturalOrder` to a buffer that is large enough.
struct NaturalKeyWriter {
  private static let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])
  private static let escape: UInt8 = 0x02

  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  var bytes: TextBytes { TextBytes(rebasing: buffer[..<count]) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    buffer[count] = byte
    count &+= 1
  }

  /// Appends the folded text, which is compared first.
  mutating func appendFolded(_ text: TextBytes) {
    if text.isASCII { return appendASCII(text) }
    let written = self
    self = Self.folding.withFolded(text) { folded in
      var writer = written
      writer.appendScalars(folded)
      return writer
    }
  }

  /// Appends the original text, which breaks ties.
  mutating func appendOriginal(_ text: TextBytes) {
    if text.allSatisfy({ $0 > Self.escape && $0 < 0x80 }) { return append(contentsOf: text) }
    var index = 0
    while index < text.count {
      let scalar = text.decodeScalar(at: index)
      append(scalar, of: text, at: index)
      index &+= scalar.length
    }
  }

  private mutating func appendASCII(_ text: TextBytes) {
    var index = 0
    while index < text.count {
      if appendPlainBlock(of: text, at: index) {
        index &+= 16
      } else {
        index = appendASCII(text, from: index, to: min(index &+ 16, text.count))
      }
    }
  }

  /// Appends sixteen bytes at once; false when fewer are left or some need escaping.
  @inline(__always)
  private mutating func appendPlainBlock(of text: TextBytes, at index: Int) -> Bool {
    guard index &+ 16 <= text.count, let base = text.baseAddress, let output = buffer.baseAddress
    else { return false }
    let bytes = UnsafeRawPointer(base)
    let block = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    guard !block.hasDigit, !block.hasByte(upTo: Self.escape) else { return false }
    UnsafeMutableRawPointer(output + count).storeBytes(
      of: block.lowercasedASCII, as: SIMD16<UInt8>.self)
    count &+= 16
    return true
  }

  /// Appends part of a text, extended to the end of a number, and returns where it stopped.
  private mutating func appendASCII(_ text: TextBytes, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let byte = text[index]
      if byte &- 0x30 < 10 {
        index = appendNumber(text, at: index)
      } else {
        append(ascii: byte.lowercasedASCII)
        index &+= 1
      }
    }
    return index
  }

  private mutating func appendScalars(_ text: TextBytes) {
    var index = 0
    while index < text.count {
      let scalar = text.decodeScalar(at: index)
      if Self.digit(scalar.value) != nil {
        index = appendNumber(text, at: index)
        continue
      }
      if let letters = Self.plainLetters(scalar.value) {
        append(contentsOf: TextBytes(start: letters.utf8Start, count: letters.utf8CodeUnitCount))
      } else {
        append(scalar, of: text, at: index)
      }
      index &+= scalar.length
    }
  }

  /// The letters that a folded Latin letter without a decomposition is sorted as; nil for all others.
  private static func plainLetters(_ scalar: UInt32) -> StaticString? {
    guard (0xE6...0x180).contains(scalar) else { return nil }
    switch Unicode.Scalar(scalar) {
    case "æ": return "ae"
    case "đ", "ð": return "d"
    case "ħ": return "h"
    case "ı": return "i"
    case "ł": return "l"
    case "ø": return "o"
    case "œ": return "oe"
    case "þ": return "th"
    case "ŧ": return "t"
    case "ƀ": return "b"
    default: return nil
    }
  }

  /// Appends the run of digits at an index and returns its end.
  private mutating func appendNumber(_ text: TextBytes, at start: Int) -> Int {
    var length = 0
    let end = Self.forEachDigit(of: text, from: start) { digit in
      if length > 0 || digit > 0 { length &+= 1 }
    }
    appendLength(length)
    var skipsZeros = true
    _ = Self.forEachDigit(of: text, from: start) { digit in
      if digit > 0 { skipsZeros = false }
      if !skipsZeros { append(0x30 &+ digit) }
    }
    return end
  }

  private mutating func appendLength(_ length: Int) {
    guard length > 8 else { return append(0x30 &+ UInt8(length)) }
    let digits = String(length).utf8
    append(0x39)
    append(0x30 &+ UInt8(digits.count))
    digits.forEach { append($0) }
  }

  @inline(__always)
  private static func forEachDigit(
    of text: TextBytes, from start: Int, _ body: (UInt8) -> Void
  ) -> Int {
    var index = start
    while index < text.count {
      let scalar = text.decodeScalar(at: index)
      guard let digit = digit(scalar.value) else { break }
      body(digit)
      index &+= scalar.length
    }
    return index
  }

  @inline(__always)
  private static func digit(_ scalar: UInt32) -> UInt8? {
    if scalar < 0x80 { return scalar &- 0x30 < 10 ? UInt8(scalar &- 0x30) : nil }
    return DecimalDigits.value(of: scalar)
  }

  @inline(__always)
  private mutating func append(ascii byte: UInt8) {
    if byte > Self.escape { return append(byte) }
    append(Self.escape)
    append(byte &+ 1)
  }

  @inline(__always)
  private mutating func append(_ scalar: DecodedScalar, of text: TextBytes, at index: Int) {
    if scalar.value < 0x80 {
      append(ascii: UInt8(scalar.value))
    } else if scalar.value == DecodedScalar.replacement {
      for byte: UInt8 in [0xEF, 0xBF, 0xBD] { append(byte) }
    } else {
      for offset in 0..<scalar.length { append(text[index &+ offset]) }
    }
  }

  private mutating func append(contentsOf text: TextBytes) {
    guard !text.isEmpty else { return }
    _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: text)
    count &+= text.count
  }
}

enum DecimalDigits {
  private static let blockBits: UInt32 = 6

  /// Whether each block of 64 scalars contains digits, a fast path for Han and Hangul.
  private static let blocksWithDigits: [Bool] = {
    let last = UnicodeTables.decimalZeros.last ?? 0
    var blocks = Array(repeating: false, count: Int((last + 9) >> blockBits) + 1)
    for zero in UnicodeTables.decimalZeros {
      blocks[Int(zero >> blockBits)] = true
      blocks[Int((zero + 9) >> blockBits)] = true
    }
    return blocks
  }()

  /// The value 0 to 9 of a digit outside ASCII, nil for all other scalars.
  static func value(of scalar: UInt32) -> UInt8? {
    let block = Int(scalar >> blockBits)
    guard block < blocksWithDigits.count, blocksWithDigits[block] else { return nil }
    return search(scalar)
  }

  private static func search(_ scalar: UInt32) -> UInt8? {
    let zeros = UnicodeTables.decimalZeros
    let next = zeros.partitioningIndex { $0 > scalar }
    guard next > 0, scalar - zeros[next - 1] < 10 else { return nil }
    return UInt8(scalar - zeros[next - 1])
  }
}
