import ArgumentParser
import FetchKit

/// How rows are printed.
enum RecordFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json, ndjson, csv, tsv, markdown

  /// A printer of rows with some columns.
  func printer(_ columns: [RecordColumn]) -> any RecordPrinter {
    switch self {
    case .table: TablePrinter(columns)
    case .json: JSONPrinter(columns, isLines: false)
    case .ndjson: JSONPrinter(columns, isLines: true)
    case .csv: CSVPrinter(columns)
    case .tsv: TSVPrinter(columns)
    case .markdown: MarkdownPrinter(columns)
    }
  }
}

/// A column of printed rows.
struct RecordColumn: Hashable {
  /// The key in JSON and the header in CSV.
  let key: String
  /// The header of tables.
  let title: String
  /// Whether the cells are numbers, at the right of their column.
  var isNumeric = false
  /// Whether the cells are texts that a spreadsheet could take for a formula.
  var isText = false
  /// Whether the cells are metres, with a unit in tables.
  var isDistance = false
}

/// Prints rows one by one.
protocol RecordPrinter {
  /// Prints a row: a value for each column.
  mutating func print(_ row: [Value])
  /// Prints what comes last; the header, when there was no row.
  mutating func end()
}
