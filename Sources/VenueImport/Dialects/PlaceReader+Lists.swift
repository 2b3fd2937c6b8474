import FetchKit
import JSONStream
import Venues

// Deals, photos, tags and other lists of a place.

extension PlaceReader {
  /// A deal, as the APIs and our exports write it; one without any text says nothing.
  mutating func readDeal(_ value: JSONValue) {
    guard value.kind == .object else { return }
    let title = prose(value[.title], "specials.title")
    let message = prose(value[.message], "specials.message")
    let description = prose(value[.description], "specials.description")
    let finePrint = prose(value[.finePrint], "specials.finePrint")
    guard title ?? message ?? description ?? finePrint != nil else { return }
    record.append(VenueRecord.Cell(title), to: .deals)
    record.append(VenueRecord.Cell(message), to: .deals)
    record.append(VenueRecord.Cell(description), to: .deals)
    record.append(VenueRecord.Cell(finePrint), to: .deals)
    record.append(VenueRecord.Cell(prose(value[.type], "specials.type")), to: .deals)
    record.append(VenueRecord.Cell(date(value[.startsAt], "specials.startAt")), to: .deals)
    record.append(VenueRecord.Cell(date(value[.endsAt], "specials.endAt")), to: .deals)
  }

  /// Photos are a list, or an object with `items`, or one with `groups` of `items`; authors are left out.
  mutating func readPhotos(_ value: JSONValue?) {
    guard let value else { return }
    if value.kind == .array {
      for photo in value.children { readPhoto(photo) }
    } else if let items = value[.items] {
      readPhotos(items)
    } else {
      for group in value[.groups]?.children.map({ $0 }) ?? [] { readPhotos(group[.items]) }
    }
  }

  private mutating func readPhoto(_ value: JSONValue) {
    guard value.kind == .object, let prefix = text(value[.prefix], "photos.prefix"),
      let suffix = text(value[.suffix], "photos.suffix")
    else { return }
    let url = value.tape.pointee.arena.copy(
      Array(prefix.bytes) + "original".utf8 + Array(suffix.bytes))
    record.append(.text(url), to: .photos)
    record.append(VenueRecord.Cell(count(value[.width], "photos.width")), to: .photos)
    record.append(VenueRecord.Cell(count(value[.height], "photos.height")), to: .photos)
  }

  /// Tags and tastes as texts, and attributes in groups of items with a name and a value.
  mutating func readTags() {
    readTexts(place[.tags])
    readTexts(place[.tastes])
    readFeatures(place[.features])
    let attributes = place[.attributes]
    guard let groups = attributes?[.groups] else { return readFeatures(attributes) }
    for group in groups.children {
      for item in group[.items]?.children.map({ $0 }) ?? [] { readAttribute(item) }
    }
  }

  private mutating func readTexts(_ list: JSONValue?) {
    guard let list else { return }
    guard list.kind != .string else {
      for tag in cells(list, "tags") { addTag(tag) }
      return
    }
    for tag in list.children { addTag(prose(tag, "tags")) }
  }

  /// `Wi-Fi` for the value "Yes", nothing for "No", else `Wi-Fi: Free`.
  private mutating func readAttribute(_ item: JSONValue) {
    guard let name = prose(item[.displayName], "attributes.displayName"),
      let value = prose(item[.displayValue], "attributes.displayValue"), !value.equals("No"),
      !LeftOut.isPersonal(name.string)
    else { return }
    let isNamed = value.equals("Yes") || value.string == name.string
    addTag(
      isNamed
        ? name : item.tape.pointee.arena.copy("\(name.string): \(value.string)".utf8))
  }

  /// Attributes as an object of values and further objects, or as a list of texts.
  private mutating func readFeatures(_ value: JSONValue?) {
    guard let value, value.kind == .object else { return readTexts(value) }
    addFeatures(of: value.source, value)
  }

  /// `outdoor seating` for true, nothing for false, else `wifi: free`.
  private mutating func addFeatures(of object: UnsafePointer<UInt8>, _ value: JSONValue) {
    for (key, member) in JSONMembers(of: object) where !LeftOut.isPersonal(key) {
      let name = String(key.map { $0 == "_" ? " " : $0 })
      switch member.pointee {
      case Byte.openObject: addFeatures(of: member, value)
      case Byte.openArray:
        for (_, element) in JSONMembers(of: member) where element.pointee == Byte.quote {
          addFeature(name, JSONMembers.string(at: element), value)
        }
      case Byte.quote: addFeature(name, JSONMembers.string(at: member), value)
      case Byte.minus, Byte.zero...Byte.nine:
        var number = CanonicalJSON()
        number.append(member)
        addFeature(name, String(decoding: number.bytes, as: UTF8.self), value)
      case Byte.t: addFeature(name, "yes", value)
      default: break
      }
    }
  }

  private mutating func addFeature(_ name: String, _ text: String, _ value: JSONValue) {
    switch text.lowercased() {
    case "", "n", "no", "false", "none", "unknown": return
    case "y", "yes", "true": addTag(value.tape.pointee.arena.copy(name.utf8))
    default: addTag(value.tape.pointee.arena.copy("\(name): \(text)".utf8))
    }
  }

  private mutating func addTag(_ tag: TextSlice?) {
    if let tag { record.append(.text(tag), to: .tags) }
  }

  /// Names in social networks, as members of the place, or of an object of their own, which is then in `inner`.
  mutating func readSocial(_ value: JSONValue?) {
    inner.load(value)
    record[.twitter] = text(value == nil ? place[.twitter] : inner[.twitter], "twitter")
    record[.instagram] = text(value == nil ? place[.instagram] : inner[.instagram], "instagram")
    record[.facebook] = nil as TextSlice?
    for name in [FieldName.facebookUsername, .facebook, .facebookID]
    where record.isMissing(.facebook) {
      record[.facebook] = text(value == nil ? place[name] : inner[name], "facebook")
    }
  }

  /// The hours with many visitors, as `regular` or as timeframes.
  mutating func readPopularHours() {
    let spans = place[.hoursPopular] ?? place[.popular]?[.regular]
    let hours = spans.map { openings($0) } ?? timeframeOpenings(place[.popular]?[.timeframes])
    for span in hours {
      record.append(.integer(Int64(span.opens)), to: .popularHours)
      record.append(.integer(Int64(span.closes)), to: .popularHours)
    }
  }
}

// MARK: - Our own exports

extension PlaceReader {
  /// The names of the keys of a list.
  private struct Names {
    let list: VenueList
    let name: FieldName
    /// For the elements in JSON, and for the columns in CSV.
    let keys, headers: [FieldName]
    let parts: [VenueList.Part]
  }

  private static let names: [Names] = {
    let names = Dictionary(FieldName.spellings, uniquingKeysWith: { first, _ in first })
    return VenueList.allCases.map { list in
      Names(
        list: list, name: names[list.key] ?? .unknown,
        keys: list.parts.map { names[$0.key] ?? .unknown },
        headers: list.parts.map { names[$0.header] ?? .unknown }, parts: list.parts)
    }
  }()

  /// The lists of the place, or of the `boba` of a place in a format of Foursquare.
  mutating func readOwnLists(in value: JSONValue?) {
    for names in Self.names {
      if let elements = member(names.name, of: value), !names.list.isOfTexts,
        elements.kind == .array
      {
        record.removeAll(names.list)
        for element in elements.children { readElement(element, names) }
      } else {
        readColumns(names, of: value)
      }
    }
  }

  private func member(_ name: FieldName, of value: JSONValue?) -> JSONValue? {
    if let value { value[name] } else { place[name] }
  }

  private mutating func readElement(_ element: JSONValue, _ names: Names) {
    guard element.kind == .object else {
      return report(names.list.key, expected: .object, element)
    }
    for (key, part) in zip(names.keys, names.parts) {
      record.append(cell(element[key], part.type, names.list.key), to: names.list)
    }
  }

  private mutating func cell(
    _ value: JSONValue?, _ type: AttributeType, _ field: String
  ) -> VenueRecord.Cell {
    switch type {
    case .date: VenueRecord.Cell(date(value, field))
    case .integer: VenueRecord.Cell(count(value, field))
    case .string, .double, .boolean, .data: VenueRecord.Cell(prose(value, field))
    }
  }

  /// Each part is a list of its own, with a value for each element, or missing.
  private mutating func readColumns(_ names: Names, of value: JSONValue?) {
    var columns: [[TextSlice?]] = []
    var count = 0
    for header in names.headers {
      let column = cells(member(header, of: value), names.list.key)
      count = max(count, column.count)
      columns.append(column)
    }
    if count > 0 { record.removeAll(names.list) }
    for index in 0..<count {
      for (column, part) in zip(columns, names.parts) {
        let text = column.count == count ? column[index] : nil
        record.append(Self.cell(text, part.type), to: names.list)
      }
    }
  }

  private static func cell(_ text: TextSlice?, _ type: AttributeType) -> VenueRecord.Cell {
    switch type {
    case .date: VenueRecord.Cell(text.flatMap { ISO8601Date.seconds($0.bytes) })
    case .integer: VenueRecord.Cell(text.flatMap { DecimalNumber.integer($0) })
    case .string, .double, .boolean, .data: VenueRecord.Cell(text)
    }
  }
}
