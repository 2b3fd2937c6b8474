import FetchKit
import VenueImport

// MARK: - Imports

extension Strings {
  var importing: String { text("importing.title", "Import") }
  var importFrom: String { text("importing.from", "Import from file or folder") }
  var importWaits: String { text("importing.waits", "import waits for confirmation") }
  var noVenuesFound: String { text("importing.nothing", "no venues found") }

  func importing(_ name: String) -> String { text("importing.running", "importing {0}", name) }

  func megabytes(_ bytes: Int, of total: Int?) -> String {
    let done = format.tenths(Double(bytes) / 1e6)
    guard let total else { return text("importing.megabytes", "{0} MB", done) }
    return text("importing.megabytesOf", "{0} of {1} MB", done, format.tenths(Double(total) / 1e6))
  }

  func rows(_ count: Int, perSecond rate: Int) -> String {
    text(
      "importing.rows", count, one: "{0} row, {1} per second", other: "{0} rows, {1} per second",
      format.count(rate))
  }

  func secondsLeft(_ seconds: Int) -> String {
    text("importing.secondsLeft", "{0} s left", format.count(seconds))
  }

  func took(_ seconds: Double) -> String {
    text("importing.seconds", "{0} s", format.tenths(seconds))
  }

  /// The counts of an import, one line per kind of change.
  func outcome(_ counts: ImportCounts) -> [String] {
    let (inserted, updated) = (counts.inserted, counts.updated)
    let (unchanged, skipped) = (counts.unchanged, counts.skipped)
    return [
      inserted == 0
        ? nil : text("importing.new", inserted, one: "{0} new venue", other: "{0} new venues"),
      updated == 0 ? nil : text("importing.updated", "{0} updated", format.count(updated)),
      unchanged == 0 ? nil : text("importing.unchanged", "{0} unchanged", format.count(unchanged)),
      skipped == 0 ? nil : text("importing.skipped", "{0} skipped", format.count(skipped)),
    ].compactMap(\.self)
  }

  /// The number of files of a folder that could not be imported.
  func failedFiles(_ count: Int) -> String {
    text("importing.failed", count, one: "{0} file failed", other: "{0} files failed")
  }

  func restoredVenues(_ count: Int) -> String {
    text(
      "importing.restored", count, one: "restored {0} deleted venue",
      other: "restored {0} deleted venues")
  }

  func warning(_ warning: ImportWarning) -> String {
    text(
      "importing.warning", "warning at {0}:{1}: {2}", "\(warning.location.line)",
      "\(warning.location.column)", text(warning.errorMessage))
  }

  func skippedRow(_ row: SkippedRow) -> String {
    text(
      "importing.skippedRow", "skipped {0}:{1}: {2}", "\(row.location.line)",
      "\(row.location.column)", text(row.reason.errorMessage))
  }

  /// Why an import failed, without the place.
  func problem(_ failure: ImportFailure) -> String {
    switch failure.kind {
    case .cancelled: text("importing.wasCanceled", "Import canceled; nothing was changed")
    case .store(.tooLargeToUndo):
      text("importing.tooLarge", "too large to undo; nothing was changed")
    case .store(.corrupt):
      text("importing.corruptStore", "{0}, check it with `boba doctor`", text(failure.errorMessage))
    case .cannotOpen, .badData, .unexpected, .store: text(failure.errorMessage)
    }
  }
}

// MARK: - Exports

extension Strings {
  func exportAs(_ what: String) -> String { text("export.as", "Export {0} as", what) }
  func exportTo(_ format: String) -> String { text("export.to", "Save {0} as", format) }

  /// What a file format is for; empty for unknown formats.
  func use(ofFormat format: String) -> String {
    switch format {
    case "json": text("export.json", "one document")
    case "ndjson": text("export.ndjson", "a line per venue")
    case "csv": text("export.csv", "for spreadsheets")
    case "tsv": text("export.tsv", "for spreadsheets, with tabs")
    case "markdown": text("export.markdown", "table in a document")
    case "geojson": text("export.geojson", "for maps")
    case "foursquare": text("export.foursquare", "JSON as Foursquare delivers it")
    case "gpx": text("export.gpx", "route for navigation")
    case "txt": text("export.txt", "plain text")
    default: ""
    }
  }

  func selectedVenues(_ count: Int) -> String {
    text("export.selected", count, one: "{0} selected venue", other: "{0} selected venues")
  }

  /// Above the paths that begin with a typed one.
  var existingPaths: String { text("export.existing", "Files and folders") }
  var enterPath: String { text("export.enterPath", "Enter a file path") }
  var existsAlready: String {
    text("export.exists", "File exists. Press Enter to overwrite.")
  }

  var replaceHint: String { text("export.replace", "overwrite") }

  /// A file whose name has the extension of another format.
  func otherFormat(_ format: String, than other: String) -> String {
    text("export.otherFormat", "The format is {0}, not {1}", format, other)
  }
  var saveAnywayHint: String { text("export.anyway", "save anyway") }

  func noFolder(_ path: String) -> String { text("export.noFolder", "No folder {0}", path) }
  func isFolder(_ path: String) -> String { text("export.isFolder", "{0} is a folder", path) }
  func noFile(_ path: String) -> String { text("import.noFile", "No file or folder {0}", path) }

  func exporting(_ name: String) -> String { text("export.running", "exporting {0}", name) }

  func exported(_ subject: String, to path: String) -> String {
    text("export.done", "Exported {0} to {1}", subject, path)
  }

  var exportStopped: String { text("export.canceled", "Export canceled; nothing was written") }
}

// MARK: - Errors

extension Strings {
  func failed(_ message: String) -> String { text("error.failed", "error: {0}", message) }

  /// The key that shows a message completely.
  func details(_ key: String) -> String { text("error.details", "{0} for details", key) }

  /// The error message.
  func text(of error: any Error) -> String {
    switch error {
    case let error as any DescribedError: text(error.errorMessage)
    default: String(describing: error)
    }
  }
}

extension ErrorMessage {
  /// The first absolute path in it; nil without one.
  var path: String? {
    arguments.lazy.compactMap { argument in
      switch argument {
      case .text(let text): text.hasPrefix("/") ? text : nil
      case .message(let message): message.path
      }
    }.first
  }
}
