import ArgumentParser
import FetchKit
import Venues

/// `boba filters save NAME FILTER`.
struct SaveFilter: ParsableCommand {
  static let configuration = CommandConfiguration(
    "filters save", "Save a filter under a name.", usage: "<name> [<filter>]",
    example: "boba filters save cheap --price 1 --deals --sort distance")

  @Argument(help: "Name; an existing filter is replaced.") var name: String
  @OptionGroup(title: "Filter") var conditions: ConditionOptions
  @OptionGroup(visibility: .hidden) var uses: UseOptions
  @OptionGroup(title: "Sort") var order: SortOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    _ = try order.keys()
    let (name, predicate) = (try checkedName(), try conditions.template(without: uses))
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
