import JSONStream

/// A CSV record with lists or objects in its cells, as the JSON object that it stands for.
struct NestedRow {
  /// The object, and after it the zero bytes on which the scanner relies.
  private(set) var json: [UInt8] = []
  /// Bytes of the object.
  private(set) var length = 0
  /// The starts of the cells, in bytes from the starts of the object and of the record.
  private var starts: [(json: Int, record: Int)] = []

  /// Reads the cells of a record; nil if none holds a list or an object.
  init?(_ record: JSONValue, _ header: CSVHeader) {
    let mayNest = { (cell: JSONValue) in
      CellLiteral.mayBegin(cell.raw) && header.mayNest(cell.name)
    }
    guard record.children.contains(where: mayNest) else { return nil }
    let cells = record.children.map { cell in
      (cell, literal: mayNest(cell) ? cell.text.flatMap(CellLiteral.json) : nil)
    }
    guard cells.contains(where: { $0.literal != nil }) else { return nil }
    var otherTitles = header.otherTitles.makeIterator()
    for (cell, literal) in cells {
      let title = cell.name == .unknown ? otherTitles.next() : header.key(of: cell.name)
      guard let title, let text = cell.text else { continue }
      json.append(starts.isEmpty ? Byte.openObject : Byte.comma)
      json += CanonicalJSON(string: title).bytes + [Byte.colon]
      starts.append((json.count, cell.offset))
      json += literal ?? CanonicalJSON(string: text.string).bytes
    }
    json.append(Byte.closeObject)
    length = json.count
    json += [UInt8](repeating: 0, count: JSONScanner.padding)
  }

  /// The start of the cell with a value of the object, in bytes from the start of the record.
  func cellOffset(ofValueAt offset: Int) -> Int {
    starts.last { $0.json <= offset }?.record ?? 0
  }
}
