import Foundation
import Testing

@testable import ServerExample

struct ServerTests {
  @Test(.timeLimit(.minutes(5)), arguments: [nil, 1, 8])
  func `clients of two stores on one file never see a wrong sum or wait for each other forever`(
    threads: Int?
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try await Server(path: folder.appending(path: "bank.sqlite").path)
    let summary = try await server.run(
      clients: 50, operations: 400, on: threads.map { ThreadPool(threads: $0) })
    #expect(summary.done + summary.cancelled + summary.locked == 400)
    #expect(summary.done > 200)
  }
}
