/// The options of an import.
public struct ImportOptions: Hashable, Sendable {
  /// The dialect of the data.
  public var format: ImportFormat
  /// Whether venues that the file does not name are deleted.
  public var replacesEverything: Bool
  /// Whether the store is unchanged.
  public var isDryRun: Bool
  /// Whether bad lines of NDJSON are skipped instead of refusing the file.
  public var isLenient: Bool
  /// A metadata key of the store under which the import happens once; nil for an import that may be repeated.
  public var onceKey: String?
  /// Whether the import may overwrite or delete more than can be kept for undoing it.
  public var allowsUnrestorable: Bool
  /// Texts that are kept with the store, by key, when the import changes venues; nil deletes one.
  public var metadata: [String: String?]

  public init(
    format: ImportFormat = .auto, replacesEverything: Bool = false, isDryRun: Bool = false,
    isLenient: Bool = false, onceKey: String? = nil,
    allowsUnrestorable: Bool = false, metadata: [String: String?] = [:]
  ) {
    self.format = format
    self.replacesEverything = replacesEverything
    self.isDryRun = isDryRun
    self.isLenient = isLenient
    self.onceKey = onceKey
    self.allowsUnrestorable = allowsUnrestorable
    self.metadata = metadata
  }
}

/// A dialect of venue data.
public enum ImportFormat: String, Sendable, CaseIterable, Codable {
  /// Each place tells by its keys what it is.
  case auto
  /// Foursquare's API until 2021, and files people made of it.
  case v2
  /// The Places API with `fsq_id`.
  case v3
  /// The Places API of 2025, with `fsq_place_id`.
  case places2025
  /// Rows of the open data set FSQ OS Places.
  case osplaces
  /// Features of a GeoJSON collection.
  case geojson
  /// The flat objects and rows that `boba export` writes.
  case boba
}
