/// What the import of one input did, or why it did nothing.
public struct FileReport: Hashable, Sendable {
  /// The path as it was given.
  public var path: String
  /// The dialect of the first row; `.auto` when there was none.
  public var format = ImportFormat.auto
  public var counts = ImportCounts()
  /// The first ones; those with the same words are told once, with their number.
  public var warnings: [ImportWarning] = []
  /// The first 20 in the order of the file.
  public var skippedRows: [SkippedRow] = []
  /// Venues that had been deleted from the store, and are back.
  public var restored = 0
  /// Venues deleted because the import replaced everything.
  public var deleted = 0
  /// Why the file was not imported; nil when it was.
  public var error: ImportFailure?

  public init(path: String) { self.path = path }
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
