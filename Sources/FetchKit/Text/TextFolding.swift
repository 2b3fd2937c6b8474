/// Rewrites texts so that those which are equal under `[c]` and `[d]` become the same bytes.
///
/// `[c]` is Unicode's full case folding, locale-independent. `[d]` takes the marks from Latin, Greek
/// and Cyrillic letters ("ø", "ł" and "đ" are letters of their own and stay); voice marks of kana
/// and all marks of other scripts stay. Bytes that are no UTF-8 become U+FFFD, as in a `String`.
struct TextFolding: Sendable {
  /// Whether ASCII letters become small; other texts of ASCII never change.
  let lowersASCII: Bool

  /// What becomes of other scalars, nil when texts stay as they are.
  private let table: FoldingTable?

  /// Whether letters and marks written apart are joined before they are looked at.
  private let composes: Bool

  init(_ options: TextOptions) {
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

  /// Whether texts stay as they are.
  var isIdentity: Bool { table == nil }

  /// How much room `fold(_:into:)` needs: three bytes for each, and a last store of eight at once.
  static func maximumLength(for count: Int) -> Int { 3 * count + 8 }

  /// The folded text.
  func fold(_ text: TextBytes) -> [UInt8] {
    withFolded(text) { Array($0) }
  }

  /// The folded text.
  func fold(_ text: String) -> [UInt8] {
    text.withTextBytes(fold)
  }

  /// Calls `body` with the folded text, which lives on the stack when it is short.
  func withFolded<Result>(_ text: TextBytes, _ body: (TextBytes) -> Result) -> Result {
    if text.isASCII { return withFoldedASCII(text, body) }
    guard let table else { return body(text) }
    return withTemporaryBytes(Self.maximumLength(for: text.count)) { buffer in
      let count = fold(text, with: table, into: buffer)
      return body(TextBytes(rebasing: buffer[..<count]))
    }
  }

  private func withFoldedASCII<Result>(
    _ text: TextBytes, _ body: (TextBytes) -> Result
  ) -> Result {
    guard lowersASCII else { return body(text) }
    return withTemporaryBytes(text.count) { buffer in
      if let start = buffer.baseAddress { text.copyLowercasedASCII(to: start) }
      return body(TextBytes(rebasing: buffer[..<text.count]))
    }
  }

  private func fold(
    _ text: TextBytes, with table: FoldingTable, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
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
  /// The small letter of an ASCII capital; all other bytes stay.
  @inline(__always)
  var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
