import FetchKit

/// One predicate and one object.
struct EvaluationCase {
  private let predicate: CasePredicate
  private let object: JSON
  private let expected: String

  init(_ json: JSON) throws(CaseError) {
    predicate = try CasePredicate(json)
    object = json["object"] ?? .null
    expected = json["expect"]?["error"]?.text.map { "error: \($0)" } ?? "\(json["expect"] ?? .null)"
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

  /// What the store says, and what evaluating the row that it gives back says.
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
