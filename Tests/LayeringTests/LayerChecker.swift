/// Holds sources against a table of import rules.
struct LayerChecker {
  let rules: [ImportRule]

  /// Every place in the file, named from the root of the package, that breaks the rules.
  func violations(in source: String, file: String) -> [Violation] {
    guard let rule = rules.first(where: { file.hasPrefix($0.folder + "/") }) else {
      return [Violation(file: file, line: 1, reason: "its module has no row in the import table")]
    }
    let text = SourceText(source)
    let path = String(file.dropFirst(rule.folder.count + 1))
    let imports = ImportStatement.all(in: text.code).compactMap { statement in
      reasonAgainst(statement.module, at: path, by: rule)
        .map { Violation(file: file, line: statement.line, reason: $0) }
    }
    let statements = rule.writesSQL ? [] : text.literals.filter(Self.isSQL)
    return imports
      + statements.map {
        Violation(file: file, line: $0.line, reason: "\(rule.module) may not hold SQL text")
      }
  }

  /// Why the module may not be imported there; nil when it may.
  private func reasonAgainst(_ module: String, at path: String, by rule: ImportRule) -> String? {
    if let place = rule.confined[module] {
      return place.contains(path)
        ? nil : "\(rule.module) may import \(module) only in \(place.folder)/"
    }
    return rule.imports.contains(module) ? nil : "\(rule.module) may not import \(module)"
  }

  /// Whether the literal starts as a statement of SQL does; titles such as "Delete" do not.
  private static func isSQL(_ literal: SourceText.Literal) -> Bool {
    let statement = #/\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|DROP|ALTER)\b/#
    return literal.text.prefixMatch(of: statement) != nil
  }
}
