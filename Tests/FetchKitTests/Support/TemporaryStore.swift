import FetchKit
import Foundation

/// The path of a store in a folder of its own, which is deleted at the end.
final class TemporaryStore: Sendable {
  let path: String
  let folder: String

  init(name: String = "test.sqlite") throws {
    folder = NSTemporaryDirectory() + "fetchkit-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    path = folder + "/" + name
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func open(
    _ entities: EntityDescription..., connections: StoreConnections = .many
  ) throws -> FetchStore {
    try FetchStore(
      path: path, model: ManagedObjectModel(entities: entities), connections: connections)
  }
}
