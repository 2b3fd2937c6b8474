/// The venues that come with the program, embedded in the binary.
public enum SeedFile {
  /// A Foursquare v2 search envelope with 30 venues of New York, as UTF-8 bytes.
  public static let bytes: [UInt8] = PackageResources.seed_json
}
