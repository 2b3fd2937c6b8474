import Foundation
import Glibc

/// A program of the tests' own: its input comes from a file, its outputs go to files.
struct ChildProcess {
  let id: pid_t

  struct Failed: Error {
    let message: String
  }

  /// Starts a program in a folder; the standard streams are files, by descriptor.
  init(
    _ arguments: [String], environment: [String: String], folder: String,
    files: [(descriptor: Int32, path: String, flags: Int32)]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for file in files {
      posix_spawn_file_actions_addopen(&actions, file.descriptor, file.path, file.flags, 0o600)
    }
    Self.keepToOurselves
    id = try Self.spawn(
      ["/usr/bin/env", "-C", folder] + arguments, environment.map { "\($0)=\($1)" }, &actions)
  }

  /// A server that outlives its test must not hold the pipes of whoever runs the tests.
  private static let keepToOurselves: Void = {
    for descriptor in Int32(3)..<1024 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }()

  private static func spawn(
    _ arguments: [String], _ environment: [String], _ actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of the tests block signals, and a child would inherit that.
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, arguments[0], &actions, &attributes, words, variables)
    guard code == 0 else {
      throw Failed(message: "cannot start \(arguments[0]): \(String(cString: strerror(code)))")
    }
    return id
  }

  /// The exit status as in a shell; a program that does not end is killed.
  func end(within limit: Duration = .seconds(60)) async throws -> Int32 {
    let deadline = ContinuousClock.now + limit
    var status: Int32 = 0
    while waitpid(id, &status, WNOHANG) == 0 {
      if ContinuousClock.now > deadline { kill(id, SIGKILL) }
      try? await Task.sleep(for: .milliseconds(2))
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
