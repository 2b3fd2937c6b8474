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
