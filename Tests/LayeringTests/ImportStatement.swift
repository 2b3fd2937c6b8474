/// An import statement: the module, without an imported declaration.
struct ImportStatement: Equatable {
  let module: String
  /// 1-based.
  let line: Int

  /// Every import in code that is free of comments, under any attribute, access level and kind.
  static func all(in code: String) -> [ImportStatement] {
    code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { row in
      // Regexes are slow in a debug build, and hardly any line needs one.
      guard row.element.contains("import") else { return [] as [ImportStatement] }
      return row.element.split(separator: ";").compactMap { module(in: $0) }
        .map { ImportStatement(module: $0, line: row.offset + 1) }
    }
  }

  /// The grammar of one statement: `@preconcurrency internal import struct Module.Type`.
  private static func module(in statement: Substring) -> String? {
    let attribute = #/@\w+\s*(?:\([^)]*\)\s*)?/#
    let access = #/(?:public|package|internal|fileprivate|private)\s+/#
    let kind = #/(?:typealias|struct|class|enum|protocol|let|var|func)\s+/#
    var rest = statement.drop(while: \.isWhitespace)
    while let modifier = rest.prefixMatch(of: attribute) ?? rest.prefixMatch(of: access) {
      rest = rest[modifier.range.upperBound...]
    }
    guard let keyword = rest.prefixMatch(of: #/import\s+/#) else { return nil }
    rest = rest[keyword.range.upperBound...]
    if let kind = rest.prefixMatch(of: kind) { rest = rest[kind.range.upperBound...] }
    return rest.prefixMatch(of: #/`?(\w+)/#).map { String($0.1) }
  }
}
