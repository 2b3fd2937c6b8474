/// A LIKE pattern: `*` matches any run, `?` one Unicode scalar of the folded text, `\` escapes `*`, `?` and `\`.
///
/// `?` matches a scalar instead of a grapheme, because grapheme boundaries change between versions of Unicode.
/// "é" of two scalars is therefore matched by `?` only under `[d]`, which folds it to one.
struct WildcardPattern: Sendable {
  /// Bytes of the folded pattern, or one of the wildcards below.
  private let elements: [UInt16]
  private let ignoresCase: Bool

  private static let one: UInt16 = 256
  private static let any: UInt16 = 257

  init(_ pattern: TextBytes, folding: TextFolding) {
    var elements: [UInt16] = []
    var literal: [UInt8] = []
    func endLiteral() {
      elements += literal.withUnsafeBufferPointer(folding.fold).map(UInt16.init)
      literal.removeAll()
    }
    var index = 0
    while index < pattern.count {
      let byte = pattern[index]
      index += 1
      if byte == UInt8(ascii: "\\"), index < pattern.count, Self.isSpecial(pattern[index]) {
        literal.append(pattern[index])
        index += 1
      } else if byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") {
        endLiteral()
        elements.append(byte == UInt8(ascii: "?") ? Self.one : Self.any)
      } else {
        literal.append(byte)
      }
    }
    endLiteral()
    self.elements = elements
    ignoresCase = folding.lowersASCII
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\")
  }

  /// The equivalent search without wildcards; nil when there is none.
  var plainSearch: (kind: TextMatcher.Kind, bytes: [UInt8])? {
    let opens = elements.first == Self.any
    let inner = elements.dropFirst(opens ? 1 : 0)
    let closes = inner.last == Self.any
    let literal = inner.dropLast(closes ? 1 : 0)
    guard literal.allSatisfy({ $0 < Self.one }) else { return nil }
    if literal.isEmpty, opens || closes { return nil }
    let bytes = literal.map { UInt8($0) }
    return switch (opens, closes) {
    case (false, false): (.equals, bytes)
    case (false, true): (.hasPrefix, bytes)
    case (true, false): (.hasSuffix, bytes)
    case (true, true): (.contains, bytes)
    }
  }

  /// Whether the whole text, which is folded or ASCII, matches.
  ///
  /// - Complexity: O(*m* · *n*) in the lengths of the pattern and the text.
  func matches(_ text: TextBytes) -> Bool {
    var place = 0
    var element = 0
    var retry: (element: Int, place: Int)?
    while place < text.count || element < elements.count {
      if element < elements.count, elements[element] == Self.any {
        element += 1
        retry = (element, place)
      } else if let next = step(text, at: place, element) {
        element += 1
        place = next
      } else if let last = retry, last.place < text.count {
        place = last.place + text.decodeScalar(at: last.place).length
        element = last.element
        retry = (element, place)
      } else {
        return false
      }
    }
    return true
  }

  @inline(__always)
  private func step(_ text: TextBytes, at place: Int, _ element: Int) -> Int? {
    guard place < text.count, element < elements.count else { return nil }
    let expected = elements[element]
    if expected == Self.one { return place + text.decodeScalar(at: place).length }
    let byte = MaskedByte(UInt8(truncatingIfNeeded: expected), ignoresCase: ignoresCase)
    return byte.matches(text[place]) ? place + 1 : nil
  }
}
