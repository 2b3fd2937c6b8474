import ArgumentParser
import FetchKit
import Venues

/// `boba list`: the matching venues.
struct List: FilteringCommand {
  static let configuration = CommandConfiguration(
    "list", "List matching venues.", usage: "[<filter>]",
    example: "boba list --price 1 --deals --sort -rating --format csv")

  @OptionGroup(title: "Filter") var conditions: ConditionOptions
  @OptionGroup(title: "Filter") var uses: UseOptions
  @OptionGroup(title: "Sort") var order: SortOptions

  @Option("Print at most N venues.", value: "n")
  var limit: Int?

  @Option("Skip the first N venues.", value: "n")
  var offset = 0

  @Option(
    "Columns to print: key paths or JSON keys, comma-separated.", value: "key,…",
    completion: .stored(.columns))
  var columns: String?

  @Option(name: .long, help: "Output format.")
  var format = ListFormat.table

  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if let limit, limit < 0 {
      throw ValidationError("--limit takes a number, 0 or more, found \(limit)")
    }
    if offset < 0 { throw ValidationError("--offset takes a number, 0 or more, found \(offset)") }
  }

  func run() throws {
    _ = try filter.choices()
    let sort = try order.keys()
    let fields = try columns.map(VenueField.fields) ?? format.standardFields
    let query = try filter.query(storeOptions)
    let listing = VenueListing(
      query: query, sort: query.sort(sort), limit: limit, offset: offset, format: format,
      fields: fields)
    if limit != nil {
      _ = cacheOptions.open(for: query, using: query.keyPaths(sortedBy: listing.sort))
    }
    try listing.print()
  }
}

extension ListFormat {
  /// The columns without `--columns`.
  fileprivate var standardFields: [VenueField] {
    switch self {
    case .table, .markdown: VenueField.standardColumns
    case .json, .ndjson, .csv, .tsv, .geojson: VenueField.all
    }
  }
}

/// A listing of venues.
struct VenueListing {
  let query: VenueQuery
  let sort: [SortChoice]
  /// nil for no limit.
  var limit: Int?
  var offset = 0
  var format = ListFormat.table
  var fields = VenueField.standardColumns

  /// Streams the rows in constant memory.
  func print() throws {
    var printer = format.printer(fields.map { $0.column(query.configuration.units) })
    if limit != 0 {
      try query.store.forEachRow(request, of: keyPaths) { row in
        printer.print(row)
        return true
      }
    }
    printer.end()
    StandardOutput.flush()
    if format == .table { try query.printFooter() }
  }

  private var keyPaths: [String] {
    fields.map(\.keyPath) + (format == .geojson ? JSONPrinter.Form.features.extraKeyPaths : [])
  }

  private var request: FetchRequest<Venue> {
    var request = query.request(sortedBy: sort)
    request.fetchLimit = limit ?? 0
    request.fetchOffset = offset
    return request
  }
}
