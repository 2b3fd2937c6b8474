@testable import VenueImport

/// Keeps each venue as one line of text: all that is set, in a fixed order.
struct RecordingSink: VenueSink {
  private(set) var rows: [String] = []
  private(set) var locations: [InputLocation] = []

  mutating func take(_ record: borrowing VenueRecord, at location: InputLocation) {
    rows.append(Self.line(record))
    locations.append(location)
  }

  func proceed(bytes: Int, rows: Int) {}

  private static func line(_ record: borrowing VenueRecord) -> String {
    let parts = texts(record) + numbers(record) + lists(record)
    return parts.compactMap { name, value in value.map { "\(name)=\($0)" } }
      .joined(separator: " ")
  }

  private static func texts(_ record: borrowing VenueRecord) -> [(String, String?)] {
    [
      ("id", record.id?.string), ("name", record.name?.string), ("phone", record.phone?.string),
      ("url", record.url?.string), ("menu", record.menuURL?.string),
      ("address", record.address?.string), ("cross", record.crossStreet?.string),
      ("part", record.neighborhood?.string),
      ("city", record.city?.string), ("state", record.state?.string),
      ("postal", record.postalCode?.string), ("country", record.country?.string),
      ("cc", record.countryCode?.string), ("hours", record.hours?.string),
      ("chain", record.chain?.string), ("color", record.ratingColor?.string),
      ("note", record.note?.string),
    ]
  }

  private static func numbers(_ record: borrowing VenueRecord) -> [(String, String?)] {
    [
      ("lat", record.latitude?.description), ("lng", record.longitude?.description),
      ("distance", record.distance?.description), ("tier", record.tier?.description),
      ("specials", record.specialCount == 0 ? nil : record.specialCount.description),
      ("checkins", record.checkinsCount?.description), ("users", record.usersCount?.description),
      ("tipCount", record.tipCount?.description), ("rating", record.rating?.description),
      ("signals", record.ratingSignals?.description), ("photos", record.photoCount?.description),
      ("verified", record.verified?.description), ("closed", record.closed?.description),
      ("closedAt", record.closedAt?.description), ("createdAt", record.createdAt?.description),
      ("favorite", record.favorite?.description),
    ]
  }

  private static func lists(_ record: borrowing VenueRecord) -> [(String, String?)] {
    let categories = record.categories.map { text($0) }.joined(separator: ", ")
    let tips = record.tips.map { tip in
      "\(tip.text.string)|\(tip.createdAt?.description ?? "")|\(tip.agreeCount?.description ?? "")"
    }
    return [
      ("category", record.categories.isEmpty ? nil : text(record.category)),
      ("categories", record.categories.count < 2 ? nil : "[\(categories)]"),
      ("tips", tips.isEmpty ? nil : "[\(tips.joined(separator: ", "))]"),
    ]
  }

  private static func text(_ category: VenueRecord.Category) -> String {
    (category.name?.string ?? "") + (category.id.map { "#\($0.string)" } ?? "")
  }
}
