import FetchKit
import Venues

/// The columns of venue listings.
enum VenueColumns {
  /// What a table shows when nothing else is asked for.
  static let standard = [
    "name", "priceCategory", "distance", "rating", "tipCount", "checkinsCount", "specialCount",
  ].compactMap(VenueField.init(key:))

  /// The fields that are asked for by keys or key paths between commas, each once.
  static func fields(_ text: String) throws -> [VenueField] {
    let fields = try KeyList.keys(text).map { key in
      guard let field = VenueField(key: key) else {
        throw KeyList.error(for: key, "there is no column '\(key)'")
      }
      return field
    }
    try KeyList.checkRepetition(fields.map(\.key)) { "the column '\($0)' is there twice" }
    return fields
  }

  static func column(_ field: VenueField) -> RecordColumn {
    let type = Venue.entity.attribute(forKeyPath: field.keyPath)?.type
    return RecordColumn(
      key: field.key, title: title(field), isNumeric: type == .integer || type == .double,
      isText: texts.contains(field.key), isDistance: field.keyPath == "location.distance")
  }

  /// The texts that people wrote, which a spreadsheet could take for a formula.
  static let texts: Set<String> = [
    "name", "address", "crossStreet", "neighborhood", "city", "state", "category", "categories",
    "hours", "url",
    "note", "tips",
  ]

  private static func title(_ field: VenueField) -> String {
    switch field.key {
    case "priceCategory": "Price"
    case "tipCount": "Tips"
    case "checkinsCount": "Check-ins"
    case "usersCount": "Visitors"
    case "specialCount": "Deals"
    case "tips": "Tip texts"
    case "id": "ID"
    case "url": "URL"
    case "menuURL": "Menu"
    case "categoryID": "Category ID"
    default: words(field.key)
    }
  }

  /// `postalCode` as `Postal code`.
  private static func words(_ key: String) -> String {
    let spaced = key.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
    return spaced.prefix(1).uppercased() + spaced.dropFirst()
  }
}
