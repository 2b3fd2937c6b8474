import Venues

/// Distance and direction of a venue in words.
struct PlaceText {
  let origin: Origin
  let render: RenderContext

  /// The distance and, if your location is known, the direction, such as "567 m SSW"; nil without a distance.
  func distance(of venue: Venue) -> String? {
    guard let meters = venue.location.distance else { return nil }
    let text = render.strings.format.distance(meters)
    guard let start = origin.coordinate, let end = venue.location.coordinate,
      let point = CompassPoint(from: start, to: end)
    else { return text }
    return "\(text) \(render.strings.direction(point))"
  }
}
