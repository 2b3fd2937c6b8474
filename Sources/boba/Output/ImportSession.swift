import CBuild
import Foundation
import Synchronization
import VenueImport

/// An import of several files while it runs: what is done so far, and what a signal does to it.
final class ImportSession: Sendable {
  /// How long an import that is asked to stop may take to say so itself.
  private static let grace = 0.05

  private struct State {
    var report = ImportReport()
    var current: String?
    var signal: Int32?
    var hasEnded = false
  }

  let cancellation = ImportCancellation()
  private let state = Mutex(State())

  /// Ctrl-C and a request to end stop the import; `print` tells what was done before it.
  ///
  /// The signals are blocked for this thread and all that it starts, and waited for by one.
  func watchSignals(_ print: @escaping @Sendable (ImportReport) -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [self, signals] in
      var (signals, signal) = (signals, Int32(0))
      while sigwait(&signals, &signal) == 0 { stop(signal, print) }
    }
  }

  /// Stops the import, and the program when the import does not end soon by itself.
  ///
  /// Then nothing is lost either: what is not committed is never seen. An input that is being committed
  /// goes on, and is reported as what it becomes; those after it do not begin.
  private func stop(_ signal: Int32, _ print: (ImportReport) -> Void) {
    state.withLock { $0.signal = signal }
    guard cancellation.cancel() else { return }
    cbuild_close_files_later()
    Thread.sleep(forTimeInterval: Self.grace)
    state.withLock { state in
      guard !state.hasEnded else { return }
      StandardError.print(state.current.map(ImportMessages.stopped) ?? "error: stopped")
      print(state.report)
      _exit(128 + signal)
    }
  }

  /// The import of an input begins.
  func begin(_ name: String) { state.withLock { $0.current = name } }

  /// The import of an input is over.
  func add(_ report: FileReport) {
    state.withLock { state in
      state.report.files.append(report)
      state.current = nil
      if report.error?.kind == .cancelled { state.hasEnded = true }
    }
  }

  /// All is done; gives what was, and the signal that stopped it.
  func end() -> (report: ImportReport, signal: Int32?) {
    state.withLock { state in
      state.hasEnded = true
      return (state.report, state.signal)
    }
  }
}
