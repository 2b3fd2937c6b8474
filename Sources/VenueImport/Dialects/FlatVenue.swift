import FetchKit
import JSONStream
import Venues

// The objects and rows that `boba export` writes: every attribute under its key.

extension PlaceReader {
  /// The attributes that are read alike, with the names of their keys.
  private static let plainFields: [(field: VenueField, name: FieldName)] = {
    let others: Set<VenueField> = [
      .latitude, .longitude, .priceCategory, .tier, .category, .categoryID, .hours, .openNow,
      .openNowAt, .extras,
    ]
    let names = Dictionary(FieldName.spellings, uniquingKeysWith: { first, _ in first })
    return VenueField.attributes.filter { !others.contains($0) }.compactMap { field in
      names[field.key].map { (field, $0) }
    }
  }()

  /// The names that Foursquare's formats have for the same in objects.
  private static let otherNames: [(field: VenueField, name: FieldName)] = [
    (.phone, .formattedPhone), (.phone, .tel), (.url, .website), (.city, .locality),
    (.city, .postTown), (.state, .region), (.state, .adminRegion), (.tipCount, .totalTips),
    (.ratingSignals, .totalRatings), (.photoCount, .totalPhotos), (.likeCount, .likesCount),
    (.facebook, .facebookUsername), (.facebook, .facebookID), (.createdAt, .dateCreated),
    (.closedAt, .dateClosed), (.refreshedAt, .dateRefreshed),
  ]

  mutating func readFlat(_ value: JSONValue) {
    isOwn = isOurExport
    for (field, name) in Self.plainFields { readPlain(field, place[name]) }
    for (field, name) in Self.otherNames where record.isMissing(field) {
      readPlain(field, place[name])
    }
    // Other spreadsheets have columns of ours, too.
    let isSpreadsheet = value.tape.pointee.escaping != .json && !hasOwnColumns
    readCoordinates(
      place[.latitude], place[.longitude], keepsOrigin: isOwn && !isSpreadsheet)
    readFlatCategories()
    if isSpreadsheet {
      record[.currency] = nil as TextSlice?
      readPrice(tier: place[.tier], in: place[.currency])
    }
    for name in [FieldName.tier, .priceCategory, .price] where record.isMissing(.tier) {
      readPrice(place[name])
    }
    if place[.tips]?.kind == .array { readTips(place[.tips]) } else { readJoinedTips() }
    if let hours = place[.hours] { readHours(hours) }
    readOurOpenings(value)
    readOwnLists(in: nil)
  }

  /// The attributes in the `boba` of a place in a format of Foursquare.
  mutating func readOurOwn(_ value: JSONValue?) {
    guard let value else { return }
    isOwn = true
    for (field, name) in Self.plainFields { readPlain(field, value[name]) }
    readCoordinates(value[.latitude], value[.longitude], keepsOrigin: true)
    if let hours = value[.hours] { readHours(hours) }
    readOurOpenings(value)
    readOwnLists(in: value)
  }

  /// Reads an attribute by its type; a missing value changes nothing.
  private mutating func readPlain(_ field: VenueField, _ value: JSONValue?) {
    guard let value else { return }
    switch field.type {
    case .string:
      let text = field.format == .plain ? text(value, field.key) : prose(value, field.key)
      if let text { record[field] = text }
    case .integer: if let number = count(value, field.key) { record[field] = number }
    case .double:
      switch field {
      case .rating: readRating(value)
      case .popularity: readNumber(.popularity, upTo: 1, value)
      case .distance: readDistance(value)
      default: if let number = double(value, field.key) { record[field] = number }
      }
    case .boolean: if let flag = boolean(value, field.key) { record[field] = flag }
    case .date: if let seconds = date(value, field.key) { record[field] = seconds }
    case .data: break
    }
  }

  private mutating func readFlatCategories() {
    readCategoryList()
    if let first = record.categories.first { record.category = first }
    let primary = VenueRecord.Category(
      name: prose(place[.category], "category"), id: text(place[.categoryID], "categoryID"))
    guard primary.name != nil || primary.id != nil else { return }
    record.category = primary
    placePrimary(primary)
  }

  /// The list has names only: the primary category's identifier is added to it, or it becomes the first.
  private mutating func placePrimary(_ primary: VenueRecord.Category) {
    let same = record.categories.indices.filter {
      record.categories[$0].name?.string == primary.name?.string
    }
    let exact = same.first { record.categories[$0].id?.string == primary.id?.string }
    if let same = exact
      ?? same.first(where: { record.categories[$0].id == nil || primary.id == nil })
    {
      record.categories[same].id = record.categories[same].id ?? primary.id
    } else {
      record.categories.insert(primary, at: 0)
    }
  }
}

// MARK: - Lists: arrays in JSON, cells joined with "; " in CSV

extension PlaceReader {
  /// Names, and identifiers for each or none of them; a category may have no name.
  mutating func readCategoryList() {
    let list = place[.categories]
    guard list?.children.first(where: { $0.kind == .object }) == nil else {
      return readCategories(list)
    }
    let names = cells(list, "categories")
    let ids = cells(place[.ownCategoryIDs], "categoryIDs")
    let paths = cells(place[.categoryPaths], "categoryPaths")
    for index in 0..<max(names.count, names.isEmpty ? ids.count : 0) {
      let category = VenueRecord.Category(
        name: names.isEmpty ? nil : names[index],
        id: names.isEmpty || ids.count == names.count ? ids[index] : nil,
        path: paths.count == max(names.count, ids.count) ? paths[index] : nil)
      if category.name != nil || category.id != nil { record.categories.append(category) }
    }
  }

  mutating func readJoinedTips() {
    let texts = cells(place[.tips], "tips")
    let dates = cells(place[.tipsCreatedAt], "tipsCreatedAt")
    let counts = cells(place[.tipsAgreeCount], "tipsAgreeCount")
    let likes = cells(place[.tipsLikeCount], "tipsLikeCount")
    let languages = cells(place[.tipsLanguage], "tipsLanguage")
    for (index, text) in texts.enumerated() {
      guard let text else { continue }
      record.tips.append(
        VenueRecord.Tip(
          text: text,
          createdAt: dates.count == texts.count
            ? dates[index].flatMap { ISO8601Date.seconds($0.bytes) } : nil,
          agreeCount: counts.count == texts.count
            ? counts[index].flatMap { DecimalNumber.integer($0) } : nil,
          likeCount: likes.count == texts.count
            ? likes[index].flatMap { DecimalNumber.integer($0) } : nil,
          language: languages.count == texts.count ? languages[index] : nil))
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
  mutating func cells(_ value: JSONValue?, _ field: String) -> [TextSlice?] {
    guard let value else { return [] }
    guard value.kind != .array else {
      var cells: [TextSlice?] = []
      for element in value.children {
        cells.append(element.kind == .null ? nil : text(element, field))
      }
      return cells
    }
    guard let joined = prose(value, field, upTo: Self.maximumTexts) else { return [] }
    return JoinedTexts.split(joined, in: &value.tape.pointee.arena).map { $0.count == 0 ? nil : $0 }
  }
}

/// A list of texts in one cell: joined with `; `, with a backslash before each `;` and `\` of a text.
enum JoinedTexts {
  /// All that is between the marks, empty or not; texts with backslashes are copied without them.
  static func split(_ joined: TextSlice, in arena: inout TextArena) -> [TextSlice] {
    var texts: [TextSlice] = []
    var (start, index, isEscaped) = (0, 0, false)
    while index <= joined.count {
      if index == joined.count || joined.start[index] == UInt8(ascii: ";") {
        let text = TextSlice(start: joined.start + start, count: index - start)
        texts.append(isEscaped ? unescaped(text, in: &arena) : text)
        start = index + 1
        if start < joined.count, joined.start[start] == UInt8(ascii: " ") { start += 1 }
        (index, isEscaped) = (start, false)
      } else if joined.start[index] == Byte.backslash {
        isEscaped = true
        index = min(index + 2, joined.count)
      } else {
        index += 1
      }
    }
    return texts
  }

  private static func unescaped(_ text: TextSlice, in arena: inout TextArena) -> TextSlice {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.bytes {
      if byte == Byte.backslash, !isEscaped {
        isEscaped = true
      } else {
        bytes.append(byte)
        isEscaped = false
      }
    }
    return arena.copy(bytes)
  }
}
