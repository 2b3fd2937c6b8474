import FetchKit
import Venues

/// One venue in the format of Foursquare's API, version 2; `row` has a cell for each key path of an
/// export.
struct FoursquareVenue {
  /// A member of the JSON object: a value, or an object of values.
  private struct Member {
    let key: String
    var values: [(key: String, field: VenueField)] = []
    var isObject = false
  }

  private static let members: [Member] = {
    var members: [Member] = []
    for field in VenueField.attributes {
      guard let path = field.foursquarePath?.split(separator: ".").map(String.init) else {
        continue
      }
      let index = members.firstIndex { $0.key == path[0] } ?? members.endIndex
      if index == members.endIndex {
        members.append(Member(key: path[0], isObject: path.count > 1))
      }
      members[index].values.append((path[path.count - 1], field))
    }
    return members
  }()

  /// The objects that the API has in each venue, also without values.
  private static let requiredObjects: Set = ["contact", "location", "stats", "specials"]

  /// The attributes that the API does not have: they are members of `boba`.
  private static let ownFields = VenueField.attributes.filter {
    $0.foursquarePath == nil && $0 != .category && $0 != .categoryID
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
    writeCategories(&object, &bytes)
    writeTips(&object, &bytes)
    writeOwn(&object, &bytes)
    object.end(&bytes)
  }

  private func write(_ member: Member, _ object: inout JSONObject, _ bytes: inout [UInt8]) {
    guard member.isObject else { return writeValues(of: member, &object, &bytes) }
    guard
      Self.requiredObjects.contains(member.key)
        || member.values.contains(where: { !cell($0.field).isNull })
    else { return }
    object.object(member.key, &bytes) { inner, bytes in
      writeValues(of: member, &inner, &bytes)
      if member.key == "specials" { inner.member("items", .list([]), &bytes) }
    }
  }

  private func writeValues(of member: Member, _ object: inout JSONObject, _ bytes: inout [UInt8]) {
    for (key, field) in member.values where !isMisread(field) {
      if field.format == .prose {
        writeEncoded(key, cell(field), &object, &bytes)
      } else {
        object.member(key, present: cell(field).secondsAsNumber, &bytes)
      }
    }
  }

  /// Whether the API has another meaning for a value, which is a member of `boba` then: two characters of a country are
  /// its code, and 0, 0 is not a place.
  private func isMisread(_ field: VenueField) -> Bool {
    switch field {
    case .country:
      if case .text(let text) = cell(.country) {
        text.count == 2 && cell(.countryCode).isNull
      } else {
        false
      }
    case .latitude, .longitude: cell(.latitude).isZero && cell(.longitude).isZero
    default: false
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
      for field in [VenueField.country, .latitude, .longitude] where isMisread(field) {
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
    guard !list.isTextList else {
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
  /// A date as seconds since 1970, unless these would be read as milliseconds.
  fileprivate var secondsAsNumber: RowCell {
    if case .date(let seconds) = self, abs(seconds) < 1e11 { .double(seconds) } else { self }
  }

  fileprivate var isZero: Bool {
    if case .double(let number) = self { number == 0 } else { false }
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
