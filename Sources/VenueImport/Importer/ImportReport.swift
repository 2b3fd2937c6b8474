/// The report of an import of several inputs.
public struct ImportReport: Hashable, Sendable {
  /// In the order in which they were imported.
  public var files: [FileReport]

  public init(files: [FileReport] = []) { self.files = files }

  /// The sums over all files.
  public var total: ImportCounts { files.reduce(ImportCounts()) { $0 + $1.counts } }

  /// The first failure; nil if all files were imported.
  public var firstFailure: ImportFailure? { files.lazy.compactMap(\.error).first }
}

extension ImportReport: Encodable {
  private enum CodingKeys: String, CodingKey { case files, total }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(files, forKey: .files)
    try container.encode(total, forKey: .total)
  }
}

/// The report of one input, or its failure.
public struct FileReport: Hashable, Sendable {
  /// The given path.
  public var path: String
  /// The dialect of the first row; `.auto` when there was none.
  public var format = ImportFormat.auto
  public var counts = ImportCounts()
  /// The first ones; equal messages are reported once, with a count.
  public var warnings: [ImportWarning] = []
  /// The first 20 in the order of the file.
  public var skippedRows: [SkippedRow] = []
  /// Venues that had been deleted from the store, and are back.
  public var restored = 0
  /// Venues deleted because the import replaced everything.
  public var deleted = 0
  /// Why the file was not imported; nil if it was.
  public var error: ImportFailure?

  /// The name of its change in the undo history.
  package var stepName: String { Self.stepName(path) }

  static func stepName(_ path: String) -> String { "Import \(path)" }

  public init(path: String, error: ImportFailure? = nil) {
    self.path = path
    self.error = error
  }
}

extension FileReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case path, format, warnings, skippedRows, restored, deleted, error
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(format, forKey: .format)
    try counts.encode(to: encoder)
    try container.encode(warnings, forKey: .warnings)
    try container.encode(skippedRows, forKey: .skippedRows)
    if restored > 0 { try container.encode(restored, forKey: .restored) }
    if deleted > 0 { try container.encode(deleted, forKey: .deleted) }
    try container.encodeIfPresent(error, forKey: .error)
  }
}

/// The counts of one file, or of all files together.
public struct ImportCounts: Hashable, Sendable {
  /// All rows: the sum of the four that follow.
  public var rows = 0
  public var inserted = 0
  public var updated = 0
  public var unchanged = 0
  /// Rows that are not venues, or whose identifier came again later in the file.
  public var skipped = 0
  /// The bytes read of the file.
  public var bytes = 0
  public var seconds = 0.0

  public init() {}

  public static func + (left: ImportCounts, right: ImportCounts) -> ImportCounts {
    var sum = left
    sum.rows += right.rows
    sum.inserted += right.inserted
    sum.updated += right.updated
    sum.unchanged += right.unchanged
    sum.skipped += right.skipped
    sum.bytes += right.bytes
    sum.seconds += right.seconds
    return sum
  }
}

extension ImportCounts: Encodable {}
