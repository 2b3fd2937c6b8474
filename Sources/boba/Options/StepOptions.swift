import ArgumentParser
import FetchKit

/// The options of `undo` and `redo`.
struct StepOptions: ParsableArguments {
  @Option("Number of changes.", value: "n") var steps = 1
  @Option(name: .long, help: "Output format.") var format = TextFormat.text

  func validate() throws {
    if steps < 1 { throw ValidationError("--steps takes a number, 1 or more, found \(steps)") }
  }

  func run(_ verb: String, nothing: String, _ move: () throws -> UndoStep?) throws {
    var moved: [UndoStep] = []
    while moved.count < steps, let step = try move() { moved.append(step) }
    guard !moved.isEmpty else { throw Failure(.failed, nothing) }
    switch format {
    case .text:
      for step in moved {
        StandardOutput.printText("\(verb): \(step.name) (\(Words.venues(step.count)))")
      }
    case .json: StepText.printJSON(moved)
    }
    for step in moved where !step.isRestorable {
      StandardError.print(
        "warning: '\(step.name)' is too large for the undo history and can no longer be restored")
    }
  }
}

/// Undo steps as JSON.
enum StepText {
  static func printJSON(_ steps: [UndoStep]) {
    let objects = steps.map { step in
      JSON.object([
        ("step", .integer(Int64(step.number))), ("name", .string(step.name)),
        ("date", .date(step.date)), ("count", .integer(Int64(step.count))),
        ("undone", .bool(step.isUndone)),
      ])
    }
    StandardOutput.print("[\(objects.joined(separator: ",\n "))]")
  }
}
