import ArgumentParser
import FetchKit
import Venues

/// `boba filters list`.
struct ListFilters: ParsableCommand {
  static let configuration = CommandConfiguration(
    "filters list", "List saved filters.", example: "boba filters list --format json")

  @Option(name: .long, help: "Output format.") var format = TextFormat.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let filters = try SavedFilter.all(in: storeOptions.access.open())
    switch format {
    case .text: printTable(filters)
    case .json:
      let objects = filters.map { JSON.object($0.members) }
      StandardOutput.print("[\(objects.joined(separator: ",\n "))]")
    }
  }

  private func printTable(_ filters: [SavedFilter]) {
    var printer = TablePrinter([
      RecordColumn(key: "name", title: "Name"), RecordColumn(key: "predicate", title: "Predicate"),
      RecordColumn(key: "sort", title: "Sort"),
    ])
    for filter in filters {
      printer.print(values: [
        .string(filter.name), .string(filter.predicate),
        .string(filter.sort.joined(separator: ", ")),
      ])
    }
    printer.end()
  }
}

extension SavedFilter {
  var members: [(String, FetchValue)] {
    [
      ("name", .string(name)), ("predicate", .string(predicate)),
      ("sort", .list(sort.map(FetchValue.string))),
      ("variables", .list(variables.map(FetchValue.string))),
    ]
  }
}
