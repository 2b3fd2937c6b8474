import FetchKit
import Foundation
import Testing
import Venues

@testable import boba

/// Exports of the finder to real files, given up before their end.
@Suite struct CanceledExportTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Starts an export of 200,000 venues and cancels it at the first progress report.
  private func stopExport(to name: String) async throws -> Result<Int, any Error> {
    _ = try await sandbox.run("count")
    _ = try await sandbox.sql(
      """
      DROP TRIGGER venue_insert_log;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO venue (id, name) SELECT 'v' || i, 'Venue ' || i FROM n;
      """)
    let store = try StoreAccess(path: sandbox.store).open()
    let request = FetchRequest<Venue>()
    let files = DiskFiles(access: StoreAccess(path: sandbox.store))
    let path = sandbox.folder + "/out/" + name
    let (stop, signal) = AsyncStream<Int>.makeStream()
    let export = Task {
      try await files.export(request, of: store, as: "json", to: path) { signal.yield($0) }
    }
    for await count in stop {
      #expect(count > 0 && count < 200_000)
      break
    }
    export.cancel()
    return await export.result
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.folder + "/out")
  }

  @Test func `a canceled export leaves no file and is reported`() async throws {
    try sandbox.makeFolder("out")
    let result = try await stopExport(to: "venues.json")
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(try names() == [])
  }

  @Test func `a canceled export keeps the previous file`() async throws {
    try sandbox.makeFolder("out")
    try sandbox.write("mine", to: "out/venues.json")
    let result = try await stopExport(to: "venues.json")
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(try names() == ["venues.json"])
    #expect(try sandbox.read("out/venues.json") == Data("mine".utf8))
  }
}
