import FetchKit

/// Prints rows as a collection of points, after RFC 7946; `extraKeyPaths` come behind the columns.
struct GeoJSONPrinter: RecordPrinter {
  /// What a feature needs beside its properties.
  static let extraKeyPaths = ["id", "location.longitude", "location.latitude"]

  private let writer: JSONObjectWriter
  /// Where the cells of `extraKeyPaths` begin.
  private let extras: Int
  private let output: DataOutput
  private var isFirst = true

  init(_ columns: [RecordColumn], to output: DataOutput = StandardOutput.file) {
    writer = JSONObjectWriter(columns)
    extras = columns.reduce(0) { $0 + $1.width }
    self.output = output
  }

  mutating func print(_ row: [RowCell]) {
    output.write { bytes in
      bytes.append(isFirst ? Self.start : ",\n")
      bytes.append("{\"type\":\"Feature\",\"id\":")
      bytes.appendJSON(row[extras])
      bytes.append(",\"geometry\":")
      appendPoint(row[extras + 1], row[extras + 2], to: &bytes)
      bytes.append(",\"properties\":")
      writer.write(row, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    isFirst = false
  }

  mutating func end() {
    output.write { bytes in
      if isFirst { bytes.append(Self.start) }
      bytes.append("]}\n")
    }
  }

  private static let start: StaticString = "{\"type\":\"FeatureCollection\",\"features\":[\n"

  private func appendPoint(_ east: RowCell, _ north: RowCell, to bytes: inout [UInt8]) {
    guard !east.isNull, !north.isNull else { return bytes.append("null") }
    bytes.append("{\"type\":\"Point\",\"coordinates\":[")
    bytes.appendJSON(east)
    bytes.append(UInt8(ascii: ","))
    bytes.appendJSON(north)
    bytes.append("]}")
  }
}
