import Venues

extension English {
  var numbers: String { "Numbers" }
  var palette: String { "Actions" }
  var messages: String { "Messages" }
  var nothingSaid: String { "nothing has been said" }
  var placePrompt: String { "Your place" }
  var placeOfStart: String { "Enter: the place of the start" }
  var placeHint: String { "coordinates, or a name or street" }
  var wrongPlace: String { "nothing found; two numbers like 40.7593, -73.9847 are a place, too" }

  func title(of column: StatisticsColumn) -> String {
    switch column {
    case .group: "Group"
    case .count: "Venues"
    case .deals: "Deals"
    case .tips: "Tips"
    case .distance: "Distance"
    case .rating: "Rating"
    }
  }

  func groups(_ count: Int) -> String { plural(count, "group", "groups") }

  func placed(_ text: String) -> String { "distances are measured from \(text)" }
}
