internal import FetchKit

extension Coordinate {
  /// Reads `40.7593, -73.9847`, also without the comma or the blank; nil for anything else, and outside the globe.
  public init?(text: String) {
    let parts = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}
