import FetchKit
import Finder
import Foundation
import TerminalKit
import Venues

/// Prints rows in columns that fit the terminal; widths come from the first 1,000 rows.
struct TablePrinter: RecordPrinter {
  private let columns: [RecordColumn]
  private let width = TerminalWidth.current
  private let output: DataOutput
  private var waiting: [[String]] = []
  private var widths: [Int]?

  private static let sample = 1000
  private static let gap = "  "

  init(_ columns: [RecordColumn], to output: DataOutput = StandardOutput.file) {
    self.columns = columns
    self.output = output
  }

  mutating func print(_ row: [RowCell]) {
    let cells = zip(columns, row).map { TableCell.text($1, $0) }
    guard let widths else {
      waiting.append(cells)
      if waiting.count == Self.sample { begin() }
      return
    }
    output.print(line(cells, widths))
  }

  mutating func end() { if widths == nil { begin() } }

  private mutating func begin() {
    let widths = fitted()
    self.widths = widths
    output.print(line(columns.map(\.title), widths))
    for cells in waiting { output.print(line(cells, widths)) }
    waiting = []
  }

  /// The widest cell of each column, without its title.
  private func cellWidths() -> [Int] {
    columns.indices.map { index in
      waiting.reduce(1) { max($0, TextWidth.displayWidth(of: $1[index])) }
    }
  }

  /// Shrinks columns: first long texts, then titles, then all others.
  private func fitted() -> [Int] {
    let cells = cellWidths()
    let natural = zip(columns, cells).map { max(TextWidth.displayWidth(of: $0.title), $1) }
    let texts = zip(columns, natural).map { $0.isNumeric ? $1 : min($1, 8) }
    let titles = zip(texts, cells).map(min)
    return [texts, titles, natural.map { _ in 1 }].reduce(natural, shrunk)
  }

  /// Shrinks the widest columns, down to the minimum widths.
  private func shrunk(_ widths: [Int], to least: [Int]) -> [Int] {
    var widths = widths
    var excess = Self.total(widths) - width
    while excess > 0 {
      let wide = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = wide.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  /// The width of a line with columns of these widths.
  private static func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap.count * (widths.count - 1)
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = columns.indices.map { index in
      TextWidth.padded(
        cells[index], to: widths[index], alignment: columns[index].isNumeric ? .right : .left)
    }
    var line = padded.joined(separator: Self.gap)
    // The table is wider than the terminal only if no column can shrink further.
    if Self.total(widths) > width { line = TextWidth.truncated(line, to: width) }
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// Prints rows as a Markdown table.
struct MarkdownPrinter: RecordPrinter {
  private let columns: [RecordColumn]
  private let output: DataOutput
  private var hasHeader = false

  init(_ columns: [RecordColumn], to output: DataOutput = StandardOutput.file) {
    self.columns = columns
    self.output = output
  }

  mutating func print(_ row: [RowCell]) {
    printHeader()
    printLine(zip(columns, row).map { TableCell.text($1, $0) })
  }

  mutating func end() { printHeader() }

  private mutating func printHeader() {
    guard !hasHeader else { return }
    hasHeader = true
    printLine(columns.map(\.title))
    output.print(
      "| " + columns.map { $0.isNumeric ? "---:" : "---" }.joined(separator: " | ") + " |")
  }

  private func printLine(_ cells: [String]) {
    output.print("| " + cells.map(Self.escaped).joined(separator: " | ") + " |")
  }

  /// The text without meaning as Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "\\|*_<>[]`".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(Character(scalar).isNewline ? " " : scalar)
    }
    return String(result)
  }
}

/// The width of the terminal.
enum TerminalWidth {
  static var current: Int {
    if let text = ProcessInfo.processInfo.environment["COLUMNS"], let columns = Int(text),
      columns > 0
    {
      return columns
    }
    return Size(ofTerminal: STDOUT_FILENO)?.columns ?? 100
  }
}

extension VenueField {
  /// The default columns of a table.
  static let standardColumns: [VenueField] = [
    .name, .priceCategory, .distance, .rating, .tipCount, .checkinsCount, .specialCount,
  ]

  /// The fields for keys or key paths between commas, each once.
  static func fields(_ text: String) throws -> [VenueField] {
    let fields = try KeyList.keys(text).map { key in
      guard let field = VenueField(key: key) ?? KeyList.field(key) else {
        throw KeyList.error(for: key, "unknown column '\(key)'")
      }
      return field
    }
    try KeyList.checkRepetition(fields.map(\.key)) { "duplicate column '\($0)'" }
    return fields
  }

  /// The column of a listing.
  func column(_ units: LengthUnits?) -> RecordColumn {
    RecordColumn(
      key: key, title: title, isNumeric: isNumeric, isText: type == .string && format != .plain,
      isDistance: format == .meters, isRating: self == .rating, isJSON: format == .json,
      units: units ?? .metric)
  }
}
