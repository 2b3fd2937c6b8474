internal import SQLiteBulkLoad

/// The order of a request's rows: a key of bytes for each, which compare as SQLite orders the rows.
struct RowOrder: Sendable {
  private struct Part: Sendable {
    let isAscending: Bool
    let hasNullsFirst: Bool
  }

  private let parts: [Part]

  init(_ descriptors: [FetchSortDescriptor]) {
    parts = descriptors.map {
      Part(isAscending: $0.ascending, hasNullsFirst: $0.placesNullsFirst)
    }
  }

  /// Appends the key of the row that a statement is at, whose sort keys begin at a column; the primary
  /// key decides between equals.
  func appendKey(
    of id: Int64, _ row: borrowing SQLiteStatement, from column: Int, to key: inout ByteBuffer
  ) {
    for (index, part) in parts.enumerated() {
      let start = key.count
      switch row.cell(column + index, as: .data) {
      case .null:
        SortKey.appendNull(to: &key, isFirst: part.hasNullsFirst)
        continue
      case .bool(let flag): SortKey.append(exactly: Int64(flag ? 1 : 0), to: &key)
      case .integer(let number): SortKey.append(exactly: number, to: &key)
      case .double(let number), .date(let number): SortKey.append(exactly: number, to: &key)
      case .text(let bytes): SortKey.append(bytes, to: &key)
      case .data(let bytes): SortKey.append(data: bytes, to: &key)
      case .list: break
      }
      if !part.isAscending { key.invert(from: start) }
    }
    key.append(bigEndian: UInt64(bitPattern: id) ^ (1 << 63))
  }
}

extension FetchSortDescriptor {
  /// Whether missing values come before all others.
  var placesNullsFirst: Bool {
    switch nils {
    case .first: true
    case .last: false
    case .lowest: ascending
    }
  }
}
