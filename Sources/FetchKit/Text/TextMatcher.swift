/// A comparison with a text that is the same for many rows, prepared once.
///
/// Texts of ASCII are compared where they are, others are folded to the stack first, so that
/// matching allocates nothing for texts of usual length.
struct TextMatcher: Sendable {
  /// The comparisons that need no regular expression.
  enum Kind: Hashable, Sendable, CaseIterable {
    case equals, contains, hasPrefix, hasSuffix, like
  }

  private enum Search {
    case plain(Kind, bytes: [UInt8], isASCII: Bool)
    case wildcards(WildcardPattern)
  }

  private let search: Search
  private let folding: TextFolding

  /// Prepares a pattern of bytes; an empty one is contained in no text, and begins and ends none.
  init(_ pattern: TextBytes, kind: Kind, options: TextOptions) {
    folding = TextFolding(options)
    search =
      if kind == .like {
        Self.wildcardSearch(WildcardPattern(pattern, folding: folding))
      } else {
        Self.plainSearch(kind, folding.fold(pattern))
      }
  }

  /// Prepares a pattern.
  init(_ pattern: String, kind: Kind, options: TextOptions) {
    self = pattern.withTextBytes { TextMatcher($0, kind: kind, options: options) }
  }

  private static func plainSearch(_ kind: Kind, _ bytes: [UInt8]) -> Search {
    .plain(kind, bytes: bytes, isASCII: bytes.allSatisfy { $0 < 0x80 })
  }

  private static func wildcardSearch(_ pattern: WildcardPattern) -> Search {
    guard let plain = pattern.plainSearch else { return .wildcards(pattern) }
    return plainSearch(plain.kind, plain.bytes)
  }

  /// Whether a text matches.
  func matches(_ text: String) -> Bool {
    text.withTextBytes(matches)
  }

  /// Whether a text matches.
  func matches(_ text: TextBytes) -> Bool {
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
  private func matches(
    _ text: TextBytes, _ kind: Kind, _ bytes: TextBytes, isASCII: Bool
  ) -> Bool {
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
