import FetchKit
import Testing
import Venues

@Suite struct TypedCoordinatesTests {
  @Test(arguments: [
    "40.7593, -73.9847", "40.7593,-73.9847", "40.7593 -73.9847", "40.7593;-73.9847",
    "(40.7593, -73.9847)", "[40.7593, -73.9847]", "  +40.7593 ,  -73.9847\n", "40.7593, −73.9847",
    "（40.7593，-73.9847）",
    "40,7593, -73,9847", "40,7593,-73,9847", "40,7593; -73,9847", "40,7593 -73,9847",
    "@40.7593,-73.9847,15z", "@40.7593,-73.9847", "40.7593 N 73.9847 W", "40.7593 n, 73.9847 w",
    "40.7593° N, 73.9847° W", "40.7593°N 73.9847°W", "N 40.7593, W 73.9847", "40.7593N,73.9847W",
    "73.9847 W, 40.7593 N", "40,7593° N, 73,9847° W", "40.7593°, -73.9847°",
    "40°45'33.48\"N 73°59'4.92\"W", "40° 45′ 33.48″ N, 73° 59′ 4.92″ W", "40°45.558'N 73°59.082'W",
  ])
  func `usual spellings are coordinates`(text: String) throws {
    let place = try #require(Coordinate(text: text), "\(TypedCoordinates(text))")
    #expect(abs(place.latitude - 40.7593) < 1e-9 && abs(place.longitude - -73.9847) < 1e-9)
  }

  @Test(arguments: [
    ("40,73", 40, 73), ("5 9", 5, 9), ("0,0", 0, 0), ("-90, 180", -90, 180), ("-.5, 1.", -0.5, 1),
    ("34° S 151° E", -34, 151), ("40,75; 73", 40.75, 73),
  ])
  func `a comma between two whole numbers separates them`(
    text: String, latitude: Double, longitude: Double
  ) {
    #expect(TypedCoordinates(text) == .place(Coordinate(latitude: latitude, longitude: longitude)))
  }

  @Test(arguments: [
    ("91,0", 91, 0), ("0,181", 0, 181), ("999, 999", 999, 999), ("40.5,-273.5", 40.5, -273.5),
    ("@91,0,15z", 91, 0), ("91° N, 0° E", 91, 0), ("91,5; 0,5", 91.5, 0.5),
  ])
  func `numbers outside the globe are named as such`(
    text: String, latitude: Double, longitude: Double
  ) {
    #expect(
      TypedCoordinates(text)
        == .outsideGlobe(Coordinate(latitude: latitude, longitude: longitude)))
  }

  @Test func `a longitude before its latitude can be exchanged with it`() {
    #expect(
      Coordinate(latitude: 139.5, longitude: 35.5).exchanged
        == Coordinate(latitude: 35.5, longitude: 139.5))
    #expect(Coordinate(latitude: 0, longitude: 181).exchanged == nil)
  }

  @Test(arguments: [
    "40.7", "40.7,", "-73", "40.7, -74.0, 3", "1,2,3", "1 2 3", "40.7 N", "40.7 N, 74 S", "1,2, 3",
    "-40.7 S, 74 W", "N 40.7 N, 74 W", "40°61'N 73°W", "40.7,,-74", "40,75,73,98", "°1",
  ])
  func `other numbers are incomplete`(text: String) {
    #expect(TypedCoordinates(text) == .incomplete)
  }

  @Test(arguments: [
    "", " ", "234", "36-18", "234 Canal", "7 News", "W", "N, S", "240A", "#291", "5th Ave", "1 NE",
    "40.7593, x", "@", "١, ٢",
  ])
  func `anything else is words`(text: String) {
    #expect(TypedCoordinates(text) == .words)
  }

  @Test(arguments: ["1", "1 ", " ", "1'", "1,", "N"])
  func `long texts are no coordinates`(part: String) {
    for count in [100, 1_000_000] {
      #expect(Coordinate(text: String(repeating: part, count: count)) == nil)
    }
  }
}
