/// What is to be told of an input beside its rows: bounded, whatever the input.
struct ImportTally {
  private static let maximumSkipped = 20
  private static let maximumWarnings = 100

  /// All rows, the skipped ones among them.
  var rows = 0
  private(set) var skipped = 0
  /// The first ones.
  private(set) var skippedRows: [SkippedRow] = []
  /// The dialect of the first row.
  var format: ImportFormat?
  private var warnings: [Warning] = []
  private var indexByMessage: [String: Int] = [:]
  private var furtherWarnings = 0

  private struct Warning {
    let message: String
    let location: InputLocation
    var count = 1
  }

  mutating func skip(_ reason: String, at location: InputLocation) {
    rows += 1
    skipped += 1
    guard skippedRows.count < Self.maximumSkipped else { return }
    skippedRows.append(SkippedRow(reason: reason, location: location))
  }

  /// Notes a warning; the same message again is only counted.
  mutating func warn(_ message: String, at location: @autoclosure () -> InputLocation) {
    if let index = indexByMessage[message] {
      warnings[index].count += 1
    } else if warnings.count < Self.maximumWarnings {
      indexByMessage[message] = warnings.count
      warnings.append(Warning(message: message, location: location()))
    } else {
      furtherWarnings += 1
    }
  }

  /// The warnings in the order of their first places, with how often each was given.
  var reportedWarnings: [ImportWarning] {
    var result = warnings.map {
      ImportWarning(
        message: $0.count == 1 ? $0.message : "\($0.message) (\($0.count) times)",
        location: $0.location)
    }
    if furtherWarnings > 0, let last = result.last {
      result.append(
        ImportWarning(message: "\(furtherWarnings) more warnings", location: last.location))
    }
    return result
  }
}
