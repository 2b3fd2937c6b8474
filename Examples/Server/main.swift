import Foundation

// swift run ServerExample [SECONDS]: serves 50 clients for a minute.
// SERVER_OPERATIONS=N ends after N operations, SERVER_THREADS=N runs the clients on so many threads.
func setting(_ name: String) -> Int? {
  ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
}
let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 60
let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let server = try await Server(path: folder.appending(path: "bank.sqlite").path)
let operations = setting("SERVER_OPERATIONS")
let summary = try await server.run(
  clients: 50, operations: operations ?? .max,
  until: operations == nil ? ContinuousClock.now + .seconds(seconds) : nil,
  on: setting("SERVER_THREADS").map { ThreadPool(threads: max(1, $0)) })
print(
  "\(summary.done) operations, \(summary.cancelled) canceled, \(summary.locked) refused as locked")
