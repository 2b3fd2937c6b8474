import ArgumentParser
import FetchKit
import Foundation

/// `boba backup FILE`.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    "backup", "Back up the store, even while it is in use.", usage: "<file>",
    example: "boba backup \"$HOME/venues-$(date +%F).sqlite\"")

  @Argument(help: "Output file; must not exist.", completion: .file())
  var file: String

  @Flag(name: .long, help: "Back up the store even if it is damaged.")
  var allowDamaged = false

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let stop = StopSignal()
    let store = try storeOptions.access.open()
    do {
      try stop.running {
        try store.backup(
          to: file, allowsDamage: allowDamaged, isCancelled: { stop.isReceived })
      }
    } catch let error as StoreError where error.code == .cannotWrite {
      throw Failure(.cannotCreate, error.message)
    } catch let error as StoreError where error.code == .corrupt {
      throw Failure(.failed, error.message, hint: Self.hint)
    }
  }

  private static let hint =
    "repair it with `boba doctor --repair`, or back it up as it is with --allow-damaged"
}
