import FetchKit

/// Runs a case; its keys determine its kind. A case that is not understood fails.
@MainActor
struct CaseRunner {
  let file: CaseFile

  func outcome(of json: JSON) async -> Outcome {
    do {
      try refuseSelectors(of: json)
      return try await run(json)
    } catch let error as CaseError {
      return .failed(
        got: "a case that is not understood: \(error.message)", expected: "a known one")
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

  private func run(_ json: JSON) async throws -> Outcome {
    let kind = try kind(of: json)
    let unknown = json.keys.subtracting(kind.keys).subtracting(CaseKind.notes).sorted()
    guard unknown.isEmpty else { throw CaseError("unknown keys \(unknown)") }
    if kind.needsExpectation, json["expect"] == nil { throw CaseError("there is no expect") }
    switch kind {
    case .results: return try await ResultsCase(json).outcome()
    case .expression: return try ExpressionCase(json).outcome()
    case .fetch: return try FetchCase(json, rows: rows(of: json)).outcome()
    case .null: return try NullCase(json, rows: rows(of: json)).outcome()
    case .filter: return try FilterCase(json, rows: rows(of: json)).outcome()
    case .evaluation: return try EvaluationCase(json).outcome()
    case .parse: return try ParseCase(json).outcome()
    }
  }

  private func kind(of json: JSON) throws(CaseError) -> CaseKind {
    if json["dialect"] != nil { return .results }
    if json["function"] != nil || json["set_operation"] != nil { return .expression }
    if json["result"] != nil { return .fetch }
    if json["memory_ids"] != nil || json["sqlite_ids"] != nil { return .null }
    if json["dataset"] != nil { return .filter }
    if json["object"] != nil { return try isExpression(json) ? .expression : .evaluation }
    if !CaseKind.checksOfParsing.isDisjoint(with: json.keys) { return .parse }
    if json["format"] != nil, json["expect"] != nil { return .expression }
    throw CaseError("no kind of case has the keys \(json.keys.sorted())")
  }

  /// Whether the format of a case with an object is an expression and no predicate, and is meant to be.
  private func isExpression(_ json: JSON) throws(CaseError) -> Bool {
    let written = try CasePredicate(json)
    guard json["expect"]?["error"] != "parse", (try? written.parsed()) == nil else { return false }
    return (try? FetchExpression(format: written.format, arguments: written.arguments)) != nil
  }

  private func rows(of json: JSON) throws(CaseError) -> [JSON] {
    if let name = json["dataset"]?.text { return try file.dataset(name) }
    guard let rows = json["rows"]?.elements ?? file.rows else {
      throw CaseError("there are no rows")
    }
    return rows
  }
}

/// What a case checks.
private enum CaseKind {
  case results, expression, fetch, null, filter, evaluation, parse

  /// Keys of any case that do not change what it checks.
  static let notes: Set<String> = [
    "id", "name", "title", "note", "notes", "origin", "source", "sources", "url", "tags", "why",
    "comment", "about", "evidence", "apple_evidence", "verified_on",
  ]

  static let checksOfParsing: Set<String> = [
    "tree", "printed", "same_as", "equal", "compare_with", "error", "expression_count",
  ]

  var keys: Set<String> {
    let format: Set<String> = ["format", "args", "vars"]
    switch self {
    case .results:
      return [
        "dialect", "sort", "section_key", "predicate", "args", "vars", "records", "new_records",
        "initial", "final", "changes", "events", "order", "counts", "expect",
      ]
    case .expression:
      return format.union([
        "object", "function", "arguments", "set_operation", "left", "right", "expect",
      ])
    case .fetch:
      return [
        "dataset", "rows", "predicate", "args", "vars", "sort", "offset", "limit", "distinct",
        "properties", "group_by", "groupBy", "group", "having", "result", "key", "expect",
        "unordered",
      ]
    case .null:
      return format.union(["rows", "memory_ids", "sqlite_ids", "sort", "plain_sql", "differs"])
    case .filter: return format.union(["dataset", "rows", "expect"])
    case .evaluation: return format.union(["object", "expect"])
    case .parse: return format.union(Self.checksOfParsing)
    }
  }

  var needsExpectation: Bool {
    switch self {
    case .expression, .fetch, .filter, .evaluation: true
    case .results, .null, .parse: false
    }
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
@MainActor
final class Report {
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var skipped = 0

  /// Runs the cases of a file and passes each line to `print`.
  func run(_ file: CaseFile, _ print: (String) -> Void) async {
    for (index, json) in file.cases.enumerated() {
      let id = json["id"]?.text ?? "\(index)"
      let outcome = await CaseRunner(file: file).outcome(of: json)
      count(outcome)
      print(outcome.line(for: "\(file.name):\(id)"))
    }
  }

  private func count(_ outcome: Outcome) {
    switch outcome {
    case .passed, .passedInMemory: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    }
  }

  /// `N passed, N failed, N skipped`.
  var summary: String { "\(passed) passed, \(failed) failed, \(skipped) skipped" }
}
