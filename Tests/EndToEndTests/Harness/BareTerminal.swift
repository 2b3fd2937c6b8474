import Foundation
import Glibc

/// A terminal that only takes what a program sends, and answers as the test says.
final class BareTerminal {
  private let ours: Int32
  private let program: ChildProcess
  // TIOCSPTLCK and TIOCGPTN: Swift does not see macros that compute.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// The output of the program so far.
  private(set) var sent: [UInt8] = []

  /// Something that was waited for and never sent.
  struct NeverSent: Error {
    let what: String
    let sent: String
  }

  /// Starts the program in a terminal of 80 columns and 24 rows.
  init(_ sandbox: Sandbox, environment changes: [String: String?]) throws {
    ours = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number) = (Int32(0), Int32(0))
    guard ioctl(ours, Self.setLock, &lock) == 0, ioctl(ours, Self.getNumber, &number) == 0 else {
      throw ChildProcess.Failed(message: "cannot open a terminal")
    }
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(ours, UInt(TIOCSWINSZ), &size)
    let path = "/dev/pts/\(number)"
    program = try ChildProcess(
      [Program.path], environment: sandbox.changed(changes), folder: sandbox.folder,
      files: (0...2).map { ($0, path, O_RDWR | O_NOCTTY) })
    _ = fcntl(ours, F_SETFL, O_NONBLOCK)
  }

  deinit {
    kill(program.id, SIGKILL)
    close(ours)
  }

  /// Sends what a user types, or what a terminal answers.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(ours, bytes, bytes.count)
  }

  /// Waits until the program has sent a text.
  func until(sent text: String) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while true {
      let isLate = ContinuousClock.now > deadline
      takeBytes()
      let all = String(decoding: sent, as: UTF8.self)
      if all.contains(text) { return }
      if isLate { throw NeverSent(what: text, sent: all) }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits for the end of the program and returns its status.
  func end() async throws -> Int32 {
    let status = try await program.end(within: .seconds(20))
    takeBytes()
    return status
  }

  private func takeBytes() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(ours, &buffer, buffer.count), count > 0 {
      sent += buffer.prefix(count)
    }
  }
}
