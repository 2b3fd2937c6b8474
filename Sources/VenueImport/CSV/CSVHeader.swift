/// What the columns of a CSV file mean.
struct CSVHeader {
  /// One for each column; `.unknown` for a column that is not imported.
  let names: [FieldName]

  /// Reads the cells of the first record: keys as in JSON, or key paths of a venue.
  init(_ cells: [TextSlice], _ table: borrowing FieldNameTable) {
    var names: [FieldName] = []
    for cell in cells {
      let text = cell.trimmed
      var name = Self.name(text, table)
      if name == .unknown, let point = text.bytes.lastIndex(of: Byte.point) {
        name = Self.name(
          TextSlice(start: text.start + point + 1, count: text.count - point - 1), table)
      }
      names.append(name)
    }
    self.names = names
  }

  /// Whether these are the columns of venues.
  var isOfVenues: Bool {
    names.contains(.name) && names.count { $0 != .unknown } > 1
  }

  /// The text is copied: the table reads past the end of a short key.
  private static func name(_ text: TextSlice, _ table: borrowing FieldNameTable) -> FieldName {
    let padded = Array(text.bytes) + [UInt8](repeating: 0, count: 8)
    return padded.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { table.name($0, text.count) } ?? .unknown
    }
  }
}
