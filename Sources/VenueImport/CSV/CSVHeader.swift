import JSONStream
import Venues

/// The columns of a CSV file.
struct CSVHeader {
  /// One for each column; `.unknown` for a column that no field reads, `.ignored` for one that is left out.
  private(set) var names: [FieldName] = []
  /// The titles of the columns that no field reads.
  private(set) var otherTitles: [String] = []
  /// The titles of the other columns.
  private(set) var titles: [FieldName: String] = [:]
  /// Whether all columns are those of our own exports.
  private(set) var isOfExport = false
  /// Whether another program may have written the file.
  var isForeign: Bool { !isOfExport || MemberIndex.exportKeys.isDisjoint(with: names) }

  private var usedTitles: Set<String> = []
  /// The number of the next column with a title, by the title of a repeated one.
  private var nextNumbers: [String: Int] = [:]

  init() {}

  /// Reads the cells of the first record: keys as in JSON, or key paths of a venue.
  init(_ cells: [TextSlice], _ keys: borrowing KeyTable) {
    isOfExport = cells.allSatisfy { Self.exportTitles.contains($0.trimmed.string) }
    for cell in cells {
      let text = cell.trimmed
      var name = Self.name(text, keys)
      if name == .unknown {
        let title = text.string
        let last = title.split(separator: ".").last.map(String.init) ?? title
        let isLeftOut = LeftOut.contains(title) || LeftOut.contains(last)
        if isLeftOut { name = .ignored } else { otherTitles.append(unused(title)) }
      } else {
        titles[name] = text.string
      }
      names.append(name)
    }
  }

  /// A title that no other column has: a repeated one gets a number, and so does an empty one.
  private mutating func unused(_ title: String) -> String {
    if !title.isEmpty, usedTitles.insert(title).inserted { return title }
    let title = title.isEmpty ? "column" : title
    var number = title == "column" ? names.count + 1 : nextNumbers[title] ?? 2
    while !usedTitles.insert("\(title) \(number)").inserted { number += 1 }
    nextNumbers[title] = number + 1
    return "\(title) \(number)"
  }

  private static let exportTitles = Set(ExportColumn.all.flatMap(\.headers))

  /// The members of objects in a place that stand for the place, by the title before their last point.
  private static let members: [String: Set<FieldName>] = [
    "location": [
      .address, .formattedAddress, .crossStreet, .neighborhood, .city, .locality, .region, .state,
      .postalCode, .country, .countryCode, .latitude, .longitude, .distance, .adminRegion,
      .postTown,
    ],
    "contact": [.phone, .formattedPhone, .twitter, .facebook, .facebookUsername, .instagram],
    "social_media": [.twitter, .facebookID, .instagram],
    "stats": [
      .checkinsCount, .usersCount, .tipCount, .totalTips, .totalPhotos, .totalRatings,
    ],
    "price": [.tier, .currency], "priceInfo": [.tier, .priceCategory],
    "geocodes.main": [.latitude, .longitude], "category": [.categoryID],
  ]

  /// The keys of venues as people write them in titles: in any case, and with blanks, underscores or hyphens.
  private static let fieldsByFoldedTitle = Dictionary(
    FieldName.spellings.map { (LeftOut.folded($0), $1) }, uniquingKeysWith: { first, _ in first })

  /// The field of a title: a key as in JSON, a key path of a venue, or that of a member of an object in JSON.
  private static func name(_ title: TextSlice, _ keys: borrowing KeyTable) -> FieldName {
    let name = FieldName(keys.key(title))
    guard name == .unknown else { return name }
    guard let point = title.bytes.lastIndex(of: Byte.point) else {
      return fieldsByFoldedTitle[LeftOut.folded(title.string)] ?? .unknown
    }
    let last = FieldName(
      keys.key(TextSlice(start: title.start + point + 1, count: title.count - point - 1)))
    let parent = TextSlice(start: title.start, count: point).string
    if members[parent]?.contains(last) == true { return last }
    guard var key = VenueField(key: title.string)?.key else { return .unknown }
    return key.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return .unknown }
      return FieldName(keys.key(TextSlice(start: start, count: bytes.count)))
    }
  }

  /// The columns in which other programs write lists and objects.
  private static let nestedNames: Set<FieldName> = [
    .unknown, .underscoreID, .contact, .location, .address, .formattedAddress, .neighborhood,
    .neighborhoods, .coordinate, .coordinates, .geocodes, .categories, .category, .price, .stats,
    .tips, .specials, .deals, .hours, .hoursPopular, .popular, .popularHours, .openings, .photos,
    .menu, .chains, .venueChains, .socialMedia, .delivery, .reservations, .likes, .tags, .tastes,
    .features, .attributes, .boba,
  ]

  /// Whether a column may hold lists and objects.
  func mayNest(_ name: FieldName) -> Bool {
    isOfExport ? name == .categories : Self.nestedNames.contains(name)
  }

  /// The key in JSON of a column that a field reads: its title, if this is a key.
  func key(of name: FieldName) -> String {
    titles[name].flatMap { FieldName.bySpelling[$0] == name ? $0 : nil } ?? name.spelling
  }

  /// Whether these are the columns of venues.
  var isOfVenues: Bool {
    names.contains(.name) && names.count { $0 != .unknown && $0 != .ignored } > 1
  }
}

/// The `'` that our export puts before a cell which a spreadsheet would run as a formula.
package enum SpreadsheetGuard {
  /// Whether a text that begins with `byte` is exported with a `'` before it.
  package static func isGuarded(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), Byte.plus, Byte.minus, UInt8(ascii: "@"), UInt8(ascii: "'"), Byte.tab,
      Byte.carriageReturn:
      true
    default: false
    }
  }
}
