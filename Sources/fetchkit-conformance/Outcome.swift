/// What became of a case.
enum Outcome: Hashable {
  case passed
  /// Passed in memory; the store has no form for the object or the predicate.
  case passedInMemory
  case failed(got: String, expected: String)
  case skipped(String)

  /// The line that tells it.
  func line(for name: String) -> String {
    switch self {
    case .passed: "pass \(name)"
    case .passedInMemory: "pass \(name) (memory)"
    case .failed(let got, let expected): "fail \(name): got \(got), expected \(expected)"
    case .skipped(let why): "skip \(name): \(why)"
    }
  }

  /// Passed when the texts are the same.
  static func comparing(_ got: String, _ expected: String) -> Outcome {
    got == expected ? .passed : .failed(got: got, expected: expected)
  }
}
