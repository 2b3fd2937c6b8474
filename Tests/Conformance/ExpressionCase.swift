import FetchKit

/// An expression: a format string, a function with arguments, or an operation on two collections.
struct ExpressionCase {
  private let json: JSON

  init(_ json: JSON) { self.json = json }

  func outcome() throws -> Outcome {
    let expected = json["expect"] ?? .null
    do {
      let got = try value()
      return try Outcome(got, expected: expected)
    } catch let error as CaseError {
      throw error
    } catch let error as FetchPredicateError {
      return try failure(error, expected)
    }
  }

  private func failure(_ error: FetchPredicateError, _ expected: JSON) throws(CaseError) -> Outcome
  {
    try expected.checkErrorStage()
    let stage =
      switch error.stage {
      case .parse: json["format"] == nil ? "build" : "parse"
      case .check, .evaluate: "evaluate"
      }
    return expected["error"]?.text == stage
      ? .passedInMemory : .failed(got: "error: \(error.message)", expected: "\(expected)")
  }

  private func value() throws -> FetchValue {
    let object = try TypedValue.value(json["object"] ?? .null)
    if json["format"] != nil {
      let written = try CasePredicate(json)
      return try FetchExpression(format: written.format, arguments: written.arguments)
        .value(with: object, substituting: written.variables)
    }
    return try built().value(with: object)
  }

  private func built() throws -> FetchExpression {
    if let name = json["function"]?.text {
      var arguments: [FetchExpression] = []
      for argument in json["arguments"]?.elements ?? [] {
        arguments.append(try TypedValue.expression(argument))
      }
      return try FetchExpression(forFunction: name, arguments: arguments)
    }
    guard let operation = json["set_operation"]?.text.flatMap(SetOperation.init) else {
      throw CaseError("there is no such operation")
    }
    return .setOperation(
      operation, try TypedValue.expression(json["left"] ?? .null),
      try TypedValue.expression(json["right"] ?? .null))
  }
}

extension Outcome {
  /// Compares a value with the expected one; `{"$set": […]}` in any order.
  fileprivate init(_ got: FetchValue, expected: JSON) throws(CaseError) {
    if let range = (expected["range"] ?? expected["between"])?.elements, range.count == 2,
      let low = try TypedValue.value(range[0]).doubleValue,
      let high = try TypedValue.value(range[1]).doubleValue
    {
      let isInside = got.doubleValue.map { (low...high).contains($0) } ?? false
      self = isInside ? .passedInMemory : .failed(got: got.shown, expected: "\(expected)")
      return
    }
    try expected.checkErrorStage()
    let isKnown = expected["error"] == nil
    let value = isKnown ? try TypedValue.value(expected) : .null
    let isSame: Bool
    if case .list(let elements) = got, let set = expected["$set"]?.elements {
      isSame = Expectation.isSameSet(elements, try TypedValue.values(set))
    } else {
      isSame = isKnown && Expectation.isSame(got, value)
    }
    self = isSame ? .passedInMemory : .failed(got: got.shown, expected: "\(expected)")
  }
}

/// A predicate and an object.
struct EvaluationCase {
  private let predicate: CasePredicate
  private let object: JSON
  private let expected: String

  init(_ json: JSON) throws(CaseError) {
    predicate = try CasePredicate(json)
    object = json["object"] ?? .null
    let expected = json["expect"] ?? .null
    try expected.checkErrorStage()
    guard expected.flag != nil || expected["error"] != nil else {
      throw CaseError("a predicate is true, false or an error, not \(expected)")
    }
    self.expected = expected["error"]?.text.map { "error: \($0)" } ?? "\(expected)"
  }

  func outcome() throws -> Outcome {
    let got = try inMemory()
    guard got == expected else { return .failed(got: got, expected: expected) }
    guard let answers = try? answersOfStore() else { return .passedInMemory }
    for answer in answers where answer != expected {
      return .failed(got: "\(answer) from the store", expected: expected)
    }
    return .passed
  }

  private func inMemory() throws(CaseError) -> String {
    let value = try TypedValue.value(object)
    return answer { () throws(FetchPredicateError) in
      try predicate.evaluate(predicate.parsed(), with: value)
    }
  }

  /// The results in the store, and in memory with the fetched row.
  private func answersOfStore() throws -> [String] {
    guard let parsed = try? predicate.bound() else { return [expected] }
    let rows = try StoredRows([object], for: [parsed])
    let isRefusalExpected = expected == "error: evaluate"
    guard let found = try rows.matching(parsed) else {
      guard isRefusalExpected else { throw CaseError("the store refuses it") }
      return [expected]
    }
    let again = answer { () throws(FetchPredicateError) in
      try predicate.evaluate(predicate.parsed(), with: rows.rows[0])
    }
    return ["\(found.count == 1)", again]
  }

  private func answer(_ body: () throws(FetchPredicateError) -> Bool) -> String {
    do {
      return "\(try body())"
    } catch {
      switch error.stage {
      case .parse: return "error: parse"
      case .check, .evaluate: return "error: evaluate"
      }
    }
  }
}

extension JSON {
  /// Throws for an expected error without a known stage.
  func checkErrorStage() throws(CaseError) {
    guard let error = self["error"] else { return }
    guard keys == ["error"], let stage = error.text, ["parse", "build", "evaluate"].contains(stage)
    else { throw CaseError("there is no such error: \(self)") }
  }
}
