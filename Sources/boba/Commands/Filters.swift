import ArgumentParser
import FetchKit
import Venues

/// `boba filters`: filters that are kept under a name.
struct Filters: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filters",
    abstract: "Keeps filters under names.",
    discussion: "Example: boba filters save near --where 'location.distance < $METERS'",
    subcommands: [ListFilters.self, SaveFilter.self, ShowFilter.self, DeleteFilter.self])
}

/// `boba filters list`.
struct ListFilters: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Prints the saved filters.",
    discussion: "Example: boba filters list --format json")

  @Option(name: .long, help: "text or json.") var format = TextFormat.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let filters = try SavedFilter.all(in: storeOptions.access.open())
    switch format {
    case .text: printTable(filters)
    case .json:
      let objects = filters.map { JSON.object($0.members) }
      StandardOutput.print("[\(objects.joined(separator: ",\n "))]")
    }
    StandardOutput.flush()
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
    commandName: "save", abstract: "Keeps a filter under a name.",
    discussion: "Example: boba filters save cheap --price 1 --deals --sort distance")

  @Argument(help: "The name; a filter that has it already is replaced.") var name: String
  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: SortOptions
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
    let name = name.filter { !$0.isNewline }
    guard !name.allSatisfy(\.isWhitespace) else { throw Failure.usage("a filter needs a name") }
    return name
  }
}

/// `boba filters show NAME`.
struct ShowFilter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Prints a saved filter.",
    discussion: "Example: boba filters show cheap --format json")

  @Argument(help: "The name.", completion: .stored(.savedFilters)) var name: String
  @Option(name: .long, help: "text or json.") var format = TextFormat.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let filter = try SavedFilter.all(in: storeOptions.access.open()).existing(name)
    switch format {
    case .text:
      StandardOutput.printText(filter.predicate)
      for key in filter.sort { StandardOutput.printText("sort \(key)") }
      for variable in filter.variables { StandardOutput.printText("variable $\(variable)") }
    case .json: StandardOutput.print(JSON.object(filter.members))
    }
    StandardOutput.flush()
  }
}

/// `boba filters delete NAME`.
struct DeleteFilter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Forgets a saved filter.",
    discussion: "Example: boba filters delete cheap")

  @Argument(help: "The name.", completion: .stored(.savedFilters)) var name: String
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.access.openToWrite()
    _ = try SavedFilter.all(in: store).existing(name)
    _ = try SavedFilter.delete(name, from: store)
    StandardError.print("deleted \(name)")
  }
}

extension [SavedFilter] {
  /// The filter that a command is about: unlike one of an option, its absence is no wrong usage.
  fileprivate func existing(_ name: String) throws -> SavedFilter {
    guard let filter = first(where: { $0.name == name }) else {
      throw Failure(.failed, "there is no saved filter '\(name)'")
    }
    return filter
  }
}

extension SavedFilter {
  fileprivate var members: [(String, Value)] {
    [
      ("name", .string(name)), ("predicate", .string(predicate)),
      ("sort", .list(sort.map(Value.string))),
      ("variables", .list(variables.map(Value.string))),
    ]
  }
}
