import ArgumentParser
import FetchKit
import Foundation

/// SIGINT, SIGTERM and SIGHUP, handled by a command that cleans up before it exits.
///
/// A second signal exits immediately.
final class StopSignal: Sendable {
  private let received = Protected<Int32?>(nil)

  init() { Signals.handle([SIGINT, SIGTERM, SIGHUP], with: note) }

  /// Whether the command should stop.
  var isReceived: Bool { received.withLock { $0 != nil } }

  /// Runs cancelable work on the store; exits with the code of the signal that canceled it.
  func running<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError where error.code == .cancelled {
      throw ExitCode(received.withLock { $0.map { 128 + $0 } ?? 130 })
    }
  }

  @Sendable private func note(_ signal: Int32) {
    received.withLock { received in
      if received != nil { _exit(128 + signal) }
      received = signal
    }
  }
}

/// Signals of the process.
enum Signals {
  /// Blocks signals for this thread and the threads it starts; one thread waits for them and handles them.
  static func handle(_ numbers: [Int32], with body: @escaping @Sendable (Int32) -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [signals] in
      var (signals, signal) = (signals, Int32(0))
      while sigwait(&signals, &signal) == 0 { body(signal) }
    }
  }
}
