import FetchKit
import Venues

/// One venue in the format of Foursquare's API, version 2; `row` has a cell for each key path of an
/// export.
struct FoursquareVenue {
  /// A member of the JSON object.
  private indirect enum Member {
    case value(String, VenueField)
    /// Text whose HTML entities readers decode.
    case text(String, VenueField)
    /// Seconds since 1970.
    case seconds(String, VenueField)
    /// An object; omitted without a value for `unless`.
    case object(String, unless: VenueField? = nil, [Member])
    case categories, tips, noItems, own
  }

  private static let members: [Member] = [
    .value("id", .id), .text("name", .name),
    .object("contact", [.value("phone", .phone)]),
    .object(
      "location",
      [
        .text("address", .address), .text("crossStreet", .crossStreet),
        .text("neighborhood", .neighborhood), .value("lat", .latitude), .value("lng", .longitude),
        .value("distance", .distance), .text("postalCode", .postalCode),
        .text("cc", .countryCode), .text("city", .city), .text("state", .state),
        .text("country", .country),
      ]),
    .categories, .value("verified", .verified),
    .object(
      "stats",
      [
        .value("checkinsCount", .checkinsCount), .value("usersCount", .usersCount),
        .value("tipCount", .tipCount),
      ]),
    .object("price", unless: .tier, [.value("tier", .tier), .value("currency", .priceCategory)]),
    .object("specials", [.value("count", .specialCount), .noItems]),
    .value("rating", .rating), .value("ratingSignals", .ratingSignals),
    .value("ratingColor", .ratingColor), .value("url", .url),
    .object("menu", unless: .menuURL, [.value("url", .menuURL)]),
    .object("photos", unless: .photoCount, [.value("count", .photoCount)]),
    .seconds("createdAt", .createdAt), .value("timeZone", .timeZone), .tips, .own,
  ]

  /// The attributes that the API does not have: they are members of `boba`.
  private static let ownFields: [VenueField] = {
    let others = Set(members.flatMap(fields) + [.category, .categoryID])
    return VenueField.attributes.filter { !others.contains($0) }
  }()

  private static func fields(of member: Member) -> [VenueField] {
    switch member {
    case .value(_, let field), .text(_, let field), .seconds(_, let field): [field]
    case .object(_, _, let members): members.flatMap(fields)
    case .categories, .tips, .noItems, .own: []
    }
  }

  private static let indexes = Dictionary(
    uniqueKeysWithValues: ExportColumn.keyPaths.enumerated().map { ($1, $0) })
  private static let cells = VenueField.allCases.map { indexes[$0.keyPath] }

  private let row: [RowCell]

  init(_ row: [RowCell]) { self.row = row }

  private func cell(_ field: VenueField) -> RowCell {
    Self.cells[field.rawValue].map { row[$0] } ?? .null
  }

  /// The elements of a to-many; nil if there are none.
  private func list(_ keyPath: String) -> UnsafeBufferPointer<RowCell>? {
    guard let index = Self.indexes[keyPath], case .list(let cells) = row[index] else { return nil }
    return cells
  }

  func write(to bytes: inout [UInt8]) {
    var object = JSONObject(&bytes)
    for member in Self.members { write(member, &object, &bytes) }
    object.end(&bytes)
  }

  private func write(_ member: Member, _ object: inout JSONObject, _ bytes: inout [UInt8]) {
    switch member {
    case .value(let key, let field): object.member(key, present: cell(field), &bytes)
    case .text(let key, let field): writeEncoded(key, cell(field), &object, &bytes)
    case .seconds(let key, let field):
      object.member(key, present: cell(field).secondsAsNumber, &bytes)
    case .object(let key, let field, let members):
      if let field, cell(field).isNull { return }
      object.object(key, &bytes) { inner, bytes in
        for member in members { write(member, &inner, &bytes) }
      }
    case .categories: writeCategories(&object, &bytes)
    case .tips: writeTips(&object, &bytes)
    case .noItems: object.member("items", .list([]), &bytes)
    case .own: writeOwn(&object, &bytes)
    }
  }

  /// Escapes an ampersand if decoding would change the text.
  private func writeEncoded(
    _ key: String, _ cell: RowCell, _ object: inout JSONObject, _ bytes: inout [UInt8]
  ) {
    guard case .text(let text) = cell, let ampersand = text.firstIndex(of: UInt8(ascii: "&")),
      text[ampersand...].contains(UInt8(ascii: ";"))
    else { return object.member(key, present: cell, &bytes) }
    let encoded = String(decoding: text, as: UTF8.self).replacing("&", with: "&amp;")
    object.member(key, .string(encoded), &bytes)
  }

  /// Writes the categories; the first one that equals the primary category is marked.
  private func writeCategories(_ object: inout JSONObject, _ bytes: inout [UInt8]) {
    guard let names = list("categories.name"), let ids = list("categories.categoryID") else {
      return
    }
    let primary = names.indices.first { index in
      names[index].hasSameText(as: cell(.category)) && ids[index].hasSameText(as: cell(.categoryID))
    }
    object.objects("categories", names.indices, &bytes) { index, category, bytes in
      category.member("id", present: ids[index], &bytes)
      writeEncoded("name", names[index], &category, &bytes)
      if let paths = list("categories.path") {
        writeEncoded("path", paths[index], &category, &bytes)
      }
      category.member("primary", .bool(index == primary), &bytes)
    }
  }

  private func writeTips(_ object: inout JSONObject, _ bytes: inout [UInt8]) {
    guard let texts = list("tips.text"), !texts.isEmpty, let dates = list("tips.createdAt"),
      let counts = list("tips.agreeCount")
    else { return }
    object.object("tips", &bytes) { tips, bytes in
      tips.member("count", .integer(Int64(texts.count)), &bytes)
      tips.objects("items", texts.indices, &bytes) { index, tip, bytes in
        writeEncoded("text", texts[index], &tip, &bytes)
        tip.member("createdAt", present: dates[index].secondsAsNumber, &bytes)
        tip.member("agreeCount", present: counts[index], &bytes)
        if let likes = list("tips.likeCount"), !likes[index].isNull {
          tip.object("likes", &bytes) { $0.member("count", present: likes[index], &$1) }
        }
        if let languages = list("tips.language") {
          tip.member("lang", present: languages[index], &bytes)
        }
      }
    }
  }

  private func writeOwn(_ object: inout JSONObject, _ bytes: inout [UInt8]) {
    object.object("boba", &bytes) { own, bytes in
      for field in Self.ownFields where field.format != .json {
        own.member(field.key, present: cell(field), &bytes)
      }
      if !cell(.extras).isNull {
        own.key(VenueField.extras.key, &bytes)
        bytes.appendJSON(object: cell(.extras))
      }
      for list in VenueList.allCases { write(list, &own, &bytes) }
      guard let opens = list("openings.opens"), !opens.isEmpty,
        let closes = list("openings.closes")
      else { return }
      own.objects("openings", opens.indices, &bytes) { index, opening, bytes in
        opening.member("opens", present: opens[index], &bytes)
        opening.member("closes", present: closes[index], &bytes)
      }
    }
  }
}

extension FoursquareVenue {
  /// Writes a list with elements as our own exports do.
  private func write(_ list: VenueList, _ own: inout JSONObject, _ bytes: inout [UInt8]) {
    let columns = list.keyPaths.compactMap(self.list)
    guard let first = columns.first, !first.isEmpty else { return }
    guard !list.isOfTexts else {
      own.key(list.key, &bytes)
      return bytes.appendJSON(.list(first))
    }
    own.objects(list.key, first.indices, &bytes) { index, element, bytes in
      for (part, column) in zip(list.parts, columns) {
        element.member(part.key, present: column[index], &bytes)
      }
    }
  }
}

extension RowCell {
  /// A date as seconds since 1970.
  fileprivate var secondsAsNumber: RowCell {
    if case .date(let seconds) = self { .double(seconds) } else { self }
  }

  /// Whether both are equal or both are missing.
  fileprivate func hasSameText(as other: RowCell) -> Bool {
    switch (self, other) {
    case (.text(let first), .text(let second)): first.elementsEqual(second)
    case (.null, .null): true
    default: false
    }
  }
}
