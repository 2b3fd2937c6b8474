import Testing
import Venues

/// Expects a program to have exactly this result; a failure shows both.
func expect(
  _ actual: Outcome, is expected: Outcome, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(actual == expected, sourceLocation: sourceLocation)
}

/// The second line of the error about an unknown key.
let validKeys =
  "valid: " + VenueField.all.filter(\.isAttribute).map(\.key).joined(separator: ", ")

/// The attributes that follow `extras`, with which the tests of complete outputs end: they are missing in the venues of
/// these tests.
enum NewerAttributes {
  private static let keys = VenueField.all.map(\.key).split(separator: "extras").dropFirst()
    .joined()

  /// The members of a JSON object.
  static let json = keys.map { ",\"\($0)\":null" }.joined()
  /// The headers of CSV.
  static let headers = keys.map { ",\($0)" }.joined()
}
