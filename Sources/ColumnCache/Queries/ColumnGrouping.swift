internal import FetchKit

struct ColumnGrouping {
  let filter: ColumnFilter

  /// The number of groups that are computed here.
  private static let capacity = 50_000
  /// Columns with more distinct values are gone through row by row.
  private static let maximumParts = 16

  /// The rows of each value of a key path; nil for many values, or when counting row by row is faster.
  func parts(_ keyPath: String, areCounts: Bool) throws -> [FetchValue: Bitmap]? {
    let definition = filter.entity.attribute(forKeyPath: keyPath)?.definition
    var parts: [FetchValue: Bitmap] = [:]
    return try divide(
      filter.table.rows, by: definition ?? .keyPath(keyPath), areCounts, into: &parts)
      ? parts : nil
  }

  /// The number of some rows with each value of a computed attribute that compares one packed number with constants;
  /// nil for any other.
  ///
  /// Each integer is compared once, not each row, if there are fewer integers than rows.
  func counts(_ keyPath: String, _ rows: Bitmap) throws -> [FetchValue: Int]? {
    guard let definition = filter.entity.attribute(forKeyPath: keyPath)?.definition,
      let number = definition.keyPaths.first, definition.keyPaths.count == 1,
      let id = filter.results.columnID(of: number, filter.entity),
      let column = filter.column(number), column.hasNumbers, column.numbers.doubles == nil,
      column.numbers.packed.maximum < filter.table.size
    else { return nil }
    let integers = ColumnFilter(
      table: ColumnTable(integersOf: column, id: id), entity: filter.entity,
      results: FilterResults())
    let parts: [FetchValue: Bitmap]?
    do {
      parts = try ColumnGrouping(filter: integers).parts(keyPath, areCounts: true)
    } catch is FilterResults.MissingRows {
      // Rows that SQLite finds are those of the table, not of its integers.
      return nil
    }
    guard let parts else { return nil }
    let packed = column.numbers.packed
    let counts = packed.histogram(rows, upTo: Int(packed.maximum))
    return parts.mapValues { part in
      var sum = 0
      part.forEach { sum += counts[$0] }
      return sum
    }
  }

  /// Adds some rows to those of the values that an expression has for them; false for an expression of other
  /// parts than conditions, constants and attributes with few values.
  private func divide(
    _ rows: Bitmap, by expression: FetchExpression, _ areCounts: Bool,
    into parts: inout [FetchValue: Bitmap]
  ) throws -> Bool {
    switch expression {
    case .constant(let value):
      parts[value, default: Bitmap(size: filter.table.size)].formUnion(rows)
      return true
    case .conditional(let predicate, let first, let second):
      let matching = try filter.rows(predicate.predicate).intersection(rows)
      return try divide(matching, by: first.expression, areCounts, into: &parts)
        && divide(rows.subtracting(matching), by: second.expression, areCounts, into: &parts)
    case .keyPath where !areCounts:
      guard let codes = try codes(expression), codes.values.count <= Self.maximumParts,
        // A Boolean column with other integers than 0 and 1 has equal values.
        Set(codes.values).count == codes.values.count,
        !codes.values.contains(where: { $0.kind == .list })
      else { return false }
      for (code, value) in codes.values.enumerated() {
        let own = codes.codes.rows(UInt32(code)...UInt32(code)).intersection(rows)
        parts[value, default: Bitmap(size: filter.table.size)].formUnion(own)
      }
      return true
    default: return false
    }
  }

  func keys(_ keyPaths: [String], _ rows: Bitmap) throws -> GroupKeys? {
    var keys: GroupKeys?
    for keyPath in keyPaths {
      guard let next = try codes(keyPath).map(GroupKeys.init) else { return nil }
      guard let first = keys else {
        keys = next
        continue
      }
      keys = GroupKeys(first, next, rows)
      if keys == nil { return nil }
    }
    return keys
  }

  private func codes(_ keyPath: String) throws -> DictionaryEncoding? {
    try codes(filter.entity.attribute(forKeyPath: keyPath)?.definition ?? .keyPath(keyPath))
  }

  private func codes(_ expression: FetchExpression) throws -> DictionaryEncoding? {
    switch expression {
    case .constant(let value):
      var codes = PackedIntegers()
      codes.grow(to: filter.table.size)
      return DictionaryEncoding(codes: codes, values: [value])
    case .keyPath(let keyPath, _):
      guard let column = filter.column(keyPath) else { return nil }
      switch column.kind {
      case .values: return column.values
      case .integers:
        let type = filter.entity.attribute(forKeyPath: keyPath)?.type
        return integers(column.numbers, areFlags: type == .boolean)
      case .doubles, .words: return nil
      }
    case .conditional(let predicate, let first, let second):
      guard let left = try codes(first.expression), let right = try codes(second.expression) else {
        return nil
      }
      return merged(try filter.rows(predicate.predicate), left, right)
    default: return nil
    }
  }

  /// Small integers are their own codes.
  private func integers(_ column: NumberColumn, areFlags: Bool) -> DictionaryEncoding? {
    guard column.packed.maximum < Self.capacity else { return nil }
    let numbers = (0...column.packed.maximum).dropFirst().map { code -> FetchValue in
      let number = column.value(code)
      return areFlags ? .bool(number != 0) : .integer(Int64(number))
    }
    return DictionaryEncoding(codes: column.packed, values: [.null] + numbers)
  }

  /// The codes of `first` for some rows and those of `second` for all others; equal values share a code.
  private func merged(_ rows: Bitmap, _ first: DictionaryEncoding, _ second: DictionaryEncoding)
    -> DictionaryEncoding?
  {
    var values = first.values
    var codeByValue = Dictionary(values.enumerated().map { ($1, UInt32($0)) }) { first, _ in first }
    let moved = second.values.map { value in
      if let code = codeByValue[value] { return code }
      let code = UInt32(values.count)
      values.append(value)
      codeByValue[value] = code
      return code
    }
    guard values.count < Self.capacity else { return nil }
    var codes = second.codes
    codes.replaceAll { moved[Int($0)] }
    rows.forEach { codes.set(first.codes[$0], at: $0) }
    return DictionaryEncoding(codes: codes, values: values)
  }
}
