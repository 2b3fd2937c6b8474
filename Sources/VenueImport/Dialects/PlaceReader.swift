import FetchKit
import JSONStream
import Venues

/// Turns the tape of one place into a record.
struct PlaceReader: ~Copyable {
  /// The result of a row.
  enum Outcome: Equatable {
    case row(ImportFormat)
    case skipped(SkipReason)
  }

  let format: ImportFormat
  var record = VenueRecord()
  var values = ValueReader()
  var categories = CategoryReader()
  var place = MemberIndex()
  /// The members of its `location`, or of the place itself where the dialect is flat.
  var location = MemberIndex()
  /// The members of the object in the place that is being read.
  var inner = MemberIndex()
  /// The titles of columns that no field reads; their cells are the last children of a row.
  private var otherColumns: [String] = []
  /// The titles of the other columns.
  private var titles: [FieldName: String] = [:]

  /// Reads places of one dialect, or of any.
  init(format: ImportFormat = .auto) { self.format = format }

  /// Prepares for the rows of a CSV file.
  mutating func prepare(for header: CSVHeader, hasDecimalCommas: Bool) {
    (otherColumns, titles) = (header.otherTitles, header.titles)
    values.isTabular = true
    values.hasOnlyExportColumns = header.hasOnlyExportColumns
    values.isFlattened = header.hasOtherSpellings
    values.hasDecimalCommas = hasDecimalCommas
  }

  /// Reads a place; `tips` are those that stand beside it in an explore response, and `deal` is the
  /// parent of the place in an answer about deals.
  mutating func read(
    _ value: JSONValue, tips: JSONValue? = nil, deal: JSONValue? = nil
  ) -> Outcome {
    record.reset()
    values.reset()
    guard value.kind == .object else { return .skipped(.notAnObject(value.kind)) }
    place.load(value)
    let dialect =
      format == .auto ? .detect(place, hasOnlyExportColumns: values.hasOnlyExportColumns) : format
    read(value, as: dialect)
    if record.isMissing(.latitude), let geometry = place.peek(FieldName.geometry.key),
      Coordinates.isPoint(geometry), let geometry = place[.geometry]
    {
      record.set(Coordinates(geometry: geometry, keepsOrigin: false, &values))
    }
    if record.tips.isEmpty { record.appendTips(tips, &values) }
    if record.isMissing(.tipCount), !record.tips.isEmpty {
      record[.tipCount] = Int64(record.tips.count)
    }
    if let deal {
      record.appendDeal(deal, &values)
      record.removeRepeats(of: .deals)
      if (record[.specialCount] as Int64?) == 0 { record[.specialCount] = Int64(1) }
    }
    return finish(value, dialect)
  }

  mutating func read(_ value: JSONValue, as dialect: ImportFormat) {
    switch dialect {
    case .auto, .v2: readFoursquareV2(value)
    case .v3: readPlacesV3(value)
    case .places2025: readPlaces2025(value)
    case .osplaces: readOpenPlaces(value)
    case .geojson: readFeature(value)
    case .boba: readFlat(value)
    }
  }

  private mutating func finish(_ value: JSONValue, _ dialect: ImportFormat) -> Outcome {
    guard let name: TextSlice = record[.name] else {
      let problem = values.problems.first { $0.field == "name" }?.problem
      return .skipped(problem.map { .invalidName($0) } ?? .noName)
    }
    if record.isMissing(.id) {
      record[.id] = value.tape.pointee.arena.copy(DerivedID.make(name: name, record).utf8)
    }
    checkParts()
    readExtras(of: value, isFeature: dialect == .geojson)
    if value.tape.pointee.lostCharacters > 0 {
      values.report("text", .lostCharacters, value)
    }
    return .row(dialect)
  }

  private mutating func readExtras(of value: JSONValue, isFeature: Bool) {
    let extras = Extras(
      value, properties: isFeature ? value[.properties] : nil,
      own: place[.extras] ?? place[.boba]?[.extras], otherColumns: otherColumns, titles: titles)
    guard let extras else { return }
    if extras.isTruncated {
      values.report("extras", .extrasTooLong(kilobytes: ExtrasText.maximumCount >> 10), value)
    }
    if extras.isTooDeep {
      values.report("extras", .extrasTooDeep(levels: ExtrasText.maximumDepth), value)
    }
    if let text = extras.text { record[.extras] = value.tape.pointee.arena.copy(text) }
  }
}

extension PlaceReader {
  /// The members that are read for what is in them.
  private static let parts: [(name: FieldName, expected: JSONKind)] = [
    (.location, .object), (.contact, .object), (.stats, .object), (.geocodes, .object),
    (.socialMedia, .object), (.delivery, .object), (.reservations, .object), (.chains, .array),
    (.venueChains, .array), (.openings, .array), (.deals, .array),
  ]

  /// Reports members of which nothing could be read because of their type; unread ones are kept with the extras, and blank
  /// texts and empty arrays say nothing.
  private mutating func checkParts() {
    for (name, expected) in Self.parts {
      guard let value = place.peek(name.key), value.kind != .null, !value.isUnread,
        value.kind != .object, value.kind != expected, value.text?.isBlank != true,
        value.kind != .array || value.count > 0
      else { continue }
      values.report(name.spelling, expected: expected, value)
    }
  }
}

// MARK: - GeoJSON

extension PlaceReader {
  /// A feature after RFC 7946, which has a geometry and properties.
  private mutating func readFeature(_ value: JSONValue) {
    // What is looked up is not kept in the extras.
    let (geometry, featureID, _) = (place[.geometry], place[.id], place[.type])
    guard let properties = place[.properties], properties.kind == .object else { return }
    place.load(properties)
    let dialect = ImportFormat.detect(place, hasOnlyExportColumns: values.hasOnlyExportColumns)
    read(properties, as: dialect == .geojson ? .boba : dialect)
    if record.isMissing(.id) { record[.id] = values.text(featureID, "id") }
    guard let geometry else { return }
    record.set(Coordinates(geometry: geometry, keepsOrigin: values.isOwn, &values))
  }
}

// MARK: - What several dialects have in common

extension PlaceReader {
  /// The attributes that Foursquare's formats have in common.
  mutating func readCommon(id: TextSlice?) {
    record[.id] = id
    record[.name] = values.prose(place[.name], "name")
    readAddress()
    readFormattedAddress()
    readNumber(.distance, location[.distance] ?? place[.distance])
    categories.read(list: place[.categories], &values, into: &record)
    if record.categories.isEmpty {
      categories.read(single: place[.category], &values, into: &record)
    }
    readPrice(place[.price])
    if record.isMissing(.tier) {
      record.set(Price(tier: place[.tier], in: place[.currency], &values))
    }
    readNumber(.rating, place[.rating])
    record[.verified] = values.boolean(place[.verified], "verified")
    readClosing()
    let createdAt = place[.createdAt]
    record[.createdAt] = values.date(
      createdAt ?? place[.dateCreated], createdAt == nil ? "date_created" : "createdAt")
    readHours()
    let menu = place[.menu]
    let isObject = menu?.kind == .object
    record[.menuURL] = values.text(isObject ? menu?[.url] : menu, isObject ? "menu.url" : "menu")
    readChain(place[.venueChains] ?? place[.chains])
    readDetails()
  }

  /// What few places have.
  private mutating func readDetails() {
    record[.description] = values.prose(place[.description], "description")
    record[.storeID] = values.prose(place[.storeID], "storeId")
    record[.timeZone] = values.prose(place[.timeZone], "timeZone")
    readNumber(.popularity, place[.popularity])
    record[.refreshedAt] = values.date(
      place[.dateRefreshed] ?? place[.refreshedAt], "date_refreshed")
    let likes = place[.likes]
    record[.likeCount] =
      values.plainCount(likes, "likes")
      ?? values.count(likes?[.count] ?? place[.stats]?[.likesCount], "likes.count")
    record[.deliveryURL] = values.text(place[.delivery]?[.url], "delivery.url")
    record[.reservationURL] = values.text(place[.reservations]?[.url], "reservations.url")
    TagReader.read(place, &values, into: &record)
    record.appendPhotos(place[.photos], &values)
    readPopularHours()
  }

  mutating func readPopularHours() {
    for span in OpeningHours.popular(place, &values) {
      record.append(.integer(Int64(span.opens)), to: .popularHours)
      record.append(.integer(Int64(span.closes)), to: .popularHours)
    }
  }

  /// The address from the members of `location`, under the names of any dialect.
  mutating func readAddress() {
    record[.address] = lines(location[.address], "address")
    record[.crossStreet] = values.prose(location[.crossStreet], "crossStreet")
    readNeighborhood(location[.neighborhood])
    record[.city] =
      values.prose(location[.city], "city") ?? values.prose(location[.locality], "locality")
      ?? values.prose(location[.postTown], "post_town")
    record[.state] =
      values.prose(location[.state], "state") ?? values.prose(location[.region], "region")
      ?? values.prose(location[.adminRegion], "admin_region")
    record[.postalCode] = values.postalCode(location[.postalCode], "postalCode")
    record[.country] = values.prose(location[.country], "country")
    record[.countryCode] = values.prose(location[.countryCode], "countryCode")
    guard record.isMissing(.countryCode), let country: TextSlice = record[.country],
      country.count == 2, country.bytes.allSatisfy(\.isASCIILetter)
    else { return }
    record[.countryCode] = country
    record[.country] = nil as TextSlice?
  }

  /// Reads the address in one text or in lines where there is no other, unless it says no more than the city and the
  /// other parts that were read.
  mutating func readFormattedAddress() {
    guard record.isMissing(.address),
      let text = lines(
        location[.formattedAddress] ?? place[.formattedAddress], "formattedAddress"),
      !repeatsOtherParts(text)
    else { return }
    record[.address] = text
  }

  /// The texts of a list with commas between them, or a single one.
  private mutating func lines(_ value: JSONValue?, _ field: String) -> TextSlice? {
    guard let value else { return nil }
    guard value.kind == .array else { return values.prose(value, field) }
    let texts = values.proseList(value, field)
    guard texts.count > 1 else { return texts.first }
    return value.tape.pointee.arena.copy(texts.map(\.string).joined(separator: ", ").utf8)
  }

  /// Whether all words of a text are in the parts of the address that were read.
  private func repeatsOtherParts(_ text: TextSlice) -> Bool {
    let parts: [VenueField] = [
      .crossStreet, .neighborhood, .city, .state, .postalCode, .country, .countryCode,
    ]
    let known = Set(parts.compactMap { record[$0] as TextSlice? }.flatMap(AddressWords.init))
    return AddressWords(text).allSatisfy(known.contains)
  }

  /// A name, or a list of names of which the first that says something counts.
  private mutating func readNeighborhood(_ value: JSONValue?) {
    guard let value else { return }
    for name in values.proseList(value, "neighborhood") {
      if record.isMissing(.neighborhood) { record[.neighborhood] = name }
      record.append(.text(name), to: .neighborhoods)
    }
  }

  /// Hours as text and as times of the week, and whether the venue is open; columns of their members, such as
  /// `hours.regular`, stand in the place itself.
  mutating func readHours() {
    let hours = place[.hours]
    inner.load(hours?.kind == .object ? hours : nil)
    if let isOpen = inner[.openNow] ?? inner[.isOpen] ?? place[.openNow] ?? place[.isOpen] {
      record[.openNow] = values.boolean(isOpen, "hours.open_now")
    }
    if let regular = inner[.regular] ?? place[.regular] {
      record.openings += OpeningHours.regular(regular, &values)
    }
    let timeframes = inner[.timeframes] ?? place[.timeframes]
    if record.openings.isEmpty {
      record.openings = OpeningHours.timeframes(timeframes, &values)
    }
    record[.hours] = OpeningHours.text(hours, timeframes, &values)
  }

  mutating func readPrice(_ price: JSONValue?) {
    if let price { record.set(Price(price, &values)) }
  }

  /// A number in the range of a field.
  mutating func readNumber(_ field: VenueField, _ value: JSONValue?) {
    guard let value, let number = values.double(value, field.key) else { return }
    if let range = field.range, !range.contains(number) {
      let isLimited = range.upperBound.isFinite
      return values.report(
        field.key,
        isLimited ? .notBetween(Int(range.lowerBound), Int(range.upperBound)) : .negative, value)
    }
    record[field] = number
  }

  /// The number of tips: from the statistics, or else the list's own count. Without both it
  /// is the number of tips that were read.
  mutating func readTipCount(_ statistic: JSONValue?, _ tips: JSONValue?) {
    record[.tipCount] =
      values.count(statistic, "stats.tipCount") ?? values.count(tips?[.count], "tips.count")
  }

  /// Names in social networks, as members of the place, or of an object of their own, which is then in `inner`.
  mutating func readSocial(_ value: JSONValue?) {
    inner.load(value)
    record[.twitter] = values.text(value == nil ? place[.twitter] : inner[.twitter], "twitter")
    record[.instagram] = values.text(
      value == nil ? place[.instagram] : inner[.instagram], "instagram")
    record[.facebook] = nil as TextSlice?
    for name in [FieldName.facebookUsername, .facebook, .facebookID]
    where record.isMissing(.facebook) {
      record[.facebook] = values.text(value == nil ? place[name] : inner[name], "facebook")
    }
  }

  /// The name of the first chain of a list.
  mutating func readChain(_ list: JSONValue?) {
    guard let chain = list?.children.first else { return }
    guard chain.kind == .object else { return record[.chain] = values.prose(chain, "chains") }
    record[.chain] = values.prose(chain[.name] ?? chain[.bestName]?[.name], "chains.name")
    record[.chainID] = values.text(chain[.chainID] ?? chain[.id], "chains.id")
  }

  private mutating func readClosing() {
    record[.closed] = values.boolean(place[.closed], "closed")
    // The other values are kept as they are.
    let bucket = place.peek(FieldName.closedBucket.key)?.text
    if bucket?.equals("VeryLikelyClosed") == true { record[.closed] = true }
    record[.closedAt] = values.date(place[.dateClosed], "date_closed")
    if !record.isMissing(.closedAt) { record[.closed] = true }
  }
}

/// The words of an address in lowercase, between ASCII white space, commas and parentheses.
private struct AddressWords: Sequence, IteratorProtocol {
  private var rest: Slice<UnsafeBufferPointer<UInt8>>

  init(_ text: TextSlice) { rest = text.bytes[...] }

  mutating func next() -> String? {
    rest = rest.drop(while: Self.isSeparator)
    let word = rest.prefix { !Self.isSeparator($0) }
    rest = rest[word.endIndex...]
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self).lowercased()
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"): true
    default: false
    }
  }
}
