/// Finds the group of each row in held columns.
struct ColumnGrouping {
  let filter: ColumnFilter

  /// How many groups there may be.
  private static let capacity = 50_000

  /// From how many different values on rows are looked at one by one.
  private static let fewValues = 16

  /// The rows of each value of a key path that has few; nil for one that has many, or whose values are
  /// counted sooner row by row.
  func parts(_ keyPath: String, isCounted: Bool) throws -> [Value: RowBits]? {
    if let definition = filter.entity.attribute(forKeyPath: keyPath)?.definition {
      return try parts(definition)
    }
    guard !isCounted, let codes = try codes(keyPath), codes.values.count <= Self.fewValues else {
      return nil
    }
    // SQLite tells texts apart by their bytes, and a dictionary does not.
    guard Set(codes.values).count == codes.values.count else { return nil }
    return Dictionary(
      uniqueKeysWithValues: codes.values.enumerated().map { code, value in
        (value, codes.codes.rows(UInt32(code)...UInt32(code)))
      })
  }

  /// The same for an expression that chooses among a few values by conditions.
  private func parts(_ expression: FetchExpression) throws -> [Value: RowBits]? {
    var parts: [Value: RowBits] = [:]
    return try divide(filter.table.exists, by: expression, into: &parts) ? parts : nil
  }

  /// Adds some rows to those of the values that an expression has for them; false when it names more
  /// than constants.
  private func divide(
    _ rows: RowBits, by expression: FetchExpression, into parts: inout [Value: RowBits]
  ) throws -> Bool {
    switch expression {
    case .constant(let value):
      parts[value, default: RowBits(size: filter.table.size)].formUnion(rows)
      return true
    case .conditional(let predicate, let first, let second):
      let chosen = try filter.rows(predicate).intersection(rows)
      var others = rows
      others.subtract(chosen)
      return try divide(chosen, by: first, into: &parts)
        && divide(others, by: second, into: &parts)
    default: return false
    }
  }

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
      var codes = PackedNumbers()
      codes.grow(to: filter.table.size)
      return ValueCodes(codes: codes, values: [value])
    case .keyPath(let keyPath, _):
      guard let column = filter.column(keyPath) else { return nil }
      switch column.kind {
      case .values: return column.values
      case .integers: return integers(column.numbers)
      case .doubles, .words: return nil
      }
    case .conditional(let predicate, let first, let second):
      guard let left = try codes(first), let right = try codes(second) else { return nil }
      return merged(try filter.rows(predicate), left, right)
    default: return nil
    }
  }

  /// Numbers are their own codes while none is great.
  private func integers(_ column: HeldNumbers) -> ValueCodes? {
    guard column.packed.greatest < Self.capacity else { return nil }
    let numbers = (0...column.packed.greatest).dropFirst().map {
      Value.integer(Int64(column.value($0)))
    }
    return ValueCodes(codes: column.packed, values: [.null] + numbers)
  }

  /// The codes of one where a set has the row, else those of the other; equal values get the same one.
  private func merged(_ rows: RowBits, _ first: ValueCodes, _ second: ValueCodes) -> ValueCodes? {
    var values = first.values
    var places = Dictionary(values.enumerated().map { ($1, UInt32($0)) }) { first, _ in first }
    let moved = second.values.map { value in
      if let place = places[value] { return place }
      let place = UInt32(values.count)
      values.append(value)
      places[value] = place
      return place
    }
    guard values.count < Self.capacity else { return nil }
    var codes = second.codes
    codes.replaceAll { moved[Int($0)] }
    rows.forEach { codes.set(first.codes[$0], at: $0) }
    return ValueCodes(codes: codes, values: values)
  }
}
