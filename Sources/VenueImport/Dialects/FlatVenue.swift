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
    return VenueField.attributes.filter { !others.contains($0) }.compactMap { field in
      FieldName.bySpelling[field.key].map { (field, $0) }
    }
  }()

  /// The names that Foursquare's formats have for the same in objects.
  private static let otherNames: [(field: VenueField, name: FieldName)] = [
    (.phone, .formattedPhone), (.phone, .tel), (.url, .website), (.city, .locality),
    (.city, .postTown), (.state, .region), (.state, .adminRegion), (.tipCount, .totalTips),
    (.ratingSignals, .totalRatings), (.photoCount, .totalPhotos), (.likeCount, .likesCount),
    (.id, .venueID), (.facebook, .facebookID), (.createdAt, .dateCreated),
    (.closedAt, .dateClosed), (.refreshedAt, .dateRefreshed),
  ]

  mutating func readFlat(_ value: JSONValue) {
    values.isOwn = format == .boba || place.hasExportKeys && !values.isFlattened
    values.splitsCategories = !values.isOwn
    for (field, name) in Self.plainFields { readPlain(field, place[name]) }
    for (field, name) in Self.otherNames where record.isMissing(field) {
      readPlain(field, place[name])
    }
    readPlain(.facebook, place[.facebookUsername])
    location.load(nil)
    readFormattedAddress()
    if record.isMissing(.checkinsCount) {
      record[.checkinsCount] = values.plainCount(place[.checkins], "checkins")
    }
    if record.isMissing(.likeCount) {
      record[.likeCount] = values.plainCount(place[.likes], "likes")
    }
    // Other spreadsheets have columns of ours, too.
    let isSpreadsheet = values.isFlattened || values.isTabular && !values.hasOnlyExportColumns
    record.set(
      Coordinates(
        place[.latitude], place[.longitude], keepsOrigin: values.isOwn && !isSpreadsheet, &values))
    categories.read(flat: place, &values, into: &record)
    if isSpreadsheet {
      record[.currency] = nil as TextSlice?
      record.set(Price(tier: place[.tier], in: place[.currency], &values))
    }
    for name in [FieldName.tier, .priceCategory, .price] where record.isMissing(.tier) {
      readPrice(place[name])
    }
    if let tips = place[.tips], tips.kind != .string {
      record.appendTips(tips, &values)
      if record.isMissing(.tipCount) { readTipCount(nil, tips) }
    } else {
      record.appendTips(columns: place, &values)
    }
    readHours()
    readExportedOpenings(value)
    ExportedLists.read(place, in: nil, &values, into: &record)
    readFoursquareLists()
    if record.count(of: .neighborhoods) == 0,
      let neighborhood: TextSlice = record[.neighborhood]
    {
      record.append(.text(neighborhood), to: .neighborhoods)
    }
  }

  /// Lists in the forms of Foursquare's formats, which other programs write beside flat columns.
  private mutating func readFoursquareLists() {
    let dealCount: Int64? = record[.specialCount]
    readSpecials(place[.specials])
    if place[.specialCount] != nil {
      record[.specialCount] = dealCount
    } else if place[.specials] == nil {
      record[.specialCount] = Int64(record.count(of: .deals))
    }
    if let photos = place[.photos], photos.kind != .string {
      record.removeAll(.photos)
      record.appendPhotos(photos, &values)
    }
    if record.isMissing(.chain) { readChain(place[.venueChains] ?? place[.chains]) }
    TagReader.readOthers(place, &values, into: &record)
    readPopularHours()
  }

  /// The attributes in the `boba` of a place in a format of Foursquare.
  mutating func readOurOwn(_ value: JSONValue?) {
    guard let value else { return }
    values.isOwn = true
    for (field, name) in Self.plainFields { readPlain(field, value[name]) }
    record.set(
      Coordinates(value[.latitude], value[.longitude], keepsOrigin: true, &values))
    if let hours = values.prose(value[.hours], "hours") { record[.hours] = hours }
    readExportedOpenings(value)
    ExportedLists.read(place, in: value, &values, into: &record)
  }

  /// Times of the week, and whether the venue is open; `value` is the place, or its `boba`.
  private mutating func readExportedOpenings(_ value: JSONValue) {
    record[.openNow] = values.boolean(value[.openNow], "openNow") ?? record[.openNow]
    let date = values.date(value[.openNowAt], "openNowAt")
    if !record.isMissing(.openNow) { record[.openNowAt] = date }
    OpeningHours.readExported(value, &values, into: &record.openings)
  }

  /// Reads an attribute by its type; a missing value changes nothing.
  private mutating func readPlain(_ field: VenueField, _ value: JSONValue?) {
    guard let value else { return }
    switch field.type {
    case .string:
      let text =
        field.format == .plain ? values.text(value, field.key) : values.prose(value, field.key)
      if let text { record[field] = text }
    case .integer: if let number = values.count(value, field.key) { record[field] = number }
    case .double: readNumber(field, value)
    case .boolean: if let flag = values.boolean(value, field.key) { record[field] = flag }
    case .date: if let seconds = values.date(value, field.key) { record[field] = seconds }
    case .data: break
    }
  }
}

/// Reads the lists of our own exports: elements in JSON, and a column for each part in CSV.
enum ExportedLists {
  /// The names of the keys of a list.
  private struct Names {
    let list: VenueList
    let name: FieldName
    /// For the elements in JSON, and for the columns in CSV.
    let keys, headers: [FieldName]
    let parts: [VenueList.Part]
  }

  private static let names: [Names] = {
    let names = FieldName.bySpelling
    return VenueList.allCases.map { list in
      Names(
        list: list, name: names[list.key] ?? .unknown,
        keys: list.parts.map { names[$0.key] ?? .unknown },
        headers: list.parts.map { names[$0.header] ?? .unknown }, parts: list.parts)
    }
  }()

  /// Reads the lists of a place, or of the `boba` of a place in a format of Foursquare.
  static func read(
    _ place: borrowing MemberIndex, in boba: JSONValue?, _ values: inout ValueReader,
    into record: inout VenueRecord
  ) {
    for names in names {
      let elements = boba == nil ? place[names.name] : boba?[names.name]
      if let elements, !names.list.isTextList, elements.kind == .array {
        record.removeAll(names.list)
        for element in elements.children { read(element, names, &values, into: &record) }
      } else {
        let cells = names.headers.map { boba == nil ? place[$0] : boba?[$0] }
        read(cells, names, &values, into: &record)
      }
    }
  }

  private static func read(
    _ element: JSONValue, _ names: Names, _ values: inout ValueReader,
    into record: inout VenueRecord
  ) {
    guard element.kind == .object else {
      return values.report(names.list.key, expected: .object, element)
    }
    let cells = zip(names.keys, names.parts).map { key, part in
      cell(element[key], part.type, names.list.key, &values)
    }
    append(cells, to: names.list, of: &record)
  }

  /// Appends an element that has a value.
  private static func append(
    _ cells: [VenueRecord.Cell], to list: VenueList, of record: inout VenueRecord
  ) {
    guard !cells.allSatisfy(\.isMissing) else { return }
    for cell in cells { record.append(cell, to: list) }
  }

  private static func cell(
    _ value: JSONValue?, _ type: AttributeType, _ field: String, _ values: inout ValueReader
  ) -> VenueRecord.Cell {
    switch type {
    case .date: VenueRecord.Cell(values.date(value, field))
    case .integer: VenueRecord.Cell(values.count(value, field))
    case .string, .double, .boolean, .data: VenueRecord.Cell(values.prose(value, field))
    }
  }

  /// Each column has a value for each element, or is missing.
  private static func read(
    _ cells: [JSONValue?], _ names: Names, _ values: inout ValueReader,
    into record: inout VenueRecord
  ) {
    var texts: [[TextSlice?]] = []
    for (cell, part) in zip(cells, names.parts) { texts.append(values.texts(cell, part.header)) }
    let count = texts.reduce(0) { max($0, $1.count) }
    guard count > 0 else { return }
    record.removeAll(names.list)
    var columns: [ListColumn] = []
    for (index, part) in names.parts.enumerated() {
      columns.append(values.column(cells[index], part.header, texts[index], of: count))
    }
    for index in 0..<count {
      let cells = zip(columns, names.parts).map { column, part in
        cell(index, of: column, part.type, &values)
      }
      append(cells, to: names.list, of: &record)
    }
  }

  private static func cell(
    _ index: Int, of column: ListColumn, _ type: AttributeType, _ values: inout ValueReader
  ) -> VenueRecord.Cell {
    switch type {
    case .date: VenueRecord.Cell(values.date(index, of: column))
    case .integer: VenueRecord.Cell(values.integer(index, of: column))
    case .string, .double, .boolean, .data: VenueRecord.Cell(column.texts[index])
    }
  }
}
