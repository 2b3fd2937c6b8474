import FetchKit
import Testing
import Venues

@Suite struct CompassPointTests {
  @Test(arguments: [
    (0.0, "N"), (11.2, "N"), (11.3, "NNE"), (45, "NE"), (90, "E"), (180, "S"), (191, "S"),
    (200, "SSW"), (270, "W"), (348.8, "N"), (359, "N"), (-45, "NW"), (-180, "S"),
  ])
  func `a bearing belongs to the nearest of sixteen points`(bearing: Double, name: String) {
    #expect(CompassPoint(bearing: bearing).rawValue == name)
  }

  @Test func `the direction between places follows the globe`() {
    let square = Origin.seed
    let canal = Coordinate(latitude: 40.717854, longitude: -74.000208)
    #expect(CompassPoint(from: square, to: canal) == .southSouthwest)
    #expect(CompassPoint(from: canal, to: square) == .northNortheast)
    #expect(CompassPoint(from: square, to: square) == nil)
    let nowhere = Coordinate(latitude: .infinity, longitude: 0)
    #expect(CompassPoint(from: square, to: nowhere) == nil)
    let east = Coordinate(latitude: 0, longitude: 179)
    let west = Coordinate(latitude: 0, longitude: -179)
    #expect(CompassPoint(from: east, to: west) == .east)
  }
}
