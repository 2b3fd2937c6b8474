/// The result of a program.
struct Outcome: Equatable, CustomStringConvertible {
  /// The exit status; 128 and the signal's number for a program that a signal ended.
  var status: Int32 = 0
  var stdout = ""
  var stderr = ""

  /// Whether the program succeeded without messages.
  static func output(_ text: String) -> Outcome { Outcome(stdout: text) }

  /// The program said why it could not.
  static func failure(_ status: Int32, _ text: String) -> Outcome {
    Outcome(status: status, stderr: text)
  }

  var description: String { "status \(status)\nstdout:\n\(stdout)\nstderr:\n\(stderr)" }
}
