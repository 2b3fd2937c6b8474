import FetchKit

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

  private static func escaped(_ text: String) -> String {
    text.map { $0 == "|" ? "\\|" : $0 == "\\" ? "\\\\" : $0.isNewline ? " " : String($0) }.joined()
  }
}
