import FetchKit
import TerminalKit
import VenueImport

/// Prints rows with a separator between the cells, below a header of the keys.
struct SeparatedPrinter: RecordPrinter {
  private let form: SeparatedForm
  private let columns: [RecordColumn]
  private let output: DataOutput
  private var hasHeader = false
  private var cell: [UInt8] = []

  init(
    _ form: SeparatedForm, _ columns: [RecordColumn], to output: DataOutput = StandardOutput.file
  ) {
    self.form = form
    self.columns = columns
    self.output = output
  }

  mutating func print(_ row: [RowCell]) {
    printHeader()
    output.write { bytes in
      for index in columns.indices {
        if index > 0 { bytes.append(UInt8(ascii: form.separator)) }
        if row[index].isBlank { continue }
        cell.removeAll(keepingCapacity: true)
        cell.appendPlain(columns[index].shown(row[index]))
        if output.isTerminal {
          cell = Array(TextWidth.singleLine(String(decoding: cell, as: UTF8.self)).utf8)
        }
        form.append(cell, isText: columns[index].isText, to: &bytes)
      }
      bytes.append(contentsOf: form.lineEnd.utf8)
    }
  }

  mutating func end() { printHeader() }

  private mutating func printHeader() {
    guard !hasHeader else { return }
    hasHeader = true
    output.write(columns.map(\.key).joined(separator: String(form.separator)) + form.lineEnd)
  }
}

/// The separator of cells.
enum SeparatedForm {
  /// RFC 4180, safe to open in a spreadsheet.
  case csv
  /// Tabs between the cells; tabs and line ends inside a cell are escaped.
  case tsv

  var separator: Unicode.Scalar {
    switch self {
    case .csv: ","
    case .tsv: "\t"
    }
  }

  var lineEnd: String {
    switch self {
    case .csv: "\r\n"
    case .tsv: "\n"
    }
  }

  /// Adds a cell; `isText` marks text that people wrote, in which numbers are guarded, too.
  func append(_ cell: [UInt8], isText: Bool, to bytes: inout [UInt8]) {
    switch self {
    case .csv:
      let isGuarded = cell.first.map(SpreadsheetGuard.isGuarded) == true
      Self.appendQuoted(
        cell, hasApostrophe: isGuarded && (isText || !Self.isNumber(cell)), to: &bytes)
    case .tsv: for byte in cell { Self.appendEscaped(byte, to: &bytes) }
    }
  }

  /// Whether a cell has nothing but what numbers and phone numbers have after a sign.
  private static func isNumber(_ cell: [UInt8]) -> Bool {
    guard let sign = cell.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return false
    }
    return cell.dropFirst().allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "e"):
        true
      default: false
      }
    }
  }

  private static func appendQuoted(
    _ cell: [UInt8], hasApostrophe: Bool, to bytes: inout [UInt8]
  ) {
    let needsQuotes = cell.contains(where: isSpecial) || MissingWord.needsQuotes(cell)
    if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
    if hasApostrophe { bytes.append(UInt8(ascii: "'")) }
    guard needsQuotes else { return bytes.append(contentsOf: cell) }
    for byte in cell {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), 0x0A, 0x0D: true
    default: false
    }
  }

  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case 0x09: bytes.append("\\t")
    case 0x0A: bytes.append("\\n")
    case 0x0D: bytes.append("\\r")
    case 0x5C: bytes.append("\\\\")
    default: bytes.append(byte)
    }
  }
}
