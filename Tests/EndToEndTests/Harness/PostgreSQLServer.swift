import Foundation
import Glibc

/// A PostgreSQL server on a Unix socket, with an empty database, until it is released.
final class PostgreSQLServer: Sendable {
  private let folder: String
  /// The folder of initdb and pg_ctl.
  private let programs: String
  private let sandbox: Sandbox

  /// The folder of the newest installed server; nil without one.
  static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
      .map { "\(root)/\($0)/bin" }
      .last { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()

  static var isInstalled: Bool { programs != nil && Program.installed("psql") != nil }

  /// Starts a server.
  init(_ sandbox: Sandbox) async throws {
    programs = Self.programs ?? ""
    self.sandbox = sandbox
    folder = "\(NSTemporaryDirectory())boba-pg-\(UUID().uuidString.prefix(8))"
    // The server does not run as root.
    let user = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let started = try await sandbox.shell(
      """
      set -e; mkdir -m 700 \(folder); \(geteuid() == 0 ? "chown 65534:65534 \(folder);" : "") cd /
      \(user) \(programs)/initdb -D \(folder)/data -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync
      \(user) \(programs)/pg_ctl -D \(folder)/data -l \(folder)/log -w start \
      -o "-c listen_addresses= -c unix_socket_directories=\(folder) -c fsync=off" >/dev/null
      """)
    guard started.status == 0 else {
      throw ChildProcess.Failed(message: "cannot start PostgreSQL: \(started)")
    }
  }

  deinit {
    let stop = Process()
    stop.executableURL = URL(filePath: "/bin/sh")
    let process = "$(head -n 1 \(folder)/data/postmaster.pid)"
    stop.arguments = ["-c", "kill -QUIT \(process); rm -rf \(folder)"]
    try? stop.run()
    stop.waitUntilExit()
  }

  /// Runs statements and commands of psql in the folder of the sandbox.
  func run(_ script: String) async throws -> Outcome {
    try sandbox.write(script, to: "script.sql")
    return try await sandbox.shell(
      "psql -X -q -A -t -v ON_ERROR_STOP=1 -h \(folder) -U postgres -f script.sql "
        + "-F \(Self.separator) -P null=\(Self.null)")
  }

  /// What is between the cells of a row, and a cell that is NULL.
  static let separator = "'\u{1F}'"
  static let null = "'\u{1E}'"
}
