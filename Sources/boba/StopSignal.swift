import ArgumentParser
import FetchKit
import Foundation

/// SIGINT, SIGTERM and SIGHUP, handled by a command that cleans up before it exits.
///
/// A second signal exits immediately.
final class StopSignal: Sendable {
  private let received = Protected<Int32?>(nil)

  /// Blocks the signals for this thread and the threads it starts, and waits for them.
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [self, signals] in
      var (signals, signal) = (signals, Int32(0))
      while sigwait(&signals, &signal) == 0 { note(signal) }
    }
  }

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

  private func note(_ signal: Int32) {
    received.withLock { received in
      if received != nil { _exit(128 + signal) }
      received = signal
    }
  }
}
