/// Finds the group of each row in held columns.
struct ColumnGrouping {
  let filter: ColumnFilter

  /// How many groups there may be.
  private static let capacity = 50_000

  /// The values of a key path by row; nil when held columns cannot tell them.
  func codes(_ keyPath: String) throws -> ValueCodes? {
    if let definition = filter.entity.attribute(forKeyPath: keyPath)?.definition {
      return try codes(definition)
    }
    return try codes(.keyPath(keyPath))
  }

  private func codes(_ expression: FetchExpression) throws -> ValueCodes? {
    switch expression {
    case .constant(let value):
      return ValueCodes(codes: Array(repeating: 0, count: filter.table.size), values: [value])
    case .keyPath(let keyPath, _):
      guard let column = filter.column(keyPath) else { return nil }
      return column.kind == .values ? column.values : integers(column)
    case .conditional(let predicate, let first, let second):
      guard let left = try codes(first), let right = try codes(second) else { return nil }
      return merged(try filter.rows(predicate), left, right)
    default: return nil
    }
  }

  private func integers(_ column: HeldColumn) -> ValueCodes? {
    guard column.kind == .integers else { return nil }
    var values: [Value] = [.null]
    var known: [Int32: UInt16] = [HeldColumn.missing: 0]
    var codes: [UInt16] = []
    codes.reserveCapacity(column.integers.count)
    for number in column.integers {
      if let code = known[number] {
        codes.append(code)
        continue
      }
      guard values.count < Self.capacity else { return nil }
      known[number] = UInt16(values.count)
      codes.append(UInt16(values.count))
      values.append(.integer(Int64(number)))
    }
    return ValueCodes(codes: codes, values: values)
  }

  /// The codes of one where a set has the row, else those of the other; equal values get the same one.
  private func merged(_ rows: RowBits, _ first: ValueCodes, _ second: ValueCodes) -> ValueCodes? {
    var values = first.values
    var places = Dictionary(values.enumerated().map { ($1, UInt16($0)) }) { first, _ in first }
    let moved = second.values.map { value in
      if let place = places[value] { return place }
      let place = UInt16(truncatingIfNeeded: values.count)
      values.append(value)
      places[value] = place
      return place
    }
    guard values.count < Self.capacity else { return nil }
    var codes = second.codes.map { moved[Int($0)] }
    rows.forEach { codes[$0] = first.codes[$0] }
    return ValueCodes(codes: codes, values: values)
  }
}
