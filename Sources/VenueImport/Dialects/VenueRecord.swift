import JSONStream
import Venues

/// One place as the importer understood it, the same for every dialect.
///
/// Its texts are part of the slice or the arena of the tape, and valid as long as these.
struct VenueRecord: ~Copyable {
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

  /// The attributes, by the raw values of their fields; those without a bit in `present` are left over.
  private let cells = UnsafeMutablePointer<Cell>.allocate(capacity: VenueField.attributes.count)
  private var present: UInt64 = 0
  var categories: [Category] = []
  var tips: [Tip] = []
  var openings: [Opening] = []
  /// The elements of other lists, part after part.
  private(set) var lists = [[Cell]](repeating: [], count: VenueList.allCases.count)
  /// Whether one of these has elements.
  private(set) var hasLists = false

  init() {}

  /// A copy of a record, with a copy of each text.
  init(_ other: borrowing VenueRecord, text copy: (TextSlice) -> TextSlice) {
    present = other.present
    other.forEachCell { field, cell in cells[field] = cell.mapText(copy) }
    (openings, hasLists) = (other.openings, other.hasLists)
    lists = other.lists.map { $0.map { $0.mapText(copy) } }
    categories = other.categories.map {
      Category(name: $0.name.map(copy), id: $0.id.map(copy), path: $0.path.map(copy))
    }
    tips = other.tips.map {
      var tip = $0
      tip.text = copy(tip.text)
      tip.language = tip.language.map(copy)
      return tip
    }
  }

  deinit { cells.deallocate() }

  /// Removes all values and keeps the memory.
  mutating func reset() {
    present = 0
    self[.specialCount] = Int64(0)
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

  func count(of list: VenueList) -> Int { lists[list.rawValue].count / list.parts.count }

  /// Removes elements that are equal to an earlier one.
  mutating func removeRepeats(of list: VenueList) {
    let width = list.parts.count
    let cells = lists[list.rawValue]
    guard cells.count > width else { return }
    var kept: [Cell] = []
    for start in stride(from: 0, to: cells.count, by: width) {
      let element = cells[start..<start + width]
      let isRepeated = stride(from: 0, to: kept.count, by: width).contains {
        kept[$0..<$0 + width].elementsEqual(element) { $0.isEqual(to: $1) }
      }
      if !isRepeated { kept += element }
    }
    lists[list.rawValue] = kept
  }

  mutating func removeAll(_ list: VenueList) {
    lists[list.rawValue].removeAll(keepingCapacity: true)
  }

  /// Adds the elements of another record, with a copy of each text.
  mutating func append(
    _ list: VenueList, of other: borrowing VenueRecord, text copy: (TextSlice) -> TextSlice
  ) {
    for part in other.lists[list.rawValue] { append(part.mapText(copy), to: list) }
  }
}

extension VenueRecord.Cell {
  init(_ text: TextSlice?) { self = text.map { .text($0) } ?? .missing }
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .missing }
  init(_ number: Double?) { self = number.map { .double($0) } ?? .missing }

  var isMissing: Bool { if case .missing = self { true } else { false } }

  fileprivate func isEqual(to other: Self) -> Bool {
    switch (self, other) {
    case (.missing, .missing): true
    case (.text(let left), .text(let right)): left.bytes.elementsEqual(right.bytes)
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    case (.missing, _), (.text, _), (.integer, _), (.double, _), (.boolean, _): false
    }
  }

  fileprivate func mapText(_ body: (TextSlice) -> TextSlice) -> Self {
    if case .text(let text) = self { .text(body(text)) } else { self }
  }
}

extension VenueRecord {
  subscript(field: VenueField) -> TextSlice? {
    @inline(__always) get { if case .text(let text) = cell(field) { text } else { nil } }
    @inline(__always) set { set(field, newValue.map { .text($0) }) }
  }

  subscript(field: VenueField) -> Int64? {
    @inline(__always) get { if case .integer(let number) = cell(field) { number } else { nil } }
    @inline(__always) set { set(field, newValue.map { .integer($0) }) }
  }

  subscript(field: VenueField) -> Double? {
    @inline(__always) get { if case .double(let number) = cell(field) { number } else { nil } }
    @inline(__always) set { set(field, newValue.map { .double($0) }) }
  }

  subscript(field: VenueField) -> Bool? {
    @inline(__always) get { if case .boolean(let flag) = cell(field) { flag } else { nil } }
    @inline(__always) set { set(field, newValue.map { .boolean($0) }) }
  }

  func isMissing(_ field: VenueField) -> Bool { isMissing(field.rawValue) }

  private func isMissing(_ field: Int) -> Bool { present & 1 &<< UInt64(field) == 0 }

  /// Calls `body` with each attribute that is not missing.
  @inline(__always)
  func forEachCell(_ body: (_ field: Int, Cell) -> Void) {
    var rest = present
    while rest != 0 {
      let field = rest.trailingZeroBitCount
      body(field, cells[field])
      rest &= rest &- 1
    }
  }

  @inline(__always)
  private func cell(_ field: VenueField) -> Cell {
    isMissing(field) ? .missing : cells[field.rawValue]
  }

  @inline(__always)
  private mutating func set(_ field: VenueField, _ cell: Cell?) {
    let bit: UInt64 = 1 &<< UInt64(field.rawValue)
    guard let cell else { return present &= ~bit }
    cells[field.rawValue] = cell
    present |= bit
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
  static func make(name: TextSlice, _ record: borrowing VenueRecord) -> String {
    let key = folded(name) + "\u{1F}" + place(record)
    let high = fnv(key.utf8, from: 0xCBF2_9CE4_8422_2325)
    let low = fnv(key.utf8, from: high) & 0xFFFF_FFFF
    return hex(high, digits: 16) + hex(low, digits: 8)
  }

  /// Coordinates to about a meter, else the address.
  private static func place(_ record: borrowing VenueRecord) -> String {
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
