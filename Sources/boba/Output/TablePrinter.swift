import FetchKit
import Foundation
import TerminalKit

/// Prints rows in columns that fit the terminal; widths come from the first 1,000 rows.
struct TablePrinter: RecordPrinter {
  private let columns: [RecordColumn]
  private let width: Int
  private let output: DataOutput
  private var waiting: [[String]] = []
  private var widths: [Int]?

  private static let sample = 1000
  private static let gap = "  "

  init(
    _ columns: [RecordColumn], width: Int = TerminalWidth.current,
    to output: DataOutput = StandardOutput.file
  ) {
    self.columns = columns
    self.width = width
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

  /// Takes what is too much from long texts, then from titles, then from any column.
  private func fitted() -> [Int] {
    let cells = cellWidths()
    let natural = zip(columns, cells).map { max(TextWidth.displayWidth(of: $0.title), $1) }
    let texts = zip(columns, natural).map { $0.isNumeric ? $1 : min($1, 8) }
    let titles = zip(texts, cells).map(min)
    return [texts, titles, natural.map { _ in 1 }].reduce(natural, shrunk)
  }

  /// Takes what is too much from the widest columns, down to the least widths.
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

  /// The columns that a line with columns of these widths takes.
  private static func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap.count * (widths.count - 1)
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = columns.indices.map { index in
      TextWidth.padded(
        cells[index], to: widths[index], alignment: columns[index].isNumeric ? .right : .left)
    }
    var line = padded.joined(separator: Self.gap)
    // Only columns that cannot shrink any more take more than the terminal has.
    if Self.total(widths) > width { line = TextWidth.truncated(line, to: width) }
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// Values as cells of a table that people read.
enum TableCell {
  static func text(_ cell: RowCell, _ column: RecordColumn) -> String {
    switch cell {
    case .null: return missing
    case .bool(let flag): return flag ? "yes" : "no"
    case .list(let elements):
      return TextWidth.sanitized(elements.map(plain).joined(separator: ", "))
    case .integer, .double:
      if column.isDistance, let meters = cell.doubleValue { return distance(meters) }
      return plain(cell)
    case .date, .text, .data: return TextWidth.sanitized(plain(cell))
    }
  }

  /// What stands for a missing value.
  static let missing = "–"

  private static func plain(_ cell: RowCell) -> String {
    var bytes: [UInt8] = []
    bytes.appendPlain(cell)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `567 m`, `1.4 km`.
  static func distance(_ meters: Double) -> String {
    meters.magnitude < 999.5
      ? "\(Int(meters.rounded())) m" : String(format: "%.1f km", meters / 1000)
  }
}

/// How many columns there are for a table.
enum TerminalWidth {
  static var current: Int {
    if let text = ProcessInfo.processInfo.environment["COLUMNS"], let columns = Int(text),
      columns > 0
    {
      return columns
    }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return Int(size.ws_col)
  }
}
