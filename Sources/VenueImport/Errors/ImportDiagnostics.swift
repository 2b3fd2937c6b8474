import JSONStream

/// The findings about an input besides its rows, of limited size.
struct ImportDiagnostics {
  private static let maximumSkipped = 20
  private static let maximumWarnings = 100

  /// All rows, including skipped ones.
  var rows = 0
  private(set) var skipped = 0
  /// The first ones.
  private(set) var skippedRows: [SkippedRow] = []
  /// Whether the identifiers of skipped rows are collected.
  var collectsSkippedIDs = false
  private(set) var skippedIDs: Set<String> = []
  /// The number of skipped rows that may have been venues.
  private(set) var unreadable = 0
  /// The dialect of the first row.
  var format: ImportFormat?
  private var warnings: [ImportWarning] = []
  private var indexByReason: [ImportWarning.Reason: Int] = [:]
  private var furtherWarnings = 0

  mutating func skip(_ reason: SkipReason, id: TextSlice? = nil, at location: InputLocation) {
    rows += 1
    skipped += 1
    if collectsSkippedIDs, let id { skippedIDs.insert(id.string) }
    switch reason {
    case .badLine, .apiError: unreadable += 1
    case .notAnObject, .noName, .invalidName, .repeatedID: break
    }
    guard skippedRows.count < Self.maximumSkipped else { return }
    skippedRows.append(SkippedRow(reason: reason, location: location))
  }

  /// Adds a warning, or counts it if there is one for the same reason.
  mutating func warn(_ reason: ImportWarning.Reason, at location: @autoclosure () -> InputLocation)
  {
    if let index = indexByReason[reason] {
      warnings[index].count += 1
    } else if warnings.count < Self.maximumWarnings {
      indexByReason[reason] = warnings.count
      warnings.append(ImportWarning(reason, at: location()))
    } else {
      furtherWarnings += 1
    }
  }

  /// Whether there is nothing to report.
  var isEmpty: Bool { skipped == 0 && warnings.isEmpty }

  /// The warnings in the order of their first places.
  var reportedWarnings: [ImportWarning] {
    guard furtherWarnings > 0, let last = warnings.last else { return warnings }
    return warnings + [ImportWarning(.moreWarnings(furtherWarnings), at: last.location)]
  }
}
