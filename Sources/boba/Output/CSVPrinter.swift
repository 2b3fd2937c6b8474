import FetchKit

/// Prints rows as CSV after RFC 4180, safe to open in a spreadsheet.
struct CSVPrinter: RecordPrinter {
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
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        cell.removeAll(keepingCapacity: true)
        cell.appendPlain(columns[index].shown(row[index]))
        appendField(columns[index].isText && isGuarded, to: &bytes)
      }
      bytes.append("\r\n")
    }
  }

  mutating func end() { printHeader() }

  private mutating func printHeader() {
    guard !hasHeader else { return }
    hasHeader = true
    output.write(columns.map(\.key).joined(separator: ",") + "\r\n")
  }

  /// A text that a spreadsheet would run, or that begins with an apostrophe, gets one in front.
  private var isGuarded: Bool {
    switch cell.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  private func appendField(_ hasApostrophe: Bool, to bytes: inout [UInt8]) {
    let needsQuotes = cell.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
    if hasApostrophe { bytes.append(UInt8(ascii: "'")) }
    guard needsQuotes else { return bytes.append(contentsOf: cell) }
    for byte in cell {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
