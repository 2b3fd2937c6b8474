import FetchKit

/// Runs a case; its keys determine its kind.
@MainActor
struct CaseRunner {
  let file: CaseFile

  func outcome(of json: JSON) -> Outcome {
    do {
      try refuseSelectors(of: json)
      return try run(json)
    } catch let error as CaseError {
      return .skipped(error.message)
    } catch let error as FetchPredicateError where error.namesSelector {
      return .skipped("an Objective-C selector: \(error.message)")
    } catch {
      return .failed(got: "the error \(error)", expected: "no error")
    }
  }

  /// Skips `FUNCTION` with Objective-C methods; FetchKit has only its own functions.
  private func refuseSelectors(of json: JSON) throws {
    guard let format = json["format"]?.text, format.uppercased().contains("FUNCTION("),
      json["error"] == nil, json["expect"]?["error"] == nil
    else { return }
    let written = try CasePredicate(json)
    do {
      _ = try FetchExpression(format: written.format, arguments: written.arguments)
    } catch let error where error.namesSelector {
      throw error
    } catch {}
  }

  private func run(_ json: JSON) throws -> Outcome {
    if json["dialect"] != nil { return try ResultsCase(json).outcome() }
    if json["function"] != nil || json["set_operation"] != nil {
      return try ExpressionCase(json).outcome()
    }
    if json["result"] != nil { return try FetchCase(json, rows: rows(of: json)).outcome() }
    if json["memory_ids"] != nil || json["sqlite_ids"] != nil {
      return try NullCase(json, rows: rows(of: json)).outcome()
    }
    if json["dataset"] != nil { return try FilterCase(json, rows: rows(of: json)).outcome() }
    if json["object"] != nil { return try EvaluationCase(json).outcome() }
    if !ParseCase.keys.isDisjoint(with: json.keys) { return try ParseCase(json).outcome() }
    if json["format"] != nil, json["expect"] != nil { return try ExpressionCase(json).outcome() }
    throw CaseError("no known kind of case has the keys \(json.keys.sorted())")
  }

  private func rows(of json: JSON) throws(CaseError) -> [JSON] {
    if let name = json["dataset"]?.text { return try file.dataset(name) }
    guard let rows = json["rows"]?.elements ?? file.rows else {
      throw CaseError("there are no rows")
    }
    return rows
  }
}

extension FetchPredicateError {
  /// Whether the error is about a function that `NSExpression` does not have.
  fileprivate var namesSelector: Bool {
    identifier == "predicate.unknownFunction"
  }
}

extension JSON {
  /// The keys of an object; empty for other values.
  var keys: Set<String> {
    guard case .object(let members) = self else { return [] }
    return Set(members.keys)
  }
}

/// The result of a case.
enum Outcome: Hashable {
  case passed
  /// Passed in memory; a store cannot hold the object or answer the predicate.
  case passedInMemory
  case failed(got: String, expected: String)
  case skipped(String)

  /// The line in the report.
  func line(for name: String) -> String {
    switch self {
    case .passed: "pass \(name)"
    case .passedInMemory: "pass \(name) (memory)"
    case .failed(let got, let expected): "fail \(name): got \(got), expected \(expected)"
    case .skipped(let why): "skip \(name): \(why)"
    }
  }

  /// Returns `passed` for equal texts.
  static func comparing(_ got: String, _ expected: String) -> Outcome {
    got == expected ? .passed : .failed(got: got, expected: expected)
  }
}

/// Runs case files and counts the outcomes.
struct Report {
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var skipped = 0

  /// Runs the cases of a file and passes each line to `print`.
  @MainActor
  mutating func run(_ file: CaseFile, _ print: (String) -> Void) {
    for (index, json) in file.cases.enumerated() {
      let id = json["id"]?.text ?? "\(index)"
      let outcome = CaseRunner(file: file).outcome(of: json)
      count(outcome)
      print(outcome.line(for: "\(file.name):\(id)"))
    }
  }

  private mutating func count(_ outcome: Outcome) {
    switch outcome {
    case .passed, .passedInMemory: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    }
  }

  /// `N passed, N failed, N skipped`.
  var summary: String { "\(passed) passed, \(failed) failed, \(skipped) skipped" }
}
