import Foundation
import GRDB
import Testing

@testable import FetchKit

/// A read-only store is read in one state.
@Suite struct ReadOnlyStoreTests {
  private let file: TemporaryStore
  private let model = ManagedObjectModel(entities: [Album.entity])
  private var path: String { file.path }

  init() throws { file = try TemporaryStore(name: "albums.sqlite") }

  private func filled() throws -> FetchStore {
    let store = try FetchStore(path: path, model: model)
    try store.write("Add") { work in
      for number in 0..<500 { work.insert(Album("0", code: "\(number)")) }
    }
    return store
  }

  /// Rows as a reader without write permission sees them: of one title, as each change renames all.
  private func titles(_ reader: ReadOnlyConnection) throws -> Set<String> {
    try reader.read { try String.fetchSet($0, sql: "SELECT title FROM album") }
  }

  private func reader() throws -> ReadOnlyConnection {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { try SQLFunctions.register(on: $0) }
    return try ReadOnlyConnection(path: path, configuration, isFolderWritable: false)
  }

  @Test func `a reader without locks sees later writes of the owner`() throws {
    var store: FetchStore? = try filled()
    try store?.close()
    store = nil
    #expect(!FileManager.default.fileExists(atPath: path + "-shm"))
    let reader = try reader()
    #expect(try titles(reader) == ["0"])
    let owner = try FetchStore(path: path, model: model)
    try owner.write { try $0.execute(sql: "UPDATE album SET title = '1'") }
    #expect(try titles(reader) == ["1"])
    try owner.close()
    #expect(try titles(reader) == ["1"])
  }

  @Test func `rows of two moments are never mixed`() async throws {
    try filled().close()
    let reader = try reader()
    let (path, model) = (path, model)
    let writer = Task.detached {
      for number in 1...40 {
        let owner = try FetchStore(path: path, model: model)
        try owner.write {
          try $0.execute(sql: "UPDATE album SET title = ?", arguments: ["\(number)"])
        }
        try owner.close()
      }
    }
    var isBusy = 0
    for _ in 0..<300 {
      do {
        #expect(try titles(reader).count == 1)
      } catch let error as StoreError where error.code == .locked {
        isBusy += 1
      }
    }
    try await writer.value
    #expect(isBusy < 300)
    #expect(try titles(reader) == ["40"])
  }

  @Test func `streaming rows fails when the store changes meanwhile`() throws {
    try filled().close()
    let reader = try reader()
    #expect {
      try reader.read(retries: false) { database in
        let owner = try FetchStore(path: self.path, model: self.model)
        try owner.write { try $0.execute(sql: "UPDATE album SET title = '1'") }
        try owner.close()
        _ = try String.fetchAll(database, sql: "SELECT title FROM album")
      }
    } throws: {
      ($0 as? StoreError)?.code == .locked
    }
  }
}
