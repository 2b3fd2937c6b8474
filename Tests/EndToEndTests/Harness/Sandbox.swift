import Foundation
import Glibc
import Synchronization

/// A temporary home folder for the program.
final class Sandbox: Sendable {
  /// The home, which is also the folder that programs are started in.
  let folder: String

  private let runs = Atomic(0)
  private static let gate = Gate(width: 4)

  init() throws {
    var template = Array("\(NSTemporaryDirectory())boba-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ChildProcess.Failed(
        message: "cannot make a folder: \(String(cString: strerror(errno)))")
    }
    folder = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    try FileManager.default.createDirectory(
      atPath: folder + "/.runs", withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The environment of every program, independent of the machine.
  var environment: [String: String] {
    // Those of the sanitizers apply to the program, too.
    let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    let own = [
      "HOME": folder,
      "XDG_DATA_HOME": folder + "/data",
      "XDG_CONFIG_HOME": folder + "/config",
      "XDG_STATE_HOME": folder + "/state",
      "PATH": (Program.path as NSString).deletingLastPathComponent
        + ":/usr/local/bin:/usr/bin:/bin",
      "LANG": "C.UTF-8",
      "TERM": "xterm-256color",
      "TZ": "UTC",
    ]
    return own.merging(sanitizers) { own, _ in own }
  }

  /// The default store.
  var store: String { folder + "/data/boba/venues.sqlite" }

  /// Runs `boba` with arguments; a variable that is nil is not set.
  func run(
    _ arguments: String..., stdin: String? = nil, environment changes: [String: String?] = [:]
  ) async throws -> Outcome {
    try await run(arguments, stdin: stdin, environment: changes)
  }

  /// Runs `boba` with a list of arguments.
  func run(
    _ arguments: [String], stdin: String? = nil, environment changes: [String: String?] = [:]
  ) async throws -> Outcome {
    try await execute([Program.path] + arguments, stdin: stdin, environment: changes)
  }

  /// Runs a line of a shell; `boba` is on its path.
  func shell(_ line: String, environment changes: [String: String?] = [:]) async throws -> Outcome {
    try await execute(["/bin/sh", "-c", line], environment: changes)
  }

  /// Runs SQL with the `sqlite3` shell, as other programs see a store; the default one unless another is named.
  func sql(_ text: String, in store: String? = nil) async throws -> Outcome {
    try await execute(["/usr/bin/env", "sqlite3", store ?? self.store, text])
  }

  /// Runs a program by its path.
  func execute(
    _ arguments: [String], stdin: String? = nil, environment changes: [String: String?] = [:]
  ) async throws -> Outcome {
    await Self.gate.enter()
    defer { Self.gate.leave() }
    let base = folder + "/.runs/\(runs.add(1, ordering: .relaxed).newValue)"
    if let stdin { try Data(stdin.utf8).write(to: URL(filePath: base + ".in")) }
    let process = try ChildProcess(
      arguments, environment: changed(changes), folder: folder,
      files: [
        (0, stdin == nil ? "/dev/null" : base + ".in", O_RDONLY),
        (1, base + ".out", O_WRONLY | O_CREAT), (2, base + ".err", O_WRONLY | O_CREAT),
      ])
    return Outcome(
      status: try await process.end(), stdout: try text(base + ".out"),
      stderr: try text(base + ".err"))
  }

  /// The environment of a program with changes; a nil variable is not set.
  func changed(_ changes: [String: String?]) -> [String: String] {
    environment.merging(changes.compactMapValues { $0 }) { $1 }
      .filter { !changes.keys.contains($0.key) || changes[$0.key] != .some(nil) }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  /// Writes a file into the home.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
  }

  /// Creates a folder in the home folder, with its parents.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/" + name, withIntermediateDirectories: true)
  }

  /// Copies the bundled venues into the home.
  func copySeed(to name: String = "seed.json") throws {
    try FileManager.default.copyItem(
      atPath: Program.package + "/Resources/seed.json", toPath: folder + "/" + name)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + name)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder + "/" + name)
  }

  /// A file of the home.
  func read(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: folder + "/" + name))
  }
}
