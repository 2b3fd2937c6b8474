/// A comparison of many texts with one pattern, prepared once.
///
/// ASCII texts are compared in place, others are folded on the stack first, so matching texts of usual length
/// allocates nothing.
package struct TextMatcher: Sendable {
  /// The comparisons that need no regular expression.
  package enum Kind: Hashable, Sendable, CaseIterable {
    case equals, contains, hasPrefix, hasSuffix, like
  }

  private enum Search {
    case plain(Kind, bytes: [UInt8], isASCII: Bool)
    case wildcards(WildcardPattern)
  }

  private let search: Search
  private let folding: TextFolding

  /// Prepares a pattern; an empty one matches no text as a part, prefix or suffix.
  package init(_ pattern: TextBytes, kind: Kind, options: TextOptions) {
    folding = TextFolding(options)
    search =
      if kind == .like {
        Self.wildcardSearch(WildcardPattern(pattern, folding: folding))
      } else {
        Self.plainSearch(kind, folding.fold(pattern))
      }
  }

  package init(_ pattern: String, kind: Kind, options: TextOptions) {
    self = pattern.withTextBytes { TextMatcher($0, kind: kind, options: options) }
  }

  private static func plainSearch(_ kind: Kind, _ bytes: [UInt8]) -> Search {
    .plain(kind, bytes: bytes, isASCII: bytes.allSatisfy { $0 < 0x80 })
  }

  private static func wildcardSearch(_ pattern: WildcardPattern) -> Search {
    guard let plain = pattern.plainSearch else { return .wildcards(pattern) }
    return plainSearch(plain.kind, plain.bytes)
  }

  package func matches(_ text: String) -> Bool {
    text.withTextBytes(matches)
  }

  package func matches(_ text: TextBytes) -> Bool {
    switch search {
    case .plain(let kind, let bytes, let isASCII):
      bytes.withUnsafeBufferPointer {
        matches(text, kind, $0, isASCII: isASCII)
      }
    case .wildcards(let pattern):
      if folding.isIdentity || text.isASCII {
        pattern.matches(text)
      } else {
        folding.withFolded(text, pattern.matches)
      }
    }
  }

  @inline(__always)
  private func matches(_ text: TextBytes, _ kind: Kind, _ bytes: TextBytes, isASCII: Bool) -> Bool {
    let pattern = BytePattern(bytes: bytes, ignoresCase: folding.lowersASCII)
    if folding.isIdentity { return kind.matches(text, pattern) }
    if text.isASCII { return isASCII && kind.matches(text, pattern) }
    return folding.withFolded(text) { kind.matches($0, pattern) }
  }
}

extension TextMatcher.Kind {
  /// Whether a text that is folded, or ASCII, matches.
  @inline(__always)
  fileprivate func matches(_ text: TextBytes, _ pattern: BytePattern) -> Bool {
    switch self {
    case .contains: pattern.occurs(in: text)
    case .hasPrefix: pattern.begins(text)
    case .hasSuffix: pattern.ends(text)
    case .equals, .like: pattern.equals(text)
    }
  }
}
