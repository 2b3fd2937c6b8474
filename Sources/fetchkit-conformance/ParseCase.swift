import FetchKit

/// What a format text has to become.
struct ParseCase {
  static let keys: Set<String> = [
    "tree", "printed", "same_as", "equal", "compare_with", "error", "expression_count",
  ]

  private let json: JSON
  private let written: CasePredicate

  init(_ json: JSON) throws(CaseError) {
    self.json = json
    written = try CasePredicate(json)
  }

  func outcome() throws -> Outcome {
    let parsed: FetchPredicate
    do {
      parsed = try written.bound()
    } catch {
      return json["error"] != nil && json["error"] != .bool(false)
        ? .passed : .failed(got: "error: \(error.message)", expected: "a predicate")
    }
    if let error = json["error"], error != .bool(false) {
      return .failed(got: parsed.predicateFormat, expected: "an error")
    }
    for check in [tree, printed, sameAs, equality, count, reading] {
      let outcome = try check(parsed)
      if outcome != .passed { return outcome }
    }
    return .passed
  }

  private func tree(_ parsed: FetchPredicate) -> Outcome {
    guard let expected = json["tree"] else { return .passed }
    let got = TreeForm.json(parsed)
    return TreeForm.isSame(got, expected)
      ? .passed : .failed(got: "\(got)", expected: "\(expected)")
  }

  private func printed(_ parsed: FetchPredicate) -> Outcome {
    guard let expected = json["printed"]?.text else { return .passed }
    return .comparing(parsed.predicateFormat, expected)
  }

  private func sameAs(_ parsed: FetchPredicate) throws -> Outcome {
    guard let other = json["same_as"]?.text else { return .passed }
    return .comparing(
      "\(parsed == (try FetchPredicate(format: other, arguments: written.arguments)))", "true")
  }

  private func equality(_ parsed: FetchPredicate) throws -> Outcome {
    guard let other = json["compare_with"]?.text, let expected = json["equal"]?.flag else {
      return .passed
    }
    let isEqual = parsed == (try FetchPredicate(format: other, arguments: written.arguments))
    return .comparing("\(isEqual)", "\(expected)")
  }

  private func count(_ parsed: FetchPredicate) -> Outcome {
    guard let expected = json["expression_count"]?.integer else { return .passed }
    return .comparing("\(ExpressionCount.count(parsed))", "\(expected)")
  }

  /// What was printed is read again as the same predicate.
  private func reading(_ parsed: FetchPredicate) throws -> Outcome {
    let again = try FetchPredicate(format: parsed.predicateFormat)
    return .comparing(again.predicateFormat, parsed.predicateFormat)
  }
}
