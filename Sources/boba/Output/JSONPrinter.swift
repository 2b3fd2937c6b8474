import FetchKit

/// Prints rows as one JSON array, or one object a line.
struct JSONPrinter: RecordPrinter {
  private let writer: JSONObjectWriter
  private let isLines: Bool
  private let output: DataOutput
  private var isFirst = true

  /// `omitsMissing` leaves columns without a value out.
  init(
    _ columns: [RecordColumn], isLines: Bool, omitsMissing: Bool = false,
    to output: DataOutput = StandardOutput.file
  ) {
    writer = JSONObjectWriter(columns, omitsMissing: omitsMissing)
    self.isLines = isLines
    self.output = output
  }

  mutating func print(_ row: [RowCell]) {
    output.write { bytes in
      if !isLines { bytes.append(isFirst ? "[" : ",\n ") }
      writer.write(row, to: &bytes)
      if isLines { bytes.append(UInt8(ascii: "\n")) }
    }
    isFirst = false
  }

  mutating func end() {
    guard !isLines else { return }
    output.print(isFirst ? "[]" : "]")
  }
}
