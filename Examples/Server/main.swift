import Foundation

// swift run ServerExample [SECONDS]: serves 50 clients for a minute.
let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 60
let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let server = try await Server(path: folder.appending(path: "bank.sqlite").path)
let summary = try await server.run(
  clients: 50, operations: .max, until: ContinuousClock.now + .seconds(seconds))
print(
  "\(summary.done) operations, \(summary.cancelled) canceled, \(summary.locked) refused as locked")
