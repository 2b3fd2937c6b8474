import FetchKit
import TerminalKit
import Venues

extension Strings {
  var statistics: String { text("statistics.title", "Statistics") }

  var share: String { text("statistics.share", "Share") }
  var toList: String { text("hint.toList", "to list") }
  var toDetails: String { text("hint.toDetails", "to details") }
  var toMap: String { text("hint.toMap", "to map") }
  var toCrawl: String { text("hint.toCrawl", "to crawl") }
  var groupBy: String { text("statistics.groupBy", "Group by") }
  var crossWith: String { text("statistics.crossWith", "Second grouping") }
  var statisticsOf: String { text("statistics.of", "Statistics of") }
  var overview: String { text("statistics.overview", "Overview") }
  func bins(_ width: String) -> String { text("statistics.steps", "bins of {0}", width) }

  func groups(_ count: Int) -> String {
    text("statistics.groups", count, one: "{0} group", other: "{0} groups")
  }

  var crawl: String { text("crawl.title", "Crawl") }
  var leg: String { text("crawl.leg", "Leg") }
  var sum: String { text("crawl.total", "Total") }
  func stops(_ count: Int) -> String {
    text("crawl.stops", count, one: "{0} stop", other: "{0} stops")
  }
  func crawlOfAll(_ count: Int) -> String { text("crawl.all", "All {0}", venues(count)) }
  func crawlThrough(_ count: Int) -> String {
    text("crawl.through", "Crawl · pick from {0}", venues(count))
  }
  /// `remark` is a distance, such as "within 500 m".
  func crawlOfFirst(_ count: Int, by order: String, _ remark: String? = nil) -> String {
    let first = text("crawl.topBy", "Top {0} by {1}", format.count(count), order)
    return remark.map { text("crawl.topNear", "{0} {1}", first, $0) } ?? first
  }
  func noVenues(within radius: String) -> String {
    text("crawl.noneNear", "No venues within {0}", radius)
  }
  func onlyVenues(_ count: Int, within radius: String) -> String {
    text(
      "crawl.fewNear", count, one: "Only {0} venue within {1}", other: "Only {0} venues within {1}",
      radius)
  }
  var removesStop: String { text("crawl.remove", "Remove stop") }
  var moves: String { text("crawl.move", "move") }
  func removedStop(_ name: String, undoKey: String?) -> String {
    text("crawl.removed", "Removed {0} from the crawl", name) + toUndo(undoKey)
  }
  func editedCrawl(undoKey: String?) -> String {
    text("crawl.edited", "The crawl as you left it") + toUndo(undoKey)
  }
  /// The length of a walk and its time.
  func onFoot(_ meters: Double) -> String {
    text("crawl.walk", "{0} · {1} walk", format.distance(meters), walkingTime(meters))
  }

  /// The same without words. The time of a leg after `walked` meters is the difference of two rounded times, so that
  /// the legs add up to the total.
  func lengthAndTime(_ meters: Double, after walked: Double = 0) -> String {
    let minutes = walkingMinutes(walked + meters) - walkingMinutes(walked)
    return "\(format.distance(meters)) · \(duration(minutes))"
  }

  /// A walking distance and its time.
  func radiusAndTime(_ meters: Double) -> String {
    text("crawl.radiusAndTime", "{0}, {1}", format.radius(meters), walkingTime(meters))
  }

  /// A length and its time with how the length was measured, and whether no order is shorter.
  func inStraightLines(_ meters: Double, isShortest: Bool) -> String {
    let (length, time) = (format.distance(meters), walkingTime(meters))
    return isShortest
      ? text("crawl.straight", "{0} · {1} · shortest order as the crow flies", length, time)
      : text(
        "crawl.shortStraight", "{0} · {1} · near-shortest order as the crow flies", length, time)
  }

  func inShortestOrder(_ meters: Double, isShortest: Bool) -> String {
    let (length, time) = (format.distance(meters), walkingTime(meters))
    return isShortest
      ? text("crawl.shortest", "{0} · {1} · shortest order", length, time)
      : text("crawl.short", "{0} · {1} · near-shortest order", length, time)
  }

  var locationPrompt: String { text("location.title", "Your location") }
  var initialLocation: String {
    text("location.reset", "Press Enter to restore the initial location")
  }
  var locationHint: String { text("location.hint", "Coordinates, venue name or address") }
  /// Why a text is not a location; nil if it is one.
  func invalidLocation(_ typed: TypedCoordinates) -> String? {
    switch typed {
    case .place: nil
    case .outsideGlobe:
      text("location.outside", "Latitudes go from -90 to 90, longitudes from -180 to 180.")
    case .incomplete:
      text(
        "location.incomplete",
        "Coordinates are a latitude and a longitude, such as 40.7593, -73.9847.")
    case .words:
      text(
        "location.notFound",
        "None of your venues has this name or street. Other streets are not known; try coordinates, such as 40.7593, -73.9847."
      )
    }
  }
  var similarPlaces: String {
    text("location.similar", "No venue has all of these words. Similar ones:")
  }

  func movedLocation(_ name: String) -> String {
    text("location.set", "Showing distances from {0}", name)
  }

  /// The message about a location that is probably meant with latitude and longitude exchanged.
  func suggestingSwapped(_ text: String, _ other: String) -> String {
    self.text("location.swapped", "{0}; latitude comes first: did you mean {1}?", text, other)
  }

  /// The message about the initial location, such as "distances as imported".
  func placeReset(_ initial: String, undoKey: String?) -> String {
    text("location.restored", "Restored the initial location: {0}", initial) + toUndo(undoKey)
  }

  var map: String { text("map.title", "Map") }
  var you: String { text("map.you", "you") }
  var clearsFilterInList: String {
    text("map.clearFilter", "Go back to the list to clear the filter")
  }
  var noNeighbor: String { text("map.noNeighbor", "No venue in this direction") }
  var noPlace: String { text("map.noLocation", "no location") }
  var unpriced: String { text("map.unpriced", "no price") }
  func inView(_ count: Int) -> String { text("map.inView", "{0} in view", format.count(count)) }
  func walk(_ radius: String) -> String { text("map.walk", "{0} walk", radius) }
  func withoutLocation(_ count: Int) -> String {
    text("map.withoutLocation", "{0} without a location", format.count(count))
  }
}

// MARK: - Columns of the statistics

extension Strings {
  /// The choice of no second grouping.
  var noSecondGrouping: String { text("statistics.noSecondGrouping", "None") }
  /// Beside a grouping that no venue has a value for.
  var noData: String { text("statistics.noData", "no data") }
  /// What stands for a key path that no venue has a value for; distances lack a location.
  func noData(atKeyPath keyPath: String) -> String {
    keyPath == VenueSort.distance.keyPath ? text("filter.noLocation", "no location") : noData
  }
  private func average(of column: VenueColumn) -> String {
    text("statistics.averageOf", "Avg {0}", title(of: column).lowercased())
  }

  /// The hints of the key that shows a cross table as stacked bars, and these as a table.
  var stackedBars: String { text("statistics.stackedBars", "stacked bars") }
  var table: String { text("statistics.table", "table") }
  /// The message that a second grouping or a number, such as "City", is no longer shown.
  func removed(_ title: String, key: String?) -> String {
    text("statistics.removed", "No longer shown: {0}", title)
      + (key.map { text("statistics.toShowAgain", "; {0} to show it instead", $0) } ?? "")
  }

  func title(of column: StatisticsColumn, by sectioning: VenueSectioning) -> String {
    switch column {
    case .group: title(of: sectioning)
    case .count: text("statistics.venues", "Venues")
    case .deals: title(of: VenueColumn.deals)
    case .tips: title(of: VenueColumn.tips)
    case .distance: average(of: .distance)
    case .rating: average(of: .rating)
    case .aggregate(.sum): text("statistics.sum", "Sum")
    case .aggregate(.average): text("statistics.average", "Average")
    case .aggregate(.minimum): text("statistics.minimum", "Min")
    case .aggregate(.median): text("statistics.median", "Median")
    case .aggregate(.maximum): text("statistics.maximum", "Max")
    case .part(let name): name
    }
  }
}
