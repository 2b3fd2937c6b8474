import ArgumentParser
import FetchKit
import Foundation

/// `boba backup FILE`: a copy of the store.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies the store, also while it is in use.",
    discussion: "Example: boba backup \"$HOME/venues-$(date +%F).sqlite\"")

  @Argument(help: "The file to make; it must not be there yet.", completion: .file())
  var file: String

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.access.open()
    guard !FileManager.default.fileExists(atPath: file) else {
      throw Failure(.cannotCreate, "there is a file \(file) already")
    }
    do {
      try store.backup(to: file)
    } catch let error as StoreError {
      throw Failure(.cannotCreate, "cannot copy the store to \(file): \(error.message)")
    }
  }
}
