import VenueImport

/// The words of importing and exporting.
protocol FileStrings {
  var importing: String { get }
  var importFrom: String { get }
  func megabytes(_ bytes: Int, of total: Int?) -> String
  func rows(_ count: Int, perSecond rate: Int) -> String
  func secondsLeft(_ seconds: Int) -> String
  /// What an import did, a line for each kind of row that there was.
  func outcome(_ counts: ImportCounts) -> [String]
  func took(_ seconds: Double) -> String
  /// Venues that had been deleted from the store.
  func broughtBack(_ count: Int) -> String
  /// What was understood only in part.
  func doubt(_ warning: ImportWarning) -> String
  func skippedRow(_ row: SkippedRow) -> String
  /// Why an import failed, without the place.
  func problem(_ failure: ImportFailure) -> String
  func exportAs(_ what: String) -> String
  func exportTo(_ format: String) -> String
  func shownVenues(_ count: Int) -> String
  func markedVenues(_ count: Int) -> String
  /// Asks whether a file may be written over.
  var existsAlready: String { get }
  func written(_ count: Int, to path: String) -> String
  var pathWanted: String { get }
  /// What is being done with a file or a folder.
  func importing(_ name: String) -> String
  func exporting(_ name: String) -> String
  var importWaits: String { get }
  var exportStopped: String { get }
  func tellsMore(_ key: String) -> String
}

extension English {
  var importing: String { "Import" }
  var importFrom: String { "Import from a file or folder" }

  func megabytes(_ bytes: Int, of total: Int?) -> String {
    let done = figures.tenths(Double(bytes) / 1e6)
    return total.map { "\(done) of \(figures.tenths(Double($0) / 1e6)) MB" } ?? "\(done) MB"
  }

  func rows(_ count: Int, perSecond rate: Int) -> String {
    "\(plural(count, "row", "rows")), \(figures.count(rate)) a second"
  }

  func secondsLeft(_ seconds: Int) -> String { "\(figures.count(seconds)) s left" }

  func outcome(_ counts: ImportCounts) -> [String] {
    [
      (counts.inserted, "new"), (counts.updated, "changed"), (counts.unchanged, "as they were"),
      (counts.skipped, "left out"),
    ].filter { $0.0 > 0 }.map { "\(venues($0.0)) \($0.1)" }
  }

  func took(_ seconds: Double) -> String { "\(figures.tenths(seconds)) s" }

  func broughtBack(_ count: Int) -> String { "\(venues(count)) deleted earlier, back again" }

  func doubt(_ warning: ImportWarning) -> String {
    "understood in part \(warning.location.line):\(warning.location.column): \(warning.message)"
  }

  func skippedRow(_ row: SkippedRow) -> String {
    "left out \(row.location.line):\(row.location.column): \(row.message)"
  }

  func problem(_ failure: ImportFailure) -> String {
    switch failure.kind {
    case .cancelled: "the import was stopped; nothing was changed"
    case .needsConsent: "it would overwrite too much to be undone; nothing was changed"
    case .cannotOpen, .badData, .cannotCreate, .cannotWrite, .locked: failure.message
    }
  }

  func exportAs(_ what: String) -> String { "Export \(what) as" }

  func exportTo(_ format: String) -> String { "Write \(format) to" }

  func shownVenues(_ count: Int) -> String { "what is shown: \(venues(count))" }

  func markedVenues(_ count: Int) -> String { "what is marked: \(venues(count))" }

  var existsAlready: String { "it is there already; Enter writes over it" }

  func written(_ count: Int, to path: String) -> String { "\(venues(count)) written to \(path)" }

  var pathWanted: String { "wanted: the path of a file" }

  func importing(_ name: String) -> String { "importing \(name)" }

  func exporting(_ name: String) -> String { "writing \(name)" }

  var importWaits: String { "the import waits for an answer" }
  var exportStopped: String { "the export was stopped; nothing was written" }

  func tellsMore(_ key: String) -> String { "\(key) tells more" }
}
