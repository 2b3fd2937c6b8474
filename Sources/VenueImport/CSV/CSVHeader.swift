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
  private(set) var hasOnlyExportColumns = false
  /// Whether a field has another title than a key of JSON.
  private(set) var hasOtherSpellings = false
  /// Whether another program may have written the file: a title or two may be the same as ours by chance.
  private(set) var isForeign = true

  private var usedTitles: Set<String> = []
  /// The number of the next column with a title, by the title of a repeated one.
  private var nextNumbers: [String: Int] = [:]

  init() {}

  /// The header that has these titles; nil if they are not those of venues.
  static func venueHeader(_ titles: [String]) -> CSVHeader? {
    let header = CSVHeader(titles)
    if header.isVenueHeader { return header }
    let prefixes = prefixes(titles)
    return [true, false].lazy.flatMap { isStrict in
      prefixes.map { CSVHeader(titles, prefix: $0, isStrict: isStrict) }
    }.first { $0.isVenueHeader && $0.hasPlace }
  }

  /// Reads titles: keys as in JSON, or key paths of a venue, after the prefix if they have it. Titles without it are
  /// those of something else if `isStrict`, but for the identifiers of Foursquare.
  private init(_ titles: [String], prefix: String = "", isStrict: Bool = true) {
    hasOnlyExportColumns = titles.allSatisfy(Self.exportTitles.contains)
    let exact = Set(titles.compactMap { Self.exactName($0, prefix: prefix) })
    for title in titles {
      var name = Self.name(title, prefix: prefix)
      if name == .unknown, !title.hasPrefix(prefix) {
        name = isStrict ? Self.identifier(title) : Self.name(title, prefix: "")
      }
      // A column titled with the key itself, or with the prefix, wins over other spellings.
      if exact.contains(name), Self.exactName(title, prefix: prefix) == nil { name = .unknown }
      if name == .unknown {
        let last = title.split(separator: ".").last.map(String.init) ?? title
        let isIgnored = IgnoredKeys.contains(title) || IgnoredKeys.contains(last)
        if isIgnored { name = .ignored } else { otherTitles.append(unused(title)) }
      } else {
        self.titles[name] = title
        if FieldName.bySpelling[title] != name { hasOtherSpellings = true }
      }
      names.append(name)
    }
    let exportKeys = names.count(where: MemberIndex.exportKeys.contains)
    isForeign = !hasOnlyExportColumns || exportKeys < Self.minimumExportKeys
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

  private static let minimumExportKeys = 3
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
    "hours": [.regular, .timeframes, .openNow, .isOpen],
  ]

  /// The other members that stand for the place, without separators.
  private static let otherMembers: [String: FieldName] = [
    "hoursdisplay": .hours, "hoursstatus": .hours, "likescount": .likeCount,
    "photoscount": .photoCount, "specialscount": .specialCount, "tipscount": .tipCount,
    "reservationsurl": .reservationURL, "categories0name": .category, "zipcode": .postalCode,
    "tipsgroups": .tips, "tipsitems": .tips, "specialsitems": .specials, "photosgroups": .photos,
    "photositems": .photos, "populartimeframes": .popular, "attributesgroups": .attributes,
  ]

  /// The keys of venues, and of members that stand for a place, without separators.
  private static let fieldsByWords = Dictionary(
    FieldName.spellings.map { (words($0), $1) }
      + members.flatMap { parent, names in
        FieldName.spellings.filter { names.contains($1) }.map { (words(parent + $0), $1) }
      } + otherMembers.map { ($0, $1) },
    uniquingKeysWith: { first, _ in first })

  /// A title in lower case and without separators: people write keys in any case, with blanks, points or other signs
  /// between words.
  private static func words(_ title: String) -> String {
    IgnoredKeys.folded(title).filter { $0 != "." && $0 != "/" }
  }

  /// The field of a title that is a key as in JSON, or that has the prefix of the others; nil for another title.
  private static func exactName(_ title: String, prefix: String) -> FieldName? {
    if prefix.isEmpty { return FieldName.bySpelling[title] }
    return title.hasPrefix(prefix) ? name(title, prefix: prefix) : nil
  }

  /// The field of an identifier that only Foursquare's venues have.
  private static func identifier(_ title: String) -> FieldName {
    let name = FieldName.bySpelling[title] ?? .unknown
    return name == .fsqID || name == .fsqPlaceID ? name : .unknown
  }

  /// The field of a title: a key as in JSON, a key path of a venue, or that of a member of an object in JSON.
  private static func name(_ title: String, prefix: String) -> FieldName {
    guard prefix.isEmpty else {
      guard title.hasPrefix(prefix) else { return .unknown }
      var rest = title.dropFirst(prefix.count)
      if prefix.last != "." { rest = rest.drop { !$0.isLetter } }
      return rest.isEmpty ? .name : name(String(rest), prefix: "")
    }
    if let name = FieldName.bySpelling[title] { return name }
    if title.contains("."), let key = VenueField(key: title)?.key {
      return FieldName.bySpelling[key] ?? .unknown
    }
    return fieldsByWords[words(title)] ?? .unknown
  }

  /// What the titles of a venue may begin with in a file that has other columns, too: `venue.` of `venue.name`, or the
  /// `Venue` of `Venue` and `Venue Latitude`.
  private static func prefixes(_ titles: [String]) -> [String] {
    titles.compactMap { title in
      let (words, owner) = (words(title), title.dropLast("name".count))
      if words.hasSuffix("name"), owner.last == "." { return String(owner) }
      let isVenue = ["venue", "venuename", "place", "placename"].contains(words)
      return isVenue ? String(title.prefix("venue".count)) : nil
    }
  }

  /// The columns in which other programs write lists and objects.
  private static let nestedNames: Set<FieldName> = [
    .unknown, .underscoreID, .contact, .location, .address, .formattedAddress, .neighborhood,
    .neighborhoods, .coordinate, .coordinates, .geometry, .geocodes, .categories, .category, .price,
    .stats, .tips, .specials, .deals, .hours, .regular, .timeframes, .hoursPopular, .popular,
    .popularHours, .openings, .photos, .menu, .chains, .venueChains, .socialMedia, .delivery,
    .reservations, .likes, .tags, .tastes, .features, .attributes, .boba,
  ]

  /// Whether a column may hold lists and objects; those of our complete exports are plain texts.
  func mayNest(_ name: FieldName) -> Bool {
    if isForeign { return Self.nestedNames.contains(name) }
    return name == .categories && names.count < Self.exportTitles.count
  }

  /// The key in JSON of a column that a field reads: its title, if this is a key.
  func key(of name: FieldName) -> String {
    titles[name].flatMap { FieldName.bySpelling[$0] == name ? $0 : nil } ?? name.spelling
  }

  /// Whether these are the columns of venues.
  var isVenueHeader: Bool {
    names.contains(.name) && names.count { $0 != .unknown && $0 != .ignored } > 1
  }

  private var hasPlace: Bool {
    let places: Set<FieldName> = [
      .latitude, .address, .formattedAddress, .city, .location, .coordinates,
    ]
    return !places.isDisjoint(with: names)
  }
}

/// Texts that stand for missing values in CSV, unless they are in quotes.
package enum MissingWord {
  private static let words: [StaticString] = [
    "NULL", "null", "\\N", "NaN", "nan", "None", "<NA>", "NaT",
  ]

  /// Whether a text is such a word; `NA`, which is one in some columns only, is not.
  static func matches(_ text: TextSlice) -> Bool {
    text.count <= 4 && words.contains { text.equals($0) }
  }

  /// Whether a text needs quotes in CSV, so that it does not become a missing value.
  package static func needsQuotes(_ text: [UInt8]) -> Bool {
    guard 2...4 ~= text.count else { return false }
    return text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      let slice = TextSlice(start: start, count: bytes.count)
      return matches(slice) || slice.equals("NA")
    }
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
