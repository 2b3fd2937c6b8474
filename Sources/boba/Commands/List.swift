import ArgumentParser
import FetchKit
import Venues

/// `boba list`: the venues, one a line.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
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
    help: ArgumentHelp("Columns, key paths or JSON keys, with commas.", valueName: "key,…"))
  var columns: String?

  @Option(name: .long, help: "table, json, ndjson, csv, tsv or markdown.")
  var format = RecordFormat.table

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if let limit, limit < 0 {
      throw ValidationError("--limit takes a number from 0, found \(limit)")
    }
    if offset < 0 { throw ValidationError("--offset takes a number from 0, found \(offset)") }
  }

  func run() throws {
    let listing = VenueListing(
      choices: try filter.choices(), sort: try order.keys(), origin: filter.origin, limit: limit,
      offset: offset, format: format,
      columns: columns?.split(separator: ",").map(String.init) ?? [])
    try listing.print(storeOptions.access.open())
  }
}

/// The venues that a listing prints, and how.
struct VenueListing {
  var choices = FilterChoices()
  var sort: [SortChoice] = []
  var origin = Origin.asImported(nil)
  /// nil for all, 0 for none.
  var limit: Int?
  var offset = 0
  var format = RecordFormat.table
  /// Keys or key paths; empty for those that suit the format.
  var columns: [String] = []

  /// Prints the rows one by one; memory does not grow with their number.
  func print(_ store: Store) throws {
    let fields = try VenueColumns.fields(columns, default: standardFields)
    var printer = format.printer(fields.map(VenueColumns.column))
    if limit != 0 {
      try store.forEachRow(request, of: fields.map(\.keyPath)) { row in
        printer.print(zip(fields, row).map { $0.shown($1) })
        return true
      }
    }
    printer.end()
    StandardOutput.flush()
  }

  private var standardFields: [VenueField] {
    switch format {
    case .table, .markdown: VenueColumns.standard.compactMap(VenueField.init(key:))
    case .json, .ndjson, .csv, .tsv: VenueField.all
    }
  }

  private var request: FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: origin.entity)
    request.predicate = choices.predicate
    request.sortDescriptors = sort.descriptors
    request.fetchLimit = limit ?? 0
    request.fetchOffset = offset
    return request
  }
}
