internal import FetchKit

/// The groups of each row by one or more columns: for a column of lists, a row is in the group of each distinct element.
struct GroupKeys {
  let values: [[FetchValue]]
  private let codes: PackedIntegers
  /// The groups of rows with each code; nil when they are the codes themselves.
  private let groupsByCode: [[Int]]?

  init(_ column: DictionaryEncoding) {
    codes = column.codes
    guard column.values.contains(where: { $0.kind == .list }) else {
      (values, groupsByCode) = (column.values.map { [$0] }, nil)
      return
    }
    var values: [FetchValue] = []
    var indexByText: [[UInt8]?: Int] = [:]
    groupsByCode = column.values.map { value in
      let elements = value.listValue ?? [value]
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
    self.values = values.map { [$0] }
  }

  /// More pairs of codes than this are not looked up in an array.
  private static let maximumPairs = 1 << 22

  /// The groups of some rows by the columns of two others; nil for too many, or when both have lists.
  init?(_ first: GroupKeys, _ second: GroupKeys, _ rows: Bitmap) {
    let width = Int(second.codes.maximum) + 1
    let (pairCount, overflows) = (Int(first.codes.maximum) + 1).multipliedReportingOverflow(
      by: width)
    guard !overflows, pairCount <= Self.maximumPairs,
      first.groupsByCode == nil || second.groupsByCode == nil
    else { return nil }
    var codeByPair = Array(repeating: UInt32.max, count: pairCount)
    var pairs: [(first: Int, second: Int)] = []
    var codes = PackedIntegers()
    codes.grow(to: first.codes.count)
    rows.forEach { row in
      let pair = (first: Int(first.codes[row]), second: Int(second.codes[row]))
      let index = pair.first * width + pair.second
      if codeByPair[index] == .max {
        codeByPair[index] = UInt32(pairs.count)
        pairs.append(pair)
      }
      codes.set(codeByPair[index], at: row)
    }
    self.codes = codes
    let groups = pairs.map { pair in
      first.groups(pair.first).flatMap { left in
        second.groups(pair.second).map { Pair(first: left, second: $0) }
      }
    }
    var indices: [Pair: Int] = [:]
    var values: [[FetchValue]] = []
    groupsByCode = groups.map { groups in
      groups.map { group in
        if let index = indices[group] { return index }
        indices[group] = values.count
        values.append(first.values[group.first] + second.values[group.second])
        return values.count - 1
      }
    }
    self.values = values
  }

  private struct Pair: Hashable {
    let first: Int
    let second: Int
  }

  private func groups(_ code: Int) -> [Int] { groupsByCode?[code] ?? [code] }

  func counts(_ rows: Bitmap) -> [Int] {
    guard let groupsByCode else { return codes.histogram(rows, upTo: values.count - 1) }
    var counts = Array(repeating: 0, count: values.count)
    let histogram = codes.histogram(rows, upTo: Int(codes.maximum))
    for (groups, count) in zip(groupsByCode, histogram) {
      for group in groups { counts[group] += count }
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
