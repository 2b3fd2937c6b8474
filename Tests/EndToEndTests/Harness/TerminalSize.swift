/// A terminal's size in columns and rows.
struct TerminalSize: Hashable, CustomStringConvertible {
  var columns: Int
  var rows: Int

  static let wide = TerminalSize(columns: 200, rows: 60)
  static let usual = TerminalSize(columns: 80, rows: 24)
  static let small = TerminalSize(columns: 40, rows: 10)

  var description: String { "\(columns)x\(rows)" }
}
