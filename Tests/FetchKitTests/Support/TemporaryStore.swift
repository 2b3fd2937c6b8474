import FetchKit
import Foundation

/// The path of a store in a folder of its own, which is deleted at the end.
final class TemporaryStore: Sendable {
  let path: String
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "test.sqlite").path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func open(
    _ entities: EntityDescription..., connections: StoreConnections = .many
  ) throws -> FetchStore {
    try FetchStore(
      path: path, model: ManagedObjectModel(entities: entities), connections: connections)
  }
}
