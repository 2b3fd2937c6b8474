import Foundation
import GRDB
import Testing

@testable import FetchKit

@Suite struct BackupTests {
  private static let entity = EntityDescription(
    name: "Thing", attributes: [AttributeDescription("name", .string)])
  private static let model = ManagedObjectModel(entities: [entity])

  private let files = FileManager.default
  private let folder = NSTemporaryDirectory() + UUID().uuidString

  init() throws { try files.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  private func fill(rows: Int = 2000) throws -> FetchStore {
    let store = try FetchStore(path: folder + "/live", model: Self.model, connections: .one)
    try store.write("Fill") { transaction in
      for row in 0..<rows {
        transaction.insert(.object(["name": .string("Thing \(row)")]), into: Self.entity)
      }
    }
    return store
  }

  private func count(_ store: FetchStore) throws -> Int {
    try store.count(FetchRequest<FetchValue>(entity: Self.entity))
  }

  private var others: [String] {
    get throws {
      try files.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix("live") }.sorted()
    }
  }

  @Test func `a backup is complete, private and alone`() throws {
    try fill().backup(to: folder + "/copy")
    #expect(try others == ["copy"])
    let attributes = try files.attributesOfItem(atPath: folder + "/copy")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try count(FetchStore(path: folder + "/copy", model: Self.model)) == 2000)
  }

  @Test func `planted files in the folder are left alone`() throws {
    try Data("precious".utf8).write(to: URL(filePath: folder + "/precious"))
    let link = folder + "/copy.unfinished"
    try files.createSymbolicLink(atPath: link, withDestinationPath: folder + "/precious")
    try fill().backup(to: folder + "/copy")
    #expect(try String(contentsOfFile: folder + "/precious", encoding: .utf8) == "precious")
    #expect(try files.destinationOfSymbolicLink(atPath: link) == folder + "/precious")
  }

  @Test func `an existing file, even a dangling link, is kept`() throws {
    let store = try fill(rows: 1)
    try Data("mine".utf8).write(to: URL(filePath: folder + "/copy"))
    try files.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: folder + "/nowhere")
    for name in ["copy", "link"] {
      #expect(
        StoreFailure { try store.backup(to: "\(folder)/\(name)") }
          == StoreFailure(.cannotWrite, "cannot back up to \(folder)/\(name): file exists"))
    }
    #expect(try String(contentsOfFile: folder + "/copy", encoding: .utf8) == "mine")
    #expect(try others == ["copy", "link"])
  }

  @Test func `a damaged store is backed up only when that is allowed`() throws {
    try damage(fill())
    let store = try FetchStore(path: folder + "/live", model: Self.model, connections: .one)
    let error = #expect(throws: StoreError.self) { try store.backup(to: folder + "/copy") }
    #expect(error?.code == .corrupt)
    let start = "cannot back up to \(folder)/copy: the store is damaged: "
    #expect(error?.message.hasPrefix(start) == true, "\(error?.message ?? "")")
    #expect(try others == [])
    try store.backup(to: folder + "/copy", allowsDamage: true)
    #expect(try others == ["copy"])
  }

  /// Overwrites the middle of a closed store.
  private func damage(_ store: FetchStore) throws {
    try store.database.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try store.database.close()
    let handle = try #require(FileHandle(forUpdatingAtPath: folder + "/live"))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: size / 2 / 4096 * 4096)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
    try handle.close()
  }

  @Test func `a canceled backup leaves nothing`() throws {
    let store = try fill()
    let error = #expect(throws: StoreError.self) {
      try store.backup(to: folder + "/copy", isCancelled: { true })
    }
    #expect(error?.code == .cancelled)
    #expect(try others == [])
  }

  @Test func `a folder that is missing is named with the reason`() throws {
    let store = try fill(rows: 1)
    let path = folder + "/none/copy"
    #expect(
      StoreFailure { try store.backup(to: path) }
        == StoreFailure(
          .cannotWrite, "cannot back up to \(path): no such file or directory"))
  }

  @Test(arguments: [
    (ResultCode.SQLITE_FULL, Int32(0), "no space left on device"),
    (.SQLITE_IOERR_WRITE, EFBIG, "file too large"), (.SQLITE_IOERR, 0, "disk I/O error"),
    (.SQLITE_BUSY, 0, "database is locked"),
  ])
  func `every failure of SQLite has a reason`(code: ResultCode, system: Int32, reason: String) {
    let fault = SQLiteFault(code: code.rawValue, text: nil, systemError: system)
    #expect(fault.reason.description == reason)
  }
}
