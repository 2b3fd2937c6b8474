import ArgumentParser
import FetchKit
import Foundation
import Venues

/// `boba export`: everything that the store knows, for `boba import` and other programs.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes venues with all that is known of them; import reads them back.",
    discussion: "Example: boba export --favorites --format geojson --output favourites.geojson")

  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: SortOptions

  @Option(name: .long, help: "json, ndjson, csv, tsv, markdown, geojson or foursquare.")
  var format = ExportFormat.json

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The file to write instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let sort = try order.keys()
    let query = try filter.query(storeOptions, seesClosed: true, usesConfiguredPlace: false)
    let file = try ExportFile(output)
    // Without an order, that of the store: it is the fastest, and an import keeps it.
    var printer = format.printer(to: file.output)
    try query.store.forEachRow(
      query.request(sortedBy: sort.isEmpty ? nil : sort), of: format.keyPaths
    ) { row in
      printer.print(row)
      return true
    }
    printer.end()
    try file.finish()
  }
}

/// How venues are exported.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case json, ndjson, csv, tsv, markdown, geojson, foursquare

  /// The key paths of the cells that the printer wants.
  var keyPaths: [String] {
    ExportColumn.keyPaths + (self == .geojson ? GeoJSONPrinter.extraKeyPaths : [])
  }

  func printer(to output: DataOutput) -> any RecordPrinter {
    switch self {
    case .json: JSONPrinter(Self.objectColumns, isLines: false, to: output)
    case .ndjson: JSONPrinter(Self.objectColumns, isLines: true, to: output)
    case .csv: SeparatedPrinter(.csv, Self.plainColumns, to: output)
    case .tsv: SeparatedPrinter(.tsv, Self.plainColumns, to: output)
    case .markdown: MarkdownPrinter(Self.plainColumns, to: output)
    case .geojson: GeoJSONPrinter(Self.objectColumns, to: output)
    case .foursquare: FoursquarePrinter(to: output)
    }
  }

  private static let objectColumns = ExportColumn.all.map { column in
    RecordColumn(key: column.key, title: column.key, parts: column.parts)
  }

  private static let plainColumns = ExportColumn.all.flatMap { column in
    column.headers.map { header in
      RecordColumn(
        key: header, title: header, isText: VenueColumns.texts.contains(header))
    }
  }
}

/// The file that an export goes to: it has its name once it is whole.
struct ExportFile {
  let output: DataOutput
  private let paths: (unfinished: String, final: String)?

  /// nil for standard output.
  init(_ path: String?, endsProgram: Bool = true) throws {
    guard let path, path != "-" else {
      (output, paths) = (StandardOutput.file, nil)
      return
    }
    // A pipe or a device is written to as it is.
    let isSpecial = FileManager.default.fileExists(atPath: path) && !Self.isRegular(path)
    let unfinished = isSpecial ? path : path + ".unfinished"
    let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "cannot write \(path): \(String(cString: strerror(errno)))")
    }
    output = DataOutput(descriptor: descriptor, name: path, endsProgram: endsProgram)
    paths = isSpecial ? nil : (unfinished, path)
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  func finish() throws {
    output.flush()
    if paths != nil { output.close() }
    guard !output.hasFailed else {
      throw Failure(.cannotWrite, "cannot write \(paths?.final ?? "the file")")
    }
    guard let paths, rename(paths.unfinished, paths.final) != 0 else { return }
    throw Failure(
      .cannotWrite, "cannot write \(paths.final): \(String(cString: strerror(errno)))")
  }

  /// Leaves nothing of a file that is not whole.
  func discard() {
    guard let paths else { return }
    output.close()
    unlink(paths.unfinished)
  }
}
