import FetchKit
import Foundation

/// Where maps of a place are on the web.
enum MapAddress {
  /// OpenStreetMap with a mark on a place.
  static func text(of place: Coordinate) -> String {
    let latitude = String(format: "%.5f", place.latitude)
    let longitude = String(format: "%.5f", place.longitude)
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)&zoom=18"
  }
}
