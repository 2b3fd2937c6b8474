import JSONStream

/// The columns of a CSV file.
struct CSVHeader {
  /// One for each column; `.unknown` for a column that no field reads, `.ignored` for one that is left out.
  private(set) var names: [FieldName] = []
  /// The titles of the columns that no field reads.
  private(set) var otherTitles: [String] = []

  init() {}

  /// Reads the cells of the first record: keys as in JSON, or key paths of a venue.
  init(_ cells: [TextSlice], _ keys: borrowing KeyTable) {
    for cell in cells {
      let text = cell.trimmed
      var name = FieldName(keys.key(text))
      if name == .unknown, let point = text.bytes.lastIndex(of: Byte.point) {
        let last = TextSlice(start: text.start + point + 1, count: text.count - point - 1)
        name = FieldName(keys.key(last))
      }
      if name == .unknown {
        let title = text.string
        if LeftOut.contains(title) { name = .ignored } else { otherTitles.append(title) }
      }
      names.append(name)
    }
  }

  /// Whether these are the columns of venues.
  var isOfVenues: Bool {
    names.contains(.name) && names.count { $0 != .unknown && $0 != .ignored } > 1
  }
}

/// The `'` that our export puts before a cell which a spreadsheet would run as a formula.
package enum SpreadsheetGuard {
  /// Whether a text that begins with `byte` is exported with a `'` before it.
  package static func isGuarded(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), Byte.plus, Byte.minus, UInt8(ascii: "@"), UInt8(ascii: "'"), Byte.tab,
      Byte.carriageReturn:
      true
    default: false
    }
  }
}
