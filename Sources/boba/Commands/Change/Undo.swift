import ArgumentParser
import FetchKit

/// `boba undo`.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    "undo", "Undo the last change.", example: "boba undo --steps 2")

  @OptionGroup var steps: StepOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.access.openToWrite()
    try steps.run("undone", nothing: "nothing to undo") { try store.undo() }
  }
}

/// `boba redo`.
struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(
    "redo", "Redo the last undone change.", example: "boba redo")

  @OptionGroup var steps: StepOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.access.openToWrite()
    try steps.run("redone", nothing: "nothing to redo") { try store.redo() }
  }
}

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

/// `boba history`: the undo history.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    "history", "List changes to undo or redo, newest first.",
    example: "boba history --format json")

  @Option(name: .long, help: "Output format.") var format = TextFormat.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let steps = try storeOptions.access.open().history()
    switch format {
    case .text: printTable(steps)
    case .json: StepText.printJSON(steps)
    }
  }

  private func printTable(_ steps: [UndoStep]) {
    var printer = TablePrinter([
      RecordColumn(key: "step", title: "Step", isNumeric: true),
      RecordColumn(key: "name", title: "Change"), RecordColumn(key: "date", title: "Date"),
      RecordColumn(key: "count", title: "Venues", isNumeric: true),
      RecordColumn(key: "state", title: "State"),
    ])
    for step in steps {
      printer.print(values: [
        .integer(Int64(step.number)), .string(step.name), .date(step.date),
        .integer(Int64(step.count)), .string(state(step)),
      ])
    }
    printer.end()
  }

  private func state(_ step: UndoStep) -> String {
    if step.isUndone { return "undone" }
    return step.isRestorable ? "done" : "cannot be undone"
  }
}
