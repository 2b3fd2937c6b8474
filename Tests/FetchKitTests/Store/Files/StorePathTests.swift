import Foundation
import GRDB
import Testing

@testable import FetchKit

/// A store is the file that its path leads to, as for SQLite.
@Suite struct StorePathTests {
  private let file: TemporaryStore
  private let link: String

  init() throws {
    file = try TemporaryStore(name: "albums.sqlite")
    link = file.folder + "/links/albums"
    try FileManager.default.createDirectory(
      atPath: file.folder + "/links", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../albums.sqlite")
  }

  private func open(_ path: String) throws -> FetchStore {
    try FetchStore(path: path, model: ManagedObjectModel(entities: [Album.entity]))
  }

  private func titles(_ store: FetchStore) throws -> [String] {
    try store.fetch(FetchRequest<Album>()).map(\.title)
  }

  @Test func `a link to a file that does not exist yet creates it`() throws {
    let store = try open(link)
    try store.write("Add") { $0.insert(Album("Blue", code: "1")) }
    #expect(store.path == file.path)
    try store.close()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../albums.sqlite")
    #expect(try titles(open(file.path)) == ["Blue"])
  }

  @Test func `a relative path is that of the folder in which the store was opened`() throws {
    let current = FileManager.default.currentDirectoryPath
    let up = String(repeating: "../", count: current.split(separator: "/").count)
    let store = try open(up + file.path.dropFirst())
    #expect(store.path == file.path)
    #expect(!store.isReplaced)
  }

  @Test(.timeLimit(.minutes(10))) func `commits of other programs are noticed through a link`()
    async throws
  {
    let owner = try open(file.path)
    var counts = try open(link).counts(of: FetchRequest<Album>()).makeAsyncIterator()
    #expect(try await counts.next() == 0)
    let other = try DatabaseQueue(path: file.path)
    try await other.write {
      try $0.execute(sql: "INSERT INTO album (title, code) VALUES ('A', '1')")
    }
    #expect(try await counts.next() == 1)
    _ = owner
  }

  @Test func `a backup is restored through a link with what is only in its log`() throws {
    let store = try open(file.path)
    try store.write("Add") { $0.insert(Album("Blue", code: "1")) }
    let target = file.folder + "/restored.sqlite"
    try FetchStore.restore(from: link, to: target, model: store.model)
    #expect(try titles(open(target)) == ["Blue"])
  }

  @Test func `a link that leads to another file is a replaced store`() throws {
    let store = try open(link)
    try store.write("Add") { $0.insert(Album("Blue", code: "1")) }
    let other = file.folder + "/other.sqlite"
    try open(other).close()
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
    #expect(store.isReplaced)
    #expect(throws: StoreError.self) { try store.write("Add") { $0.insert(Album("X", code: "2")) } }
  }
}
