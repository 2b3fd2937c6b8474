import ArgumentParser
import FetchKit
import Foundation
import Venues

/// `boba restore FILE`.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    "restore", "Restore the store from a backup, even while it is in use.", usage: "<file>",
    discussion: """
      The current store is kept beside the restored one.
      """,
    example: "boba restore \"$HOME/venues-2024-05-01.sqlite\"")

  @Argument(help: "Backup file, created by `boba backup`.", completion: .file())
  var file: String

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let stop = StopSignal()
    let target = storeOptions.store ?? PathTable().store
    let isDefault = storeOptions.store == nil && !PathTable.isStoreNamed
    try storeOptions.access.prepareFolder()
    let previous = try stop.running { try restore(to: target, stop) }
    let count = try storeOptions.access.open().count(FetchRequest<Venue>())
    StandardOutput.print("\(Words.venues(count)) restored")
    if let previous {
      StandardOutput.printText("previous store kept as \(previous)")
    } else if !isDefault {
      StandardOutput.printText("new store: \(target)")
    }
  }

  private func restore(to target: String, _ stop: StopSignal) throws -> String? {
    do {
      return try FetchStore.restore(
        from: file, to: target, model: StoreAccess.model,
        isCancelled: { stop.isReceived },
        inspect: { try TriggerTrust().check($0, ofBackup: file) })
    } catch let error as StoreError where [.corrupt, .newerVersion].contains(error.code) {
      throw Failure(.badData, error.message)
    }
  }
}
