/// The values by which a request orders its rows, and how SQLite compares them.
struct SortKeys: Sendable {
  struct Key: Sendable {
    let ascending: Bool
    let nils: FetchSortDescriptor.NilPlacement
  }

  let keys: [Key]

  init(_ descriptors: [FetchSortDescriptor]) {
    keys = descriptors.map { Key(ascending: $0.ascending, nils: $0.nils) }
  }

  /// Whether a row comes before another; the primary key decides between equals.
  func isBefore(_ left: (values: [Value], id: Int64), _ right: (values: [Value], id: Int64)) -> Bool
  {
    for (index, key) in keys.enumerated() {
      let order = key.order(left.values[index], right.values[index])
      if order != 0 { return order < 0 }
    }
    return left.id < right.id
  }
}

extension SortKeys.Key {
  /// Negative when `left` comes first, 0 when they are equal.
  fileprivate func order(_ left: Value, _ right: Value) -> Int {
    switch (left.isNull, right.isNull) {
    case (true, true): return 0
    case (true, false): return nullsComeFirst ? -1 : 1
    case (false, true): return nullsComeFirst ? 1 : -1
    case (false, false):
      let order = left.storageOrder(right)
      return ascending ? order : -order
    }
  }

  private var nullsComeFirst: Bool {
    switch nils {
    case .first: true
    case .last: false
    case .lowest: ascending
    }
  }
}

extension Value {
  /// SQLite's order of storage classes: numbers, then texts by their bytes, then data.
  fileprivate func storageOrder(_ other: Value) -> Int {
    let classes = (storageClass, other.storageClass)
    guard classes.0 == classes.1 else { return classes.0 < classes.1 ? -1 : 1 }
    return (try? ValueComparison.order(self, other)) ?? 0
  }

  private var storageClass: Int {
    switch self {
    case .null: 0
    case .bool, .integer, .double, .date: 1
    case .string: 2
    case .data, .list, .object: 3
    }
  }
}
