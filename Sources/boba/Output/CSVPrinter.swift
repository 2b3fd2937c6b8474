import FetchKit
import Foundation

/// Prints rows as CSV after RFC 4180, safe to open in a spreadsheet.
struct CSVPrinter: RecordPrinter {
  private let columns: [RecordColumn]
  private var hasHeader = false

  init(_ columns: [RecordColumn]) { self.columns = columns }

  mutating func print(_ row: [Value]) {
    printHeader()
    StandardOutput.write(
      zip(columns, row).map { Self.field(Self.cell($1, $0)) }.joined(separator: ",") + "\r\n")
  }

  mutating func end() { printHeader() }

  private mutating func printHeader() {
    guard !hasHeader else { return }
    hasHeader = true
    StandardOutput.write(columns.map { Self.field($0.key) }.joined(separator: ",") + "\r\n")
  }

  /// A text that a spreadsheet would run, or that begins with an apostrophe, gets one in front.
  static func cell(_ value: Value, _ column: RecordColumn) -> String {
    let text = PlainText.text(value)
    guard column.isText, let first = text.first, "=+-@'".contains(first) else { return text }
    return "'" + text
  }

  private static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// Prints rows with tabs between the cells; tabs and line ends inside a cell are escaped.
struct TSVPrinter: RecordPrinter {
  private let columns: [RecordColumn]
  private var hasHeader = false

  init(_ columns: [RecordColumn]) { self.columns = columns }

  mutating func print(_ row: [Value]) {
    printHeader()
    StandardOutput.print(row.map { Self.escaped(PlainText.text($0)) }.joined(separator: "\t"))
  }

  mutating func end() { printHeader() }

  private mutating func printHeader() {
    guard !hasHeader else { return }
    hasHeader = true
    StandardOutput.print(columns.map(\.key).joined(separator: "\t"))
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\r\n": result += "\\r\\n"
      case "\\": result += "\\\\"
      default: result.append(character)
      }
    }
    return result
  }
}

/// Prints rows as a Markdown table.
struct MarkdownPrinter: RecordPrinter {
  private let columns: [RecordColumn]
  private var hasHeader = false

  init(_ columns: [RecordColumn]) { self.columns = columns }

  mutating func print(_ row: [Value]) {
    printHeader()
    printLine(zip(columns, row).map { TableCell.text($1, $0) })
  }

  mutating func end() { printHeader() }

  private mutating func printHeader() {
    guard !hasHeader else { return }
    hasHeader = true
    printLine(columns.map(\.title))
    StandardOutput.print(
      "| " + columns.map { $0.isNumeric ? "---:" : "---" }.joined(separator: " | ") + " |")
  }

  private func printLine(_ cells: [String]) {
    StandardOutput.print("| " + cells.map(Self.escaped).joined(separator: " | ") + " |")
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0 == "|" ? "\\|" : $0.isNewline ? " " : String($0) }.joined()
  }
}

/// Values as plain text, for CSV and the like.
enum PlainText {
  static func text(_ value: Value) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .date(let date): date.formatted(.iso8601)
    case .list(let elements): elements.map { escaped(text($0)) }.joined(separator: "; ")
    case .integer, .double, .data, .object: JSONText.value(value)
    }
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0 == ";" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}
