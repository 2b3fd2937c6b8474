import ArgumentParser
import FetchKit
import Finder
import Foundation

/// The format of rows.
enum RecordFormat: String {
  case table, json, ndjson, csv, tsv, markdown

  /// A printer of rows with some columns.
  func printer(_ columns: [RecordColumn], to output: DataOutput = StandardOutput.file)
    -> any RecordPrinter
  {
    switch self {
    case .table: TablePrinter(columns, to: output)
    case .json: JSONPrinter(.array, columns, to: output)
    case .ndjson: JSONPrinter(.lines, columns, to: output)
    case .csv: SeparatedPrinter(.csv, columns, to: output)
    case .tsv: SeparatedPrinter(.tsv, columns, to: output)
    case .markdown: MarkdownPrinter(columns, to: output)
    }
  }
}

/// A format of `boba list`.
enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json, ndjson, csv, tsv, markdown, geojson

  /// A printer of venues; all but GeoJSON are formats of any rows.
  func printer(_ columns: [RecordColumn]) -> any RecordPrinter {
    RecordFormat(rawValue: rawValue)?.printer(columns) ?? JSONPrinter(.features, columns)
  }
}

/// A column of printed rows.
struct RecordColumn: Hashable {
  /// The key in JSON and the header in CSV.
  let key: String
  /// The header of tables.
  let title: String
  /// Whether the cells are numbers, which are right-aligned.
  var isNumeric = false
  /// Whether the cells are texts that a spreadsheet could take for a formula.
  var isText = false
  /// Whether the cells are meters, with a unit in tables and whole elsewhere.
  var isDistance = false
  /// Whether the cells are ratings, with at least one decimal in tables.
  var isRating = false
  /// Whether the cells are texts of JSON objects, which JSON contains as such.
  var isJSON = false
  /// The units of distances in tables.
  var units = LengthUnits.metric
  /// For a list of objects in JSON: their keys, each with a cell of its own that is a list.
  var parts: [String] = []

  /// The number of cells of the column.
  var width: Int { max(1, parts.count) }
}

/// Prints rows one by one.
protocol RecordPrinter {
  /// Prints a row: a cell for each column.
  mutating func print(_ row: [RowCell])
  /// Prints the end of the output, and the header if there were no rows.
  mutating func end()
}

extension RecordPrinter {
  /// Prints a row of values.
  mutating func print(values: [FetchValue]) {
    CellRow.with(values) { print($0) }
  }
}

extension RecordColumn {
  /// The printed cell; distances are in whole meters.
  func shown(_ cell: RowCell) -> RowCell { isDistance ? cell.wholeMeters : cell }
}

extension RowCell {
  /// Whether nothing is printed.
  var isBlank: Bool {
    switch self {
    case .null: true
    case .text(let text): text.isEmpty
    case .list(let elements): elements.isEmpty
    case .data(let data): data.isEmpty
    case .bool, .integer, .double, .date: false
    }
  }

  /// A distance in whole meters.
  var wholeMeters: RowCell {
    guard case .double(let meters) = self, let whole = Int64(exactly: meters.rounded()) else {
      return self
    }
    return .integer(whole)
  }
}

/// Values as cells, for data that is not streamed from the store.
enum CellRow {
  /// Calls `body` with the values as cells; they last no longer.
  static func with(_ values: [FetchValue], _ body: ([RowCell]) -> Void) {
    var bytes: [UInt8] = []
    let texts = values.map { value -> Range<Int>? in
      guard case .string(let text) = value else { return nil }
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      return start..<bytes.count
    }
    bytes.withUnsafeBufferPointer { buffer in
      body(
        zip(values, texts).map { value, range in
          range.map { .text(UnsafeBufferPointer(rebasing: buffer[$0])) } ?? cell(value)
        })
    }
  }

  private static func cell(_ value: FetchValue) -> RowCell {
    switch value {
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .date(let date): .date(date.timeIntervalSince1970)
    case .null, .string, .data, .list, .object: .null
    }
  }
}
