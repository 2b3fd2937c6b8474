import ArgumentParser
import FetchKit
import Foundation
import Venues

/// `boba restore FILE`: the store as it was when it was backed up.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore the store from a backup, even while it is in use.",
    discussion: """
      The current store is kept as a backup beside the restored one.

      Example: boba restore "$HOME/venues-2024-05-01.sqlite"
      """)

  @Argument(help: "A file that `boba backup` made.", completion: .file())
  var file: String

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let stop = StopSignal()
    let target = storeOptions.store ?? PathTable().store
    try createFolder(of: target)
    let previous = try stop.running { try restore(to: target, stop) }
    let count = try storeOptions.access.open().count(FetchRequest<Venue>())
    StandardOutput.print("\(Words.venues(count)) restored")
    if let previous { StandardOutput.print("previous store kept as \(previous)") }
    StandardOutput.flush()
  }

  private func restore(to target: String, _ stop: StopSignal) throws -> String? {
    do {
      return try Store.restore(
        from: file, to: target, model: StoreAccess.model, isCancelled: { stop.isReceived })
    } catch let error as StoreError where [.corrupt, .newerVersion].contains(error.code) {
      throw Failure(.badData, error.message)
    }
  }

  private func createFolder(of path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(.cannotCreate, "cannot create the folder \(folder)")
    }
  }
}
