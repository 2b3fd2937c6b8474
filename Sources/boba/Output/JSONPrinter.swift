import FetchKit

/// Prints rows as JSON.
struct JSONPrinter: RecordPrinter {
  enum Form {
    /// An array of objects.
    case array
    /// One object a line.
    case lines
    /// A collection of points, after RFC 7946; the row ends with the cells of `extraKeyPaths`.
    case features
    /// A response of Foursquare's API, version 2; the row has the cells of an export.
    case foursquare

    /// The key paths that a row needs besides its columns.
    var extraKeyPaths: [String] {
      self == .features ? ["id", "location.longitude", "location.latitude"] : []
    }

    fileprivate var frame: (start: StaticString, separator: StaticString, end: StaticString) {
      switch self {
      case .array: ("[", ",\n ", "]\n")
      case .lines: ("", "", "")
      case .features: ("{\"type\":\"FeatureCollection\",\"features\":[\n", ",\n", "]}\n")
      case .foursquare: ("{\"meta\":{\"code\":200},\"response\":{\"venues\":[\n", ",\n", "]}}\n")
      }
    }
  }

  private let form: Form
  private let row: JSONRow
  private let output: DataOutput
  private var isFirst = true

  /// `omitsMissing` omits columns without a value.
  init(
    _ form: Form, _ columns: [RecordColumn], omitsMissing: Bool = false,
    to output: DataOutput = StandardOutput.file
  ) {
    self.form = form
    self.output = output
    row = JSONRow(columns, omitsMissing: omitsMissing)
  }

  mutating func print(_ cells: [RowCell]) {
    output.write { bytes in
      bytes.append(isFirst ? form.frame.start : form.frame.separator)
      switch form {
      case .array: row.write(cells, to: &bytes)
      case .lines:
        row.write(cells, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      case .features: writeFeature(cells, to: &bytes)
      case .foursquare: FoursquareVenue(cells).write(to: &bytes)
      }
    }
    isFirst = false
  }

  mutating func end() {
    output.write { bytes in
      if isFirst { bytes.append(form.frame.start) }
      bytes.append(form.frame.end)
    }
  }

  private func writeFeature(_ cells: [RowCell], to bytes: inout [UInt8]) {
    let (id, east, north) = (cells[row.width], cells[row.width + 1], cells[row.width + 2])
    bytes.append("{\"type\":\"Feature\",\"id\":")
    bytes.appendJSON(id)
    bytes.append(",\"geometry\":")
    if east.isNull || north.isNull {
      bytes.append("null")
    } else {
      bytes.append("{\"type\":\"Point\",\"coordinates\":[")
      bytes.appendJSON(east)
      bytes.append(UInt8(ascii: ","))
      bytes.appendJSON(north)
      bytes.append("]}")
    }
    bytes.append(",\"properties\":")
    row.write(cells, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}

/// Writes rows as JSON objects.
struct JSONRow {
  /// A member without reference-counted values, as one is copied for each cell.
  private struct Member {
    /// The key in `keys`, with its quotes and colon.
    let key: Range<Int>
    /// The keys of a list's objects in `parts`; empty for a simple value.
    let parts: Range<Int>
    /// The first cell.
    let cell: Int
    let isDistance, isJSON: Bool
  }

  private var members: [Member] = []
  /// The keys of lists' objects in `keys`.
  private var parts: [Range<Int>] = []
  private var keys: [UInt8] = []
  private let omitsMissing: Bool
  /// The number of cells of the columns.
  let width: Int

  init(_ columns: [RecordColumn], omitsMissing: Bool = false) {
    self.omitsMissing = omitsMissing
    width = columns.reduce(0) { $0 + $1.width }
    var cell = 0
    for column in columns {
      let key = add(column.key)
      let first = parts.count
      for part in column.parts { parts.append(add(part)) }
      members.append(
        Member(
          key: key, parts: first..<parts.count, cell: cell, isDistance: column.isDistance,
          isJSON: column.isJSON))
      cell += column.width
    }
  }

  private mutating func add(_ key: String) -> Range<Int> {
    let start = keys.count
    keys.appendJSON(key)
    keys.append(UInt8(ascii: ":"))
    return start..<keys.count
  }

  /// Writes an object; cells after those of the columns are ignored.
  func write(_ row: [RowCell], to bytes: inout [UInt8]) {
    keys.withUnsafeBufferPointer { keys in
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in members where !(omitsMissing && row[member.cell].isNull) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: keys[member.key]))
        if !member.parts.isEmpty {
          writeObjects(member, row, keys, to: &bytes)
        } else if member.isJSON {
          bytes.appendJSON(object: row[member.cell])
        } else {
          bytes.appendJSON(member.isDistance ? row[member.cell].wholeMeters : row[member.cell])
        }
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Writes several lists of the same length as a list of objects.
  private func writeObjects(
    _ member: Member, _ row: [RowCell], _ keys: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "["))
    if case .list(let first) = row[member.cell] {
      for index in first.indices {
        bytes.append(index > 0 ? ",{" : "{")
        for (offset, part) in member.parts.enumerated() {
          guard case .list(let cells) = row[member.cell + offset] else { continue }
          if offset > 0 { bytes.append(UInt8(ascii: ",")) }
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: keys[parts[part]]))
          bytes.appendJSON(cells[index])
        }
        bytes.append(UInt8(ascii: "}"))
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
