import JSONStream
import Venues

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
      ("id", text(.id, record)), ("name", text(.name, record)), ("phone", text(.phone, record)),
      ("url", text(.url, record)), ("menu", text(.menuURL, record)),
      ("address", text(.address, record)), ("cross", text(.crossStreet, record)),
      ("part", text(.neighborhood, record)),
      ("city", text(.city, record)), ("state", text(.state, record)),
      ("postal", text(.postalCode, record)), ("country", text(.country, record)),
      ("cc", text(.countryCode, record)), ("hours", text(.hours, record)),
      ("chain", text(.chain, record)), ("color", text(.ratingColor, record)),
      ("note", text(.note, record)), ("chainID", text(.chainID, record)),
      ("storeID", text(.storeID, record)), ("about", text(.description, record)),
      ("twitter", text(.twitter, record)), ("facebook", text(.facebook, record)),
      ("instagram", text(.instagram, record)), ("delivery", text(.deliveryURL, record)),
      ("reservation", text(.reservationURL, record)), ("currency", text(.currency, record)),
    ]
  }

  private static func numbers(_ record: borrowing VenueRecord) -> [(String, String?)] {
    [
      ("lat", (record[.latitude] as Double?)?.description),
      ("lng", (record[.longitude] as Double?)?.description),
      ("distance", (record[.distance] as Double?)?.description),
      ("tier", (record[.tier] as Int64?)?.description),
      ("specials", specials(record)),
      ("checkins", (record[.checkinsCount] as Int64?)?.description),
      ("users", (record[.usersCount] as Int64?)?.description),
      ("tipCount", (record[.tipCount] as Int64?)?.description),
      ("rating", (record[.rating] as Double?)?.description),
      ("signals", (record[.ratingSignals] as Int64?)?.description),
      ("photos", (record[.photoCount] as Int64?)?.description),
      ("verified", (record[.verified] as Bool?)?.description),
      ("closed", (record[.closed] as Bool?)?.description),
      ("closedAt", (record[.closedAt] as Double?)?.description),
      ("createdAt", (record[.createdAt] as Double?)?.description),
      ("favorite", (record[.favorite] as Bool?)?.description),
      ("popularity", (record[.popularity] as Double?)?.description),
      ("likes", (record[.likeCount] as Int64?)?.description),
      ("refreshedAt", (record[.refreshedAt] as Double?)?.description),
    ]
  }

  private static func text(_ field: VenueField, _ record: borrowing VenueRecord) -> String? {
    (record[field] as TextSlice?)?.string
  }

  private static func specials(_ record: borrowing VenueRecord) -> String? {
    (record[.specialCount] as Int64?).flatMap { $0 == 0 ? nil : $0.description }
  }

  private static func lists(_ record: borrowing VenueRecord) -> [(String, String?)] {
    let categories = record.categories.map { text($0) }.joined(separator: ", ")
    let tips = record.tips.map { tip in
      "\(tip.text.string)|\(tip.createdAt?.description ?? "")|\(tip.agreeCount?.description ?? "")"
        + (tip.likeCount.map { "|\($0)" } ?? "") + (tip.language.map { "|\($0.string)" } ?? "")
    }
    return [
      ("category", record.categories.isEmpty ? nil : text(record.category)),
      (
        "categories",
        record.categories.count < 2 && record.categories.first?.path == nil
          ? nil : "[\(categories)]"
      ),
      ("tips", tips.isEmpty ? nil : "[\(tips.joined(separator: ", "))]"),
      (
        "open",
        record.openings.isEmpty
          ? nil : record.openings.map { "\($0.opens)-\($0.closes)" }.joined(separator: ",")
      ),
    ] + VenueList.allCases.map { ($0.key, elements($0, record)) }
  }

  /// The elements with `|` between their parts; nil for none, and for a single neighborhood.
  private static func elements(_ list: VenueList, _ record: borrowing VenueRecord) -> String? {
    let cells = record.lists[list.rawValue]
    let width = list.parts.count
    guard cells.count > (list == .neighborhoods ? 1 : 0) else { return nil }
    let elements = stride(from: 0, to: cells.count, by: width).map { start in
      cells[start..<start + width].map { text($0) }.joined(separator: "|")
    }
    return "[\(elements.joined(separator: ", "))]"
  }

  private static func text(_ cell: VenueRecord.Cell) -> String {
    switch cell {
    case .missing: ""
    case .text(let text): text.string
    case .integer(let number): number.description
    case .double(let number): number.description
    case .boolean(let flag): flag.description
    }
  }

  private static func text(_ category: VenueRecord.Category) -> String {
    (category.name?.string ?? "") + (category.id.map { "#\($0.string)" } ?? "")
      + (category.path.map { "(\($0.string))" } ?? "")
  }
}
