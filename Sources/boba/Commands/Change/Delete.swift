import ArgumentParser
import FetchKit
import Venues

/// `boba delete FILTER`.
struct Delete: ParsableCommand {
  static let configuration = CommandConfiguration(
    "delete", "Delete matching venues.", usage: "(<filter> | --all) [--yes]",
    example: "boba delete --where 'closed == YES AND favorite == NO' --yes")

  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup var batch: BatchOptions
  @Option(name: .long, help: "Output format.") var format = TextFormat.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    try batch.checkFilter(isEmpty: filter.isEmpty)
    let query = try filter.query(storeOptions, seesClosed: filter.isEmpty)
    try TriggerTrust().check(query.store)
    try batch.confirm("delete", query)
    var request = BatchDeleteRequest(entity: query.entity, where: query.choices.predicate)
    let result = try batch.perform { allowsPermanent in
      request.allowsUnrestorable = allowsPermanent
      return try query.store.perform(request, name: "Delete venues")
    }
    result.print("deleted", format)
  }
}
