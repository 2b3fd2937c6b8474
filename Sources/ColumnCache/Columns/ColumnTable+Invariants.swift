internal import FetchKit

extension ColumnTable {
  /// Stops a debug build when the columns do not cover the same rows.
  func checkInvariants() {
    assert(rows.words.count == (size + 63) / 64, "there is a bit for each row")
    assert(columns.values.allSatisfy { $0.size == size }, "each column has all rows")
    assert(
      columns.values.allSatisfy { $0.values.codes.maximum < max(1, $0.values.values.count) },
      "each code has a value")
  }
}

extension Column {
  fileprivate var size: Int {
    switch kind {
    case .integers, .doubles: numbers.count
    case .values: values.codes.count
    case .words: words.size
    }
  }
}
