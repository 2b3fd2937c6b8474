import ArgumentParser
import FetchKit
import Foundation
import Synchronization

/// Ctrl-C and requests to end, noticed by a command that leaves nothing half done behind.
///
/// The second one ends the program at once.
final class StopSignal: Sendable {
  private let received = Mutex<Int32?>(nil)

  /// Begins to wait for signals: blocks them for this thread and for all that it starts.
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

  /// Runs work on the store that can be stopped; what the signal stopped ends the program with its code.
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
