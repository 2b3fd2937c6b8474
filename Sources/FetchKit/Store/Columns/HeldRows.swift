/// Some rows with their numbers in some columns.
struct HeldRows: Sendable {
  let rows: RowBits
  let columns: [HeldNumbers]

  /// Hands over each row with its numbers, the rows ascending.
  func forEach(_ body: (Int64, UnsafeBufferPointer<Double>) -> Void) {
    var numbers = Array(repeating: Double.nan, count: columns.count)
    rows.forEach { row in
      for (index, column) in columns.enumerated() { numbers[index] = column[row] ?? .nan }
      numbers.withUnsafeBufferPointer { body(Int64(row), $0) }
    }
  }
}
