package import FetchKit

/// How an import is done.
package struct ImportOptions: Hashable, Sendable {
  /// The dialect of the data.
  package var format: ImportFormat
  /// Whether bad lines of NDJSON are skipped instead of refusing the file.
  package var isLenient: Bool
  /// What the import may do with the store.
  package var rows: RowImportOptions

  package init(
    format: ImportFormat = .auto, isLenient: Bool = false,
    rows: RowImportOptions = RowImportOptions()
  ) {
    self.format = format
    self.isLenient = isLenient
    self.rows = rows
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
