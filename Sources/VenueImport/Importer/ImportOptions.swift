/// How an import is done.
public struct ImportOptions: Hashable, Sendable {
  /// The dialect of the data.
  public var format: ImportFormat
  /// Whether venues that the file does not name are deleted.
  public var replacesEverything: Bool
  /// Whether the store is left as it was.
  public var isDryRun: Bool
  /// Whether bad lines of NDJSON are skipped instead of refusing the file.
  public var isLenient: Bool

  public init(
    format: ImportFormat = .auto, replacesEverything: Bool = false, isDryRun: Bool = false,
    isLenient: Bool = false
  ) {
    self.format = format
    self.replacesEverything = replacesEverything
    self.isDryRun = isDryRun
    self.isLenient = isLenient
  }
}
