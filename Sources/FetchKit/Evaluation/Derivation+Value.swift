internal import Collation

extension Derivation {
  /// Returns the value of the derived attribute for an object; null if all sources are.
  package func value(for object: some KeyPathReadable) -> FetchValue {
    switch self {
    case .foldedTexts(let keyPaths):
      let texts = keyPaths.flatMap { keyPath in
        let value = try? FetchExpression.keyPath(keyPath).value(with: object)
        return value?.texts ?? []
      }
      return texts.isEmpty ? .null : .string(TextFolding.forSearch(texts))
    }
  }
}

extension FetchValue {
  /// The string, or the strings of a list.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let elements): elements.compactMap(\.stringValue)
    case .null, .bool, .integer, .double, .date, .data, .object: []
    }
  }
}

extension TextFolding {
  /// Returns folded texts for searching, one per line.
  static func forSearch(_ texts: [String]) -> String {
    texts.map(\.foldedForSearch).joined(separator: "\n")
  }
}

extension String {
  /// The string without case and diacritics, as the store keeps it for searching.
  package var foldedForSearch: String {
    TextFolding([.caseInsensitive, .diacriticInsensitive]).folded(self)
  }
}
