import CBuild
import FetchKit
import Foundation
import VenueImport

/// A running import of several files, which signals cancel.
final class ImportSession: Sendable {
  /// How long a canceled import may take to end by itself.
  private static let grace = 0.05

  private struct State {
    var report = ImportReport()
    var current: String?
    var signal: Int32?
    var hasEnded = false
  }

  let cancellation = ImportCancellation()
  private let state = Protected(State())

  /// Ctrl-C and a request to end stop the import; `print` tells what was done before it.
  func watchSignals(_ print: @escaping @Sendable (ImportReport) -> Void) {
    Signals.handle([SIGINT, SIGTERM]) { self.stop($0, print) }
  }

  /// Cancels the import, and exits if it does not end soon.
  ///
  /// Uncommitted data is discarded. An input that is being committed completes and is reported; later inputs are not
  /// started.
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

  /// Called at the start of an input.
  func begin(_ name: String) { state.withLock { $0.current = name } }

  /// Called at the end of an input.
  func add(_ report: FileReport) {
    state.withLock { state in
      state.report.files.append(report)
      state.current = nil
      if report.error?.kind == .cancelled { state.hasEnded = true }
    }
  }

  /// Ends the import; returns the report and the signal that canceled it.
  func end() -> (report: ImportReport, signal: Int32?) {
    state.withLock { state in
      state.hasEnded = true
      return (state.report, state.signal)
    }
  }
}

/// The errors of an import as lines of text.
enum ImportMessages {
  /// `error: message: file:line:column` in one line; the position is omitted if unknown.
  static func error(_ failure: ImportFailure, in file: String) -> String {
    if failure.kind == .cancelled { return stopped(file) }
    let sentence = ErrorText.sentence(failure)
    if failure.kind == .store(.tooLargeToUndo) {
      return "error: \(sentence); use --yes to import \(file) anyway"
    }
    if let place = failure.location { return "error: \(sentence): \(spot(place, file))" }
    return failure.kind == .cannotOpen
      ? "error: \(sentence)" : "error: cannot import \(file): \(sentence)"
  }

  /// The message about the file whose import was canceled.
  static func stopped(_ file: String) -> String {
    "error: stopped: nothing of \(file) was imported"
  }

  static func warning(_ warning: ImportWarning, in file: String) -> String {
    "warning: \(spot(warning.location, file)): \(warning.message)"
  }

  private static func spot(_ place: InputLocation, _ file: String) -> String {
    "\(file):\(place.line):\(place.column) (byte \(place.offset))"
  }
}

/// The report of an import as a table.
enum ImportTable {
  static func print(_ report: ImportReport) {
    for file in report.files where file.error == nil {
      StandardOutput.printText("\(file.path): \(line(file.counts))")
      for skipped in file.skippedRows {
        StandardOutput.printText(
          "  skipped \(skipped.location.line):\(skipped.location.column): \(skipped.message)")
      }
      if file.restored > 0 {
        StandardOutput.printText(
          "  restored \(file.restored) deleted venue\(file.restored == 1 ? "" : "s")")
      }
      if file.deleted > 0 { StandardOutput.printText("  \(file.deleted) not in the file deleted") }
    }
    if report.files.count > 1 { StandardOutput.printText("total: \(line(report.total))") }
  }

  private static func line(_ counts: ImportCounts) -> String {
    let seconds = String(format: "%.2f", counts.seconds)
    return """
      \(counts.rows) row\(counts.rows == 1 ? "" : "s"): \(counts.inserted) inserted, \(counts.updated) updated, \
      \(counts.unchanged) unchanged, \(counts.skipped) skipped (\(counts.bytes) bytes, \(seconds) s)
      """
  }
}
