import JSONStream
import Venues

/// One place as the importer understood it, the same for every dialect.
///
/// Its texts are part of the slice or the arena of the tape, and valid as long as these.
struct VenueRecord {
  enum Cell {
    case missing
    case text(TextSlice)
    case integer(Int64)
    /// Also a date, in seconds since 1970-01-01 UTC.
    case double(Double)
    case boolean(Bool)
  }

  struct Category {
    var name: TextSlice?
    var id: TextSlice?
    var path: TextSlice?
  }

  struct Tip {
    var text: TextSlice
    /// Seconds since 1970-01-01 UTC.
    var createdAt: Double?
    var agreeCount: Int64?
    var likeCount: Int64?
    var language: TextSlice?
  }

  /// The attributes, by the raw values of their fields.
  private(set) var cells = [Cell](repeating: .missing, count: VenueField.attributes.count)
  var categories: [Category] = []
  var tips: [Tip] = []
  var openings: [Opening] = []
  /// The elements of other lists, part after part.
  private(set) var lists = [[Cell]](repeating: [], count: VenueList.allCases.count)
  /// Whether one of these has elements.
  private(set) var hasLists = false

  /// Removes all values and keeps the memory.
  mutating func reset() {
    for index in cells.indices { cells[index] = .missing }
    cells[VenueField.specialCount.rawValue] = .integer(0)
    categories.removeAll(keepingCapacity: true)
    tips.removeAll(keepingCapacity: true)
    openings.removeAll(keepingCapacity: true)
    guard hasLists else { return }
    hasLists = false
    for index in lists.indices { lists[index].removeAll(keepingCapacity: true) }
  }

  /// Adds the next part of an element; each element has a cell for every part of its list.
  mutating func append(_ part: Cell, to list: VenueList) {
    lists[list.rawValue].append(part)
    hasLists = true
  }

  mutating func removeAll(_ list: VenueList) {
    lists[list.rawValue].removeAll(keepingCapacity: true)
  }

  /// Adds the elements of another record.
  mutating func append(_ list: VenueList, of other: borrowing VenueRecord) {
    for part in other.lists[list.rawValue] { append(part, to: list) }
  }
}

extension VenueRecord.Cell {
  init(_ text: TextSlice?) { self = text.map { .text($0) } ?? .missing }
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .missing }
  init(_ number: Double?) { self = number.map { .double($0) } ?? .missing }

  var isMissing: Bool { if case .missing = self { true } else { false } }

  fileprivate func mapText(_ body: (TextSlice) -> TextSlice) -> Self {
    if case .text(let text) = self { .text(body(text)) } else { self }
  }
}

extension VenueRecord {
  subscript(field: VenueField) -> TextSlice? {
    get { if case .text(let text) = cells[field.rawValue] { text } else { nil } }
    set { cells[field.rawValue] = newValue.map { .text($0) } ?? .missing }
  }

  subscript(field: VenueField) -> Int64? {
    get { if case .integer(let number) = cells[field.rawValue] { number } else { nil } }
    set { cells[field.rawValue] = newValue.map { .integer($0) } ?? .missing }
  }

  subscript(field: VenueField) -> Double? {
    get { if case .double(let number) = cells[field.rawValue] { number } else { nil } }
    set { cells[field.rawValue] = newValue.map { .double($0) } ?? .missing }
  }

  subscript(field: VenueField) -> Bool? {
    get { if case .boolean(let flag) = cells[field.rawValue] { flag } else { nil } }
    set { cells[field.rawValue] = newValue.map { .boolean($0) } ?? .missing }
  }

  /// Replaces all texts.
  mutating func mapTexts(_ body: (TextSlice) -> TextSlice) {
    cells = cells.map { $0.mapText(body) }
    lists = lists.map { $0.map { $0.mapText(body) } }
    for index in categories.indices {
      categories[index].name = categories[index].name.map(body)
      categories[index].id = categories[index].id.map(body)
      categories[index].path = categories[index].path.map(body)
    }
    for index in tips.indices {
      tips[index].text = body(tips[index].text)
      tips[index].language = tips[index].language.map(body)
    }
  }

  func isMissing(_ field: VenueField) -> Bool {
    if case .missing = cells[field.rawValue] { true } else { false }
  }

  var category: Category {
    get { Category(name: self[.category], id: self[.categoryID]) }
    set {
      self[.category] = newValue.name
      self[.categoryID] = newValue.id
    }
  }
}

/// The identifier of a place whose file gives it none: the same for the same name and place.
enum DerivedID {
  /// 24 hexadecimal digits.
  static func make(name: TextSlice, _ record: VenueRecord) -> String {
    let key = folded(name) + "\u{1F}" + place(record)
    let high = fnv(key.utf8, from: 0xCBF2_9CE4_8422_2325)
    let low = fnv(key.utf8, from: high) & 0xFFFF_FFFF
    return hex(high, digits: 16) + hex(low, digits: 8)
  }

  /// Coordinates to about a meter, else the address.
  private static func place(_ record: VenueRecord) -> String {
    if let latitude: Double = record[.latitude], let longitude: Double = record[.longitude] {
      return "\(Int((latitude * 1e5).rounded())),\(Int((longitude * 1e5).rounded()))"
    }
    let parts: [TextSlice?] = [record[.address], record[.city], record[.postalCode]]
    return parts.map { $0.map(folded) ?? "" }.joined(separator: "\u{1F}")
  }

  private static func folded(_ text: TextSlice) -> String { text.trimmed.string.lowercased() }

  /// FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
  private static func fnv(_ bytes: some Sequence<UInt8>, from start: UInt64) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private static func hex(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
