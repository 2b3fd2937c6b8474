import ArgumentParser
import FetchKit

/// `boba undo`: takes changes back.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Takes the last changes back.", discussion: "Example: boba undo --steps 2")

  @OptionGroup var steps: StepOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.access.openToWrite()
    try steps.run("undone", nothing: "there is nothing to undo") { try store.undo() }
  }
}

/// `boba redo`: makes changes again that were taken back.
struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Makes changes again that were taken back.", discussion: "Example: boba redo")

  @OptionGroup var steps: StepOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.access.openToWrite()
    try steps.run("redone", nothing: "there is nothing to redo") { try store.redo() }
  }
}

/// How many steps, and how they are printed.
struct StepOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("How many changes.", valueName: "n")) var steps = 1
  @Option(name: .long, help: "text or json.") var format = TextFormat.text

  func validate() throws {
    if steps < 1 { throw ValidationError("--steps takes a number from 1, found \(steps)") }
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
      StandardError.print("'\(step.name)' is too large to be kept any longer: there is no way back")
    }
    StandardOutput.flush()
  }
}

/// Steps as JSON.
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
