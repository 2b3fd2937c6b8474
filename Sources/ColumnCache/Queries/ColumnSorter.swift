internal import FetchKit

/// Sorts rows by one key at a time, in passes over all of them.
///
/// Rows with equal keys keep their order: sorting by several keys starts with the last one.
struct ColumnSorter: Sendable {
  private let entity: EntityDescription
  /// One more than the highest row.
  private let size: Int
  /// The change that the rows reflect.
  private let sequence: Int64
  private let columns: [String: Column]
  /// The rows of each value of the computed keys, ascending.
  private let computed: [String: [Bitmap]]
  private let ranks: SortRankCache
  /// Whether keys that are in no column are read from the store.
  private let readsStore: Bool

  init(
    _ filter: ColumnFilter, _ keys: some Sequence<FetchSortDescriptor>, _ ranks: SortRankCache,
    readsStore: Bool = true
  ) throws {
    self.readsStore = readsStore
    entity = filter.entity
    size = filter.table.size
    sequence = filter.table.sequence
    self.ranks = ranks
    columns = Dictionary(
      keys.compactMap { key in filter.column(key.keyPath).map { (key.keyPath, $0) } }
    ) { first, _ in first }
    computed = try keys.reduce(into: [:]) { computed, key in
      guard let definition = filter.entity.attribute(forKeyPath: key.keyPath)?.definition,
        let sets = try filter.rowsByValue(of: definition)
      else { return }
      computed[key.keyPath] = sets.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Whether a column of numbers that cannot be packed is sorted by.
  var sortsDoubles: Bool { columns.values.contains { $0.numbers.doubles != nil } }

  /// The rows, which are those of a set, in the order of a key; nil when they have to be sorted by SQLite.
  func sorted(
    _ ids: (rows: [UInt32], members: Bitmap), by key: FetchSortDescriptor,
    _ snapshot: StoreSnapshot
  ) throws -> [UInt32]? {
    let rows = ids.rows
    if let sets = computed[key.keyPath] { return sorted(rows, by: sets, key) }
    guard let column = columns[key.keyPath], column.kind != .words else {
      return try sorted(rows, byStored: key, snapshot)
    }
    if let doubles = column.numbers.doubles { return sorted(rows, by: doubles, key) }
    if column.hasNumbers {
      let numbers = column.numbers.packed
      return numbers.sorted(
        rows, of: ids.members, isAscending: key.ascending, placesZeroFirst: key.placesNullsFirst)
        ?? sorted(rows, by: numbers, key)
    }
    guard let ranks = column.values.sortRanks(key.comparison) else {
      return try sorted(rows, byStored: key, snapshot)
    }
    return sorted(rows, by: ranks, key)
  }

  /// Reads what sorting by a key needs, so that it does not wait later.
  func prepare(_ key: FetchSortDescriptor, _ snapshot: StoreSnapshot) throws {
    if entity.attribute(forKeyPath: key.keyPath)?.type == .string, columns[key.keyPath] == nil {
      _ = try ranks.ranks(key, of: entity, size: size, at: sequence, snapshot)
    }
  }

  private func sorted(
    _ rows: [UInt32], byStored key: FetchSortDescriptor, _ snapshot: StoreSnapshot
  ) throws -> [UInt32]? {
    guard try readsStore || ranks.has(key, of: entity, size: size, at: sequence) else { return nil }
    switch entity.attribute(forKeyPath: key.keyPath)?.type {
    case .string:
      return try ranks.ranks(key, of: entity, size: size, at: sequence, snapshot)
        .map { sorted(rows, by: $0, key) }
    case .integer, .boolean, .double, .date:
      return try numbers(key, snapshot).map { sorted(rows, by: $0, key) }
    case .data, nil: return nil
    }
  }

  /// The numbers of all rows; nil when one is not a number, or not exact as a double.
  private func numbers(_ key: FetchSortDescriptor, _ snapshot: StoreSnapshot) throws -> [Double]? {
    var numbers = Array(repeating: Double.nan, count: size)
    var isExact = true
    try snapshot.forEachSortKey(key, of: entity) { id, row in
      guard id >= 0, id < Int64(size) else { return isExact = false }
      guard let number = row.number(0) else {
        if !row.isNull(0) { isExact = false }
        return
      }
      if number.magnitude > 0x1p53 { isExact = false }
      numbers[Int(id)] = number
    }
    return isExact ? numbers : nil
  }
}

// MARK: - Radix sort

extension ColumnSorter {
  /// Sorts by integers; 0 means a missing value.
  private func sorted(_ rows: [UInt32], by numbers: PackedIntegers, _ key: FetchSortDescriptor)
    -> [UInt32]
  {
    let (maximum, isAscending) = (numbers.maximum, key.ascending)
    let missing = key.placesNullsFirst ? 0 : maximum + 1
    return Self.sorted(rows, upTo: maximum + 1) { row in
      let number = numbers[Int(row)]
      return number == 0 ? missing : isAscending ? number : maximum - number + 1
    }
  }

  /// Sorts by doubles; NaN means a missing value.
  private func sorted(_ rows: [UInt32], by numbers: [Double], _ key: FetchSortDescriptor)
    -> [UInt32]
  {
    let (missing, isAscending) = (key.placesNullsFirst ? UInt64.min : .max, key.ascending)
    return Self.sorted(rows, upTo: UInt64.max) { row in
      let number = numbers[Int(row)]
      guard !number.isNaN else { return missing }
      let bits = (number == 0 ? 0 : number).bitPattern
      let ordered = bits >> 63 == 1 ? ~bits : bits | 1 << 63
      return isAscending ? ordered : ~ordered
    }
  }

  /// Sorts by the number of the set that has a row; rows in none of them have no value.
  private func sorted(_ rows: [UInt32], by sets: [Bitmap], _ key: FetchSortDescriptor) -> [UInt32] {
    let missing = key.placesNullsFirst ? 0 : UInt32(sets.count) + 1
    var numbers = Array(repeating: missing, count: size)
    for (index, set) in (key.ascending ? sets : sets.reversed()).enumerated() {
      set.forEach { numbers[$0] = UInt32(index) + 1 }
    }
    return Self.sorted(rows, upTo: UInt32(sets.count) + 1) { numbers[Int($0)] }
  }

  /// Sorts by 16 bits of the key at a time, the lowest first.
  private static func sorted<Key: FixedWidthInteger & UnsignedInteger>(
    _ rows: [UInt32], upTo maximum: Key, _ key: (UInt32) -> Key
  ) -> [UInt32] {
    var rows = rows
    var sorted = rows
    var shift = 0
    repeat {
      var starts = Array(repeating: 0, count: 1 << 16 + 1)
      func digit(_ row: UInt32) -> Int { Int(truncatingIfNeeded: key(row) >> Key(shift)) & 0xFFFF }
      for row in rows { starts[digit(row) + 1] += 1 }
      for digit in 1..<starts.count { starts[digit] += starts[digit - 1] }
      for row in rows {
        let digit = digit(row)
        sorted[starts[digit]] = row
        starts[digit] += 1
      }
      swap(&rows, &sorted)
      shift += 16
    } while shift < Key.bitWidth && maximum >> Key(shift) != 0
    return rows
  }
}
