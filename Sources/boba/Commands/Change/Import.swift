public import ArgumentParser
import FetchKit
import Foundation
import TerminalKit
public import VenueImport
import Venues

/// `boba import FILE…`.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    "import", "Import venues from files, folders or standard input.", usage: "<file>...",
    discussion: """
      Reads Foursquare API responses, FSQ Open Source Places, GeoJSON and exports of
      boba, as JSON, NDJSON or CSV, also compressed with gzip. Each file is one
      transaction. A row replaces the venue with the same ID: values that the row
      lacks are removed, except favorites and notes.
      """,
    example: "curl -s \"$URL\" | boba import -")

  @Argument(help: ArgumentHelp("Files or folders; - reads standard input.", valueName: "file"))
  var files: [String]

  @Option(name: .long, help: "Input format.")
  var format = ImportFormat.auto

  @Flag(name: .long, help: "Delete venues that the file does not contain.") var replace = false
  @Flag(name: .long, help: "Report what would change without importing.") var dryRun = false
  @Flag(name: .long, help: "Skip invalid lines of NDJSON and CSV instead of rejecting the file.")
  var lenient = false

  @Flag(name: .long, help: "Import even if it cannot be undone.") var yes = false

  enum Report: String, ExpressibleByArgument, CaseIterable { case table, json }

  @Option(name: .long, help: "Report format.")
  var report = Report.table

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    guard !files.isEmpty else {
      throw ValidationError("specify a file to import, or - for standard input")
    }
  }

  func run() throws {
    let sources = try sources()
    guard !replace || sources.count == 1 else {
      throw Failure.usage(
        "--replace takes one file, found \(sources.count): each would delete the venues of the others"
      )
    }
    let session = ImportSession()
    session.watchSignals { whole in
      try? createStore(after: whole)
      try? print(whole)
    }
    // Each file meets the venues of those before it.
    let rehearsal = dryRun ? try storeOptions.access.rehearsal(isSingle: sources.count == 1) : nil
    let importer = VenueImporter(
      path: try rehearsal?.path ?? storeOptions.access.pathForImport(),
      model: StoreAccess.model,
      metadata: StoreAccess.metadataOfImports,
      options: ImportOptions(
        format: format, isLenient: lenient,
        rows: RowImportOptions(
          replacesEverything: replace, isDryRun: dryRun && rehearsal == nil,
          allowsUnrestorable: yes,
          metadata: Origin.metadataAfterImports)))
    for source in sources {
      importOne(source, importer, session)
      if session.cancellation.isCancelled { break }
    }
    withExtendedLifetime(rehearsal) {}
    try end(session)
  }

  /// Prints the report before anything else can fail.
  private func end(_ session: ImportSession) throws {
    let (whole, signal) = session.end()
    try print(whole)
    let failure = signal.map { 128 + $0 } ?? whole.firstFailure?.exitCode
    let created = Result { try createStore(after: whole) }
    if let failure { throw ExitCode(failure) }
    try created.get()
  }

  /// Creates the store if the import has not, unless there was nothing to read, as after a mistyped name.
  private func createStore(after whole: ImportReport) throws {
    let isUnread = !whole.files.isEmpty && whole.files.allSatisfy { $0.error?.kind == .cannotOpen }
    guard !dryRun, !isUnread else { return }
    try storeOptions.access.createAfterImport()
  }

  private func sources() throws -> [ImportSource] {
    do {
      return try ImportInputs.find(files)
    } catch {
      StandardError.print("error: \(error.message)")
      throw ExitCode(error.exitCode)
    }
  }

  private func importOne(
    _ source: ImportSource, _ importer: VenueImporter, _ session: ImportSession
  ) {
    let name = source.name
    let line = ProgressLine(file: name)
    session.begin(name)
    let report = importer.run(source, cancellation: session.cancellation, progress: line.show)
    session.add(report)
    line.clear()
    if let error = report.error { StandardError.print(ImportMessages.error(error, in: name)) }
    for warning in report.warnings {
      StandardError.print(ImportMessages.warning(warning, in: name))
    }
  }

  private func print(_ whole: ImportReport) throws {
    switch report {
    case .table: ImportTable.print(whole)
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
      StandardOutput.print(
        TextWidth.escapedJSON(String(decoding: try encoder.encode(whole), as: UTF8.self)))
    }
    StandardOutput.flush()
  }
}

extension ImportFormat: ExpressibleByArgument {}
