import ArgumentParser
import FetchKit
import Venues

/// `boba filters`: saved filters.
struct Filters: ParsableCommand {
  static let configuration = CommandConfiguration(
    "filters", "Manage saved filters.",
    example: "boba filters save near --where 'location.distance < $METERS'",
    subcommands: [ListFilters.self, SaveFilter.self, ShowFilter.self, DeleteFilter.self])
}

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

/// `boba filters save NAME FILTER`.
struct SaveFilter: ParsableCommand {
  static let configuration = CommandConfiguration(
    "filters save", "Save a filter under a name.", usage: "<name> [<filter>]",
    example: "boba filters save cheap --price 1 --deals --sort distance")

  @Argument(help: "Name; an existing filter is replaced.") var name: String
  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Sort") var order: SortOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    _ = try order.keys()
    let (name, predicate) = (try checkedName(), try filter.template())
    let store = try storeOptions.access.openToWrite()
    let isReplacing = try SavedFilter(name: name, predicate: predicate, sort: order.sort)
      .save(in: store)
    StandardError.print("\(isReplacing ? "replaced" : "saved") \(name)")
  }

  private func checkedName() throws -> String {
    guard !name.contains(where: \.isNewline) else {
      throw Failure.usage("the name of a filter is one line")
    }
    guard !name.allSatisfy(\.isWhitespace) else {
      throw Failure.usage("the name of a filter cannot be empty")
    }
    return name
  }
}

/// `boba filters show NAME`.
struct ShowFilter: ParsableCommand {
  static let configuration = CommandConfiguration(
    "filters show", "Show a saved filter.", usage: "<name>",
    example: "boba filters show cheap --format json")

  @Argument(help: "Name of the filter.", completion: .stored(.savedFilters)) var name: String
  @Option(name: .long, help: "Output format.") var format = TextFormat.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let filter = try SavedFilter.all(in: storeOptions.access.open()).named(name, code: .failed)
    switch format {
    case .text:
      StandardOutput.printText(filter.predicate)
      for key in filter.sort { StandardOutput.printText("sort \(key)") }
      for variable in filter.variables { StandardOutput.printText("variable $\(variable)") }
    case .json: StandardOutput.print(JSON.object(filter.members))
    }
  }
}

/// `boba filters delete NAME`.
struct DeleteFilter: ParsableCommand {
  static let configuration = CommandConfiguration(
    "filters delete", "Delete a saved filter.", usage: "<name>",
    example: "boba filters delete cheap")

  @Argument(help: "Name of the filter.", completion: .stored(.savedFilters)) var name: String
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.access.openToWrite()
    _ = try SavedFilter.all(in: store).named(name, code: .failed)
    _ = try SavedFilter.delete(name, from: store)
    StandardError.print("deleted \(name)")
  }
}

extension SavedFilter {
  fileprivate var members: [(String, FetchValue)] {
    [
      ("name", .string(name)), ("predicate", .string(predicate)),
      ("sort", .list(sort.map(FetchValue.string))),
      ("variables", .list(variables.map(FetchValue.string))),
    ]
  }
}
