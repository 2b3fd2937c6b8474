import Foundation
import VenueImport

/// The errors of an import as lines of text.
enum ImportMessages {
  /// `error: message: file:line:column` in one line; the position is omitted if unknown.
  static func error(_ failure: ImportFailure, in file: String) -> String {
    if failure.kind == .cancelled { return stopped(file) }
    if failure.kind == .needsConsent {
      return "error: \(failure.message); --yes imports \(file) all the same"
    }
    if let place = failure.location { return "error: \(failure.message): \(spot(place, file))" }
    return failure.kind == .cannotOpen
      ? "error: \(failure.message)" : "error: cannot import \(file): \(failure.message)"
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
        StandardOutput.printText("  \(file.restored) deleted earlier are back")
      }
      if file.deleted > 0 { StandardOutput.printText("  \(file.deleted) not in the file deleted") }
    }
    if report.files.count > 1 { StandardOutput.printText("total: \(line(report.total))") }
  }

  private static func line(_ counts: ImportCounts) -> String {
    let seconds = String(format: "%.2f", counts.seconds)
    return """
      \(counts.rows) rows: \(counts.inserted) inserted, \(counts.updated) updated, \
      \(counts.unchanged) unchanged, \(counts.skipped) skipped (\(counts.bytes) bytes, \(seconds) s)
      """
  }
}
