import JSONStream

/// A place with columns, as the JSON object that it stands for: a CSV record with lists or objects in its cells, or an
/// object whose keys are those of columns.
struct NestedRow {
  /// The object, and after it the zero bytes on which the scanner relies.
  private(set) var json: [UInt8] = []
  /// Bytes of the object.
  private(set) var length = 0
  /// The starts of the values, in bytes from the starts of the object and of the record.
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
    var object = ColumnObject(keepsTitles: header.names.contains(.extras))
    for (cell, literal) in cells {
      let isOther = cell.name == .unknown
      let title = isOther ? otherTitles.next() : header.key(of: cell.name)
      guard let title, let text = cell.text else { continue }
      object.append(
        title, literal ?? CanonicalJSON(string: text.string).bytes, at: cell.offset,
        isOther: isOther)
    }
    finish(object)
  }

  /// Reads a place, or a feature with the properties of a place, whose keys are the titles of columns, such as
  /// `venue.location.lat`, or which has lists and objects as texts; nil for any other.
  init?(_ place: JSONValue, _ headers: inout FlattenedHeaders) {
    guard let (object, header) = headers.columns(of: place) else { return nil }
    let columns = ColumnObject(object, header)
    finish(object.name == .properties ? ColumnObject(place, properties: columns) : columns)
  }

  private mutating func finish(_ object: ColumnObject) {
    json = object.closed
    starts = object.starts
    length = json.count
    json += [UInt8](repeating: 0, count: JSONScanner.padding)
  }

  /// The offset of a value in the record, in bytes from its start, by that in the object.
  func recordOffset(ofValueAt offset: Int) -> Int {
    starts.last { $0.json <= offset }?.record ?? 0
  }
}

/// A JSON object that is made of columns. Those that no field reads are kept in its `extras`: an `id` beside `venue.id` does
/// not become the venue's id.
private struct ColumnObject {
  private var json = [Byte.openObject]
  private var others: [UInt8] = []
  private(set) var starts: [(json: Int, record: Int)] = []
  private let keepsTitles: Bool

  /// An object without members; it may keep what no field reads among the others.
  init(keepsTitles: Bool) { self.keepsTitles = keepsTitles }

  /// The members of an object under the keys that their titles stand for.
  init(_ object: JSONValue, _ header: CSVHeader) {
    self.init(keepsTitles: header.names.contains(.extras))
    let hasNoExportKeys = FlattenedHeaders.hasNoExportKeys(object)
    var known = object.children
    var next = known.next()
    for ((key, value), name) in zip(JSONMembers(of: object.source), header.names) {
      let offset = value - object.tape.pointee.slice
      while let member = next, member.offset < offset { next = known.next() }
      guard name != .ignored else { continue }
      let text =
        hasNoExportKeys && header.mayNest(name) && next?.offset == offset ? next?.text : nil
      append(
        name == .unknown || FieldName.bySpelling[key] == name ? key : header.key(of: name),
        text.flatMap(CellLiteral.json) ?? JSONMembers.bytes(of: value), at: offset,
        isOther: name == .unknown)
    }
  }

  /// A feature with other properties.
  init(_ feature: JSONValue, properties: ColumnObject) {
    self.init(keepsTitles: true)
    for (key, value) in JSONMembers(of: feature.source) {
      if key == FieldName.properties.spelling {
        append(key, properties)
      } else {
        let offset = value - feature.tape.pointee.slice
        append(key, JSONMembers.bytes(of: value), at: offset)
      }
    }
  }

  mutating func append(_ key: String, _ value: [UInt8], at offset: Int, isOther: Bool = false) {
    if isOther, !keepsTitles {
      others += (others.isEmpty ? [] : [Byte.comma]) + Self.member(key) + value
    } else {
      begin(key)
      starts.append((json.count, offset))
      json += value
    }
  }

  mutating func append(_ key: String, _ object: ColumnObject) {
    begin(key)
    starts += object.starts.map { ($0.json + json.count, $0.record) }
    json += object.closed
  }

  /// The object with its end.
  var closed: [UInt8] {
    var copy = self
    if !others.isEmpty {
      copy.begin(FieldName.extras.spelling)
      copy.json += [Byte.openObject] + others + [Byte.closeObject]
    }
    return copy.json + [Byte.closeObject]
  }

  private mutating func begin(_ key: String) {
    if json.count > 1 { json.append(Byte.comma) }
    json += Self.member(key)
  }

  private static func member(_ key: String) -> [UInt8] {
    CanonicalJSON(string: key).bytes + [Byte.colon]
  }
}
