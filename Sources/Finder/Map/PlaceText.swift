import Venues

/// Where a venue is as seen from you, in words.
struct PlaceText {
  let origin: Origin
  let render: RenderContext

  /// The distance and, when your place is known, the direction, such as "567 m SSW"; nil when the
  /// distance is not known.
  func distance(of venue: Venue) -> String? {
    guard let meters = venue.location.distance else { return nil }
    let text = render.strings.figures.distance(meters)
    guard let start = origin.coordinate, let end = venue.location.coordinate,
      let point = CompassPoint(from: start, to: end)
    else { return text }
    return "\(text) \(render.strings.direction(point))"
  }
}
