internal import FetchKit

/// The groups of each row, in a column of values or of lists: a row is in the group of each distinct element.
struct GroupKeys {
  /// The value of each group.
  let values: [FetchValue]
  private let codes: PackedIntegers
  /// The groups of rows with each code; nil when they are the codes themselves.
  private let groupsByCode: [[Int]]?

  init(_ column: DictionaryEncoding) {
    codes = column.codes
    guard column.values.contains(where: { $0.kind == .list }) else {
      (values, groupsByCode) = (column.values, nil)
      return
    }
    var values: [FetchValue] = []
    var indexByText: [[UInt8]?: Int] = [:]
    groupsByCode = column.values.map { value in
      let elements = if case .list(let elements) = value { elements } else { [value] }
      var groups: [Int] = []
      for element in elements.isEmpty ? [.null] : elements {
        let key = element.stringValue.map { Array($0.utf8) }
        let group = indexByText[key] ?? values.count
        if group == values.count {
          indexByText[key] = group
          values.append(element)
        }
        if !groups.contains(group) { groups.append(group) }
      }
      return groups
    }
    self.values = values
  }

  /// The number of rows in each group.
  func counts(_ rows: Bitmap) -> [Int] {
    guard let groupsByCode else { return codes.histogram(rows, upTo: values.count - 1) }
    var counts = Array(repeating: 0, count: values.count)
    for (code, count) in codes.histogram(rows, upTo: groupsByCode.count - 1).enumerated() {
      for group in groupsByCode[code] { counts[group] += count }
    }
    return counts
  }

  /// Calls `body` with the groups of rows that have a number.
  func forEach(
    _ rows: Bitmap, _ numbers: NumberColumn, _ body: (_ group: Int, _ number: Double) -> Void
  ) {
    rows.forEach { row in
      guard let number = numbers[row] else { return }
      guard let groupsByCode else { return body(Int(codes[row]), number) }
      for group in groupsByCode[Int(codes[row])] { body(group, number) }
    }
  }
}

extension ColumnFilter {
  /// The numbers of some rows, in their order.
  func numbers(_ keyPath: String, _ rows: Bitmap) -> [Double] {
    guard let column = column(keyPath) else { return [] }
    var numbers: [Double] = []
    numbers.reserveCapacity(rows.count)
    rows.forEach { row in
      if let number = column.numbers[row] { numbers.append(number) }
    }
    return numbers
  }
}
