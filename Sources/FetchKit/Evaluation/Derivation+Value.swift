internal import Collation

extension Derivation {
  /// Returns the value of the derived attribute for an object; null if all sources are.
  package func value(for object: some KeyPathReadable) -> FetchValue {
    let texts = sources.flatMap { keyPath in
      let value = (try? FetchExpression.keyPath(keyPath).value(with: object)) ?? .null
      return (value.listValue ?? [value]).compactMap(\.stringValue)
    }
    return texts.isEmpty
      ? .null : .string(texts.map(\.foldedForSearch).joined(separator: "\n"))
  }
}

extension String {
  /// The string without case and diacritics, as the store keeps it for searching.
  package var foldedForSearch: String {
    TextFolding([.caseInsensitive, .diacriticInsensitive]).folded(self)
  }
}
