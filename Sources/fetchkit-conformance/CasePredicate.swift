import FetchKit

/// The predicate of a case, with the values for its placeholders and variables.
struct CasePredicate {
  let format: String
  let arguments: [FetchExpression]
  let variables: [String: FetchExpression]

  /// Reads the members `format` (or `key`), `args` and `vars`.
  init(_ json: JSON, key: String = "format") throws(CaseError) {
    guard let format = json[key]?.text else { throw CaseError("there is no \(key)") }
    self.format = format
    var arguments: [FetchExpression] = []
    for argument in json["args"]?.elements ?? [] {
      arguments.append(try TypedValue.expression(argument))
    }
    self.arguments = arguments
    var variables: [String: FetchExpression] = [:]
    if case .object(let members) = json["vars"] {
      for (name, value) in members { variables[name] = try TypedValue.expression(value) }
    }
    self.variables = variables
  }

  /// The predicate as it is written.
  func parsed() throws(FetchPredicateError) -> FetchPredicate {
    try FetchPredicate(format: format, arguments: arguments)
  }

  /// The predicate with its variables replaced.
  func bound() throws(FetchPredicateError) -> FetchPredicate {
    try parsed().substituting(variables)
  }

  func evaluate(_ predicate: FetchPredicate, with object: Value) throws(FetchPredicateError) -> Bool
  {
    try predicate.evaluate(with: object, substituting: variables)
  }
}
