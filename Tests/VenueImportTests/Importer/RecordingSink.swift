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

  private static func line(_ record: borrowing VenueRecord) -> String {
    let parts = attributes.map { ($0.name, value(of: $0.field, record)) } + lists(record)
    return parts.compactMap { name, value in value.map { "\(name)=\($0)" } }
      .joined(separator: " ")
  }

  /// The attributes in the order of a line: texts, then numbers, then those that are not listed here.
  private static let attributes: [(field: VenueField, name: String)] = {
    let listed: [(VenueField, String)] = [
      (.id, "id"), (.name, "name"), (.phone, "phone"), (.url, "url"), (.menuURL, "menu"),
      (.address, "address"), (.crossStreet, "cross"), (.neighborhood, "part"), (.city, "city"),
      (.state, "state"), (.postalCode, "postal"), (.country, "country"), (.countryCode, "cc"),
      (.hours, "hours"), (.chain, "chain"), (.ratingColor, "color"), (.note, "note"),
      (.chainID, "chainID"), (.storeID, "storeID"), (.description, "about"),
      (.twitter, "twitter"), (.facebook, "facebook"), (.instagram, "instagram"),
      (.deliveryURL, "delivery"), (.reservationURL, "reservation"), (.currency, "currency"),
      (.latitude, "lat"), (.longitude, "lng"), (.distance, "distance"), (.tier, "tier"),
      (.specialCount, "specials"), (.checkinsCount, "checkins"), (.usersCount, "users"),
      (.tipCount, "tipCount"), (.rating, "rating"), (.ratingSignals, "signals"),
      (.photoCount, "photos"), (.verified, "verified"), (.closed, "closed"),
      (.closedAt, "closedAt"), (.createdAt, "createdAt"), (.favorite, "favorite"),
      (.popularity, "popularity"), (.likeCount, "likes"), (.refreshedAt, "refreshedAt"),
    ]
    let others: Set<VenueField> = [
      .category, .categoryID, .timeZone, .openNow, .openNowAt, .extras,
    ]
    let known = others.union(listed.map(\.0))
    return listed + VenueField.attributes.filter { !known.contains($0) }.map { ($0, $0.key) }
  }()

  private static func value(of field: VenueField, _ record: borrowing VenueRecord) -> String? {
    let isNoDeal = field == .specialCount && (record[field] as Int64?) == 0
    return isNoDeal
      ? nil
      : (record[field] as TextSlice?)?.string ?? (record[field] as Int64?)?.description
        ?? (record[field] as Double?)?.description ?? (record[field] as Bool?)?.description
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
