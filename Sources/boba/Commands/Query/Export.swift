import ArgumentParser
import FetchKit
import Foundation
import Venues

/// `boba export`: all data of venues, for `boba import` and other programs.
struct Export: FilteringCommand {
  static let configuration = CommandConfiguration(
    "export", "Export venues with all their data.", usage: "[<filter>]",
    discussion: """
      `boba import` reads JSON, NDJSON, CSV, GeoJSON and Foursquare's format back
      without loss.
      """,
    example: "boba export --favorites --format geojson --output favorites.geojson")

  @OptionGroup(title: "Filter") var conditions: ConditionOptions
  @OptionGroup(title: "Filter") var uses: UseOptions
  @OptionGroup(title: "Sort") var order: SortOptions

  @Option(name: .long, help: "Output format.")
  var format = ExportFormat.json

  @Option("Output file (default: standard output).", value: "file", completion: .file())
  var output: String?

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    guard output != "" else { throw ValidationError("--output takes the path of a file, or -") }
  }

  func run() throws {
    let given = try order.keys()
    let query = try filter.query(storeOptions, seesClosed: true, usesConfiguredPlace: false)
    let sort = query.sort(given)
    let file = try ExportFile(output)
    // Store order is the fastest, and an import keeps it.
    var printer = format.printer(to: file.output)
    try query.store.forEachRow(
      query.request(sortedBy: sort.isEmpty ? nil : sort), of: format.keyPaths
    ) { row in
      printer.print(row)
      return !file.output.hasFailed
    }
    printer.end()
    try file.finish()
  }
}

/// The formats of exports.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case json, ndjson, csv, tsv, markdown, geojson, foursquare

  private enum Layout {
    case objects(JSONPrinter.Form)
    case rows(RecordFormat)
  }

  private var layout: Layout {
    switch self {
    case .json: .objects(.array)
    case .ndjson: .objects(.lines)
    case .geojson: .objects(.features)
    case .foursquare: .objects(.foursquare)
    case .csv: .rows(.csv)
    case .tsv: .rows(.tsv)
    case .markdown: .rows(.markdown)
    }
  }

  /// The key paths of the cells that the printer needs.
  var keyPaths: [String] {
    switch layout {
    case .objects(let form): ExportColumn.keyPaths + form.extraKeyPaths
    case .rows: ExportColumn.keyPaths
    }
  }

  func printer(to output: DataOutput) -> any RecordPrinter {
    switch layout {
    case .objects(let form): JSONPrinter(form, Self.objectColumns, to: output)
    case .rows(let format): format.printer(Self.plainColumns, to: output)
    }
  }

  private static let objectColumns = ExportColumn.all.map { column in
    RecordColumn(
      key: column.key, title: column.key, isJSON: VenueField(key: column.key)?.format == .json,
      parts: column.parts)
  }

  private static let plainColumns = ExportColumn.all.flatMap { column in
    column.headers.map { header in
      RecordColumn(
        key: header, title: header, isText: VenueField(key: header)?.format != .plain)
    }
  }
}
