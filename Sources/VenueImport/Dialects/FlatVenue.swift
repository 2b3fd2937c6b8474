import FetchKit
import JSONStream
import Venues

// The objects and rows that `boba export` writes: every attribute under its key.

extension PlaceReader {
  /// The attributes that are read alike, with the names of their keys.
  private static let plainFields: [(field: VenueField, name: FieldName)] = {
    let others: Set<VenueField> = [
      .latitude, .longitude, .priceCategory, .tier, .category, .categoryID, .hours, .openNow,
      .openNowAt,
    ]
    let names = Dictionary(FieldName.spellings, uniquingKeysWith: { first, _ in first })
    return VenueField.attributes.filter { !others.contains($0) }.compactMap { field in
      names[field.key].map { (field, $0) }
    }
  }()

  mutating func readFlat(_ value: JSONValue) {
    for (field, name) in Self.plainFields { readPlain(field, place[name]) }
    readCoordinates(place[.latitude], place[.longitude], keepsOrigin: true)
    readFlatCategories()
    readPrice(place[.tier])
    if record.isMissing(.tier) { readPrice(place[.priceCategory]) }
    if place[.tips]?.kind == .array { readTips(place[.tips]) } else { readJoinedTips() }
    if let hours = place[.hours] { readHours(hours) }
    readOurOpenings(value)
  }

  /// The attributes in the `boba` of a place in a format of Foursquare.
  mutating func readOurOwn(_ value: JSONValue?) {
    guard let value else { return }
    for (field, name) in Self.plainFields { readPlain(field, value[name]) }
    if let hours = value[.hours] { readHours(hours) }
    readOurOpenings(value)
  }

  /// Reads an attribute by its type; a missing value changes nothing.
  private mutating func readPlain(_ field: VenueField, _ value: JSONValue?) {
    guard let value else { return }
    switch field.type {
    case .string:
      let text =
        field.format == .prose ? guardedText(value, field.key) : text(value, field.key)
      if let text { record[field] = text }
    case .integer: if let number = count(value, field.key) { record[field] = number }
    case .double:
      switch field {
      case .rating: readRating(value)
      case .distance: readDistance(value)
      default: if let number = double(value, field.key) { record[field] = number }
      }
    case .boolean: if let flag = boolean(value, field.key) { record[field] = flag }
    case .date: if let seconds = date(value, field.key) { record[field] = seconds }
    case .data: break
    }
  }

  private mutating func readFlatCategories() {
    readCategoryNames()
    readCategoryIDs()
    if let first = record.categories.first { record.category = first }
    let primary = VenueRecord.Category(
      name: guardedText(place[.category], "category"), id: text(place[.categoryID], "categoryID"))
    guard primary.name != nil || primary.id != nil else { return }
    record.category = primary
    placePrimary(primary)
  }

  /// The list has names only: the primary category's identifier is added to it, or it becomes the first.
  private mutating func placePrimary(_ primary: VenueRecord.Category) {
    let same = record.categories.firstIndex { $0.name?.string == primary.name?.string }
    if let same {
      record.categories[same].id = record.categories[same].id ?? primary.id
    } else {
      record.categories.insert(primary, at: 0)
    }
  }
}

// MARK: - Lists: arrays in JSON, cells joined with "; " in CSV

extension PlaceReader {
  mutating func readCategoryNames() {
    let list = place[.categories]
    guard list?.children.first(where: { $0.kind == .object }) == nil else {
      return readCategories(list)
    }
    for name in cells(list, "categories").compactMap(\.self) {
      record.categories.append(VenueRecord.Category(name: name))
    }
  }

  /// The identifiers match the names, one for each or none.
  mutating func readCategoryIDs() {
    let ids = cells(place[.ownCategoryIDs], "categoryIDs")
    guard ids.count == record.categories.count else { return }
    for (index, id) in ids.enumerated() { record.categories[index].id = id }
  }

  mutating func readJoinedTips() {
    let texts = cells(place[.tips], "tips")
    let dates = cells(place[.tipsCreatedAt], "tipsCreatedAt")
    let counts = cells(place[.tipsAgreeCount], "tipsAgreeCount")
    for (index, text) in texts.enumerated() {
      guard let text else { continue }
      record.tips.append(
        VenueRecord.Tip(
          text: text,
          createdAt: dates.count == texts.count
            ? dates[index].flatMap { ISO8601Date.seconds($0) } : nil,
          agreeCount: counts.count == texts.count
            ? counts[index].flatMap { DecimalNumber.integer($0) } : nil))
    }
  }

  /// Times of the week as objects, or as two lists; `value` is the place, or its `boba`.
  mutating func readOurOpenings(_ value: JSONValue) {
    record[.openNow] = boolean(value[.openNow], "openNow") ?? record[.openNow]
    let date = date(value[.openNowAt], "openNowAt")
    if !record.isMissing(.openNow) { record[.openNowAt] = date }
    for span in value[.openings]?.children.map({ $0 }) ?? [] {
      add(count(span[.opens], "openings.opens"), count(span[.closes], "openings.closes"), span)
    }
    let (opens, closes) = (cells(value[.opens], "opens"), cells(value[.closes], "closes"))
    guard opens.count == closes.count, let place = value[.opens] else { return }
    for (start, end) in zip(opens, closes) {
      add(
        start.flatMap { DecimalNumber.integer($0) },
        end.flatMap { DecimalNumber.integer($0) }, place)
    }
  }

  private mutating func add(_ opens: Int64?, _ closes: Int64?, _ value: JSONValue) {
    guard let opens, let closes, 0 <= opens, opens < closes, closes <= 7 * 24 * 60 else {
      return report("openings", .invalidOpening, value)
    }
    record.openings.append(Opening(opens: Int(opens), closes: Int(closes)))
  }

  /// The elements of a list; nil for an empty one.
  private mutating func cells(_ value: JSONValue?, _ field: String) -> [TextSlice?] {
    guard let value else { return [] }
    guard value.kind != .array else {
      var cells: [TextSlice?] = []
      for element in value.children {
        cells.append(element.kind == .null ? nil : text(element, field))
      }
      return cells
    }
    guard let joined = guardedText(value, field) else { return [] }
    return JoinedNames.cells(joined.string).map { cell in
      cell.isEmpty ? nil : value.tape.pointee.arena.copy(cell.utf8)
    }
  }
}

/// A list of names in one cell: joined with `; `, with a backslash before each `;` and `\` of a name.
enum JoinedNames {
  /// The names; empty ones are left out.
  static func split(_ text: String) -> [String] { cells(text).filter { !$0.isEmpty } }

  /// All that is between the marks, empty or not.
  static func cells(_ text: String) -> [String] {
    var cells: [String] = []
    var cell = String.UnicodeScalarView()
    var isEscaped = false
    var isStart = false
    for scalar in text.unicodeScalars {
      if isEscaped || (scalar != "\\" && scalar != ";" && !(isStart && scalar == " ")) {
        cell.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == ";" {
        cells.append(String(cell))
        cell.removeAll()
      }
      isStart = scalar == ";" && cell.isEmpty
    }
    return cells + [String(cell)]
  }
}
