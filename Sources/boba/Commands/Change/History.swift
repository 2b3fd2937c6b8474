import ArgumentParser
import FetchKit

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
