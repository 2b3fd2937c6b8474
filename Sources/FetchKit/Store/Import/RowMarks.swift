/// The rows that an import has read, with the last offset of each in the input.
struct RowMarks {
  /// One more than the byte offset, by primary key; 0 for a row that was not read.
  private var dense: [Int] = []
  /// The offsets of primary keys too large for an array.
  private var sparse: [Int64: Int] = [:]

  private static let denseLimit: Int64 = 1 << 26

  subscript(key: Int64) -> Int? {
    get {
      guard key >= 0, key < Self.denseLimit else { return sparse[key] }
      guard key < dense.count, dense[Int(key)] > 0 else { return nil }
      return dense[Int(key)] - 1
    }
    set {
      guard key >= 0, key < Self.denseLimit else {
        sparse[key] = newValue
        return
      }
      if key >= dense.count { grow(to: Int(key)) }
      dense[Int(key)] = newValue.map { $0 + 1 } ?? 0
    }
  }

  private mutating func grow(to key: Int) {
    let size = Swift.max(1024, dense.count * 2, key + 1)
    dense.append(contentsOf: repeatElement(0, count: size - dense.count))
  }
}
