/// Runs case files and counts what became of the cases.
struct Report {
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var skipped = 0

  /// Runs the cases of a file and hands each line to `print`.
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
