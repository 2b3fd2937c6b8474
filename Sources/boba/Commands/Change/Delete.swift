import ArgumentParser
import FetchKit
import Venues

/// `boba delete FILTER`.
struct Delete: FilteringCommand {
  static let configuration = CommandConfiguration(
    "delete", "Delete matching venues.", usage: "(<filter> | --all) [--yes]",
    example: "boba delete --where 'closed == YES AND favorite == NO' --yes")

  @OptionGroup(title: "Filter") var conditions: ConditionOptions
  @OptionGroup(title: "Filter") var uses: UseOptions
  @OptionGroup var batch: BatchOptions
  @Option(name: .long, help: "Output format.") var format = TextFormat.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let query = try batch.query(filter, storeOptions, to: "delete")
    var request = BatchDeleteRequest(entity: query.entity, where: query.choices.predicate)
    let result = try batch.perform { allowsPermanent in
      request.allowsUnrestorable = allowsPermanent
      return try query.store.perform(request, name: "Delete venues")
    }
    result.print("deleted", format)
  }
}
