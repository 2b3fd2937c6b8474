import FetchKit

/// Prints rows with tabs between the cells; tabs and line ends inside a cell are escaped.
struct TSVPrinter: RecordPrinter {
  private let columns: [RecordColumn]
  private let output: DataOutput
  private var hasHeader = false
  private var cell: [UInt8] = []

  init(_ columns: [RecordColumn], to output: DataOutput = StandardOutput.file) {
    self.columns = columns
    self.output = output
  }

  mutating func print(_ row: [RowCell]) {
    printHeader()
    output.write { bytes in
      for index in columns.indices {
        if index > 0 { bytes.append(UInt8(ascii: "\t")) }
        cell.removeAll(keepingCapacity: true)
        cell.appendPlain(columns[index].shown(row[index]))
        for byte in cell { Self.append(byte, to: &bytes) }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  mutating func end() { printHeader() }

  private mutating func printHeader() {
    guard !hasHeader else { return }
    hasHeader = true
    output.print(columns.map(\.key).joined(separator: "\t"))
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case 0x09: bytes.append("\\t")
    case 0x0A: bytes.append("\\n")
    case 0x0D: bytes.append("\\r")
    case 0x5C: bytes.append("\\\\")
    default: bytes.append(byte)
    }
  }
}
