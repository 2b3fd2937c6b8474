import ArgumentParser
import FetchKit
import Venues

/// `boba list`: the venues, one a line.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Prints venues.",
    discussion: "Example: boba list --price 1 --deals --sort -rating --format csv")

  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: SortOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Print at most this many.", valueName: "n"))
  var limit: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Pass over this many first.", valueName: "n"))
  var offset = 0

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Columns, key paths or JSON keys, with commas.", valueName: "key,…"),
    completion: .stored(.columns))
  var columns: String?

  @Option(name: .long, help: "table, json, ndjson, csv, tsv, markdown or geojson.")
  var format = ListFormat.table

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if let limit, limit < 0 {
      throw ValidationError("--limit takes a number from 0, found \(limit)")
    }
    if offset < 0 { throw ValidationError("--offset takes a number from 0, found \(offset)") }
  }

  func run() throws {
    _ = try filter.choices()
    let sort = try order.keys()
    let fields = try columns.map(VenueField.fields) ?? format.standardFields
    var listing = VenueListing(query: try filter.query(storeOptions), sort: sort)
    (listing.limit, listing.offset, listing.format) = (limit, offset, format)
    listing.fields = fields
    try listing.print()
  }
}

extension ListFormat {
  /// What is printed when no columns are named.
  fileprivate var standardFields: [VenueField] {
    switch self {
    case .table, .markdown: VenueField.standardColumns
    case .json, .ndjson, .csv, .tsv, .geojson: VenueField.all
    }
  }
}

/// The venues that a listing prints, and how.
struct VenueListing {
  let query: VenueQuery
  let sort: [SortChoice]
  /// nil for all, 0 for none.
  var limit: Int?
  var offset = 0
  var format = ListFormat.table
  var fields = VenueField.standardColumns

  init(query: VenueQuery, sort: [SortChoice]) {
    self.query = query
    self.sort = sort
  }

  /// Prints the rows one by one; memory does not grow with their number.
  func print() throws {
    var printer = format.printer(fields.map(\.column))
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
