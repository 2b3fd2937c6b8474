import Venues

extension English {
  var sections: String { "Sections" }
  var noSections: String { "None" }
  var columns: String { "Columns" }
  var goTo: String { "Go to" }
  func goToRow(_ row: Int) -> String { "Go to row \(figures.count(row))" }
  var nothingFound: String { "nothing found" }

  func marked(_ count: Int) -> String { "\(figures.count(count)) marked" }

  func title(of sectioning: VenueSectioning) -> String {
    switch sectioning {
    case .price: "By price"
    case .neighborhood: "By neighborhood"
    case .city: "By city"
    case .category: "By category"
    case .letter: "By first letter"
    case .rating: "By rating"
    case .tips: "By tips"
    case .checkins: "By check-ins"
    case .distance: "By distance"
    case .visitors: "By visitors"
    case .deals: "By deals"
    case .favorite: "By favorites"
    case .state: "By state"
    case .postalCode: "By postal code"
    case .country: "By country"
    case .chain: "By chain"
    }
  }

  func title(of section: VenueSection) -> String {
    switch section {
    case .price(let level): level == .unknown ? unknownPrice : level.text
    case .text(let text): text
    case .signs: "0-9"
    case .otherLetters: "Other letters"
    case .distance(let from, nil): "\(figures.radius(from)) and more"
    case .distance(0, let to?): "Less than \(figures.radius(to))"
    case .distance(let from, let to?): "\(figures.radius(from)) to \(figures.radius(to))"
    case .number(let from, nil): "\(number(from)) and more"
    case .number(0, let to?): "Less than \(number(to))"
    case .number(let from, let to?): "\(number(from)) to \(number(to))"
    case .deals(let count): deals(count)
    case .favorites(true): "Favorites"
    case .favorites(false): "Other venues"
    case .missing: "Unknown"
    }
  }

  private func number(_ value: Double) -> String {
    Int(exactly: value).map(figures.count) ?? figures.tenths(value)
  }

  func favoriteStep(_ isFavorite: Bool, _ name: String?, _ count: Int) -> String {
    let what = name ?? venues(count)
    return isFavorite ? "Add \(what) to the favorites" : "Remove \(what) from the favorites"
  }

  func favored(_ isFavorite: Bool, _ name: String?, _ count: Int, undoKey: String?) -> String {
    let venue = isFavorite ? "is a favorite" : "is no favorite any more"
    let venues = isFavorite ? "are favorites" : "are no favorites any more"
    let what = "\(name ?? self.venues(count)) \(count == 1 ? venue : venues)"
    return what + (undoKey.map { ", \($0) undoes" } ?? "")
  }

  func noteStep(_ name: String) -> String { "Note on \(name)" }

  func deleteStep(_ name: String) -> String { "Delete \(name)" }

  func deleteStep(_ count: Int) -> String { "Delete \(venues(count))" }

  func deleted(_ name: String?, _ count: Int, undoKey: String?) -> String {
    "\(name ?? venues(count)) deleted" + (undoKey.map { ", \($0) takes it back" } ?? "")
  }

  func undone(_ step: String, redoKey: String?) -> String {
    "undone: \(step)" + (redoKey.map { ", \($0) does it again" } ?? "")
  }

  func redone(_ step: String) -> String { "done again: \(step)" }

  var nothingToUndo: String { "nothing to take back" }
  var nothingToRedo: String { "nothing to do again" }

  func copied(_ count: Int) -> String { "\(venues(count)) copied" }
}
