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
    let inputs = files.map { file in
      Input(file, Result { () throws(ImportFailure) in try ImportInputs.find([file]) })
    }
    let count = inputs.reduce(0) { $0 + ((try? $1.sources.get().count) ?? 1) }
    guard !replace || count == 1 else {
      throw Failure.usage(
        "--replace takes one file, found \(count): each would delete the venues of the others")
    }
    let session = ImportSession()
    session.watchSignals { whole in
      try? createStore(after: whole)
      try? print(whole)
    }
    // Each file meets the venues of those before it.
    let dryRunStore = dryRun ? try storeOptions.access.dryRunStore(isSingle: count == 1) : nil
    let importer = VenueImporter(
      path: try dryRunStore?.path ?? storeOptions.access.pathForImport(),
      model: StoreAccess.model,
      metadata: StoreAccess.metadataOfImports,
      options: ImportOptions(
        format: format, isLenient: lenient,
        rows: RowImportOptions(
          replacesEverything: replace, isDryRun: dryRun && dryRunStore == nil,
          allowsUnrestorable: yes,
          metadata: Origin.metadataAfterImports)))
    for input in inputs where !session.cancellation.isCancelled {
      importAll(input, importer, session)
    }
    withExtendedLifetime(dryRunStore) {}
    try end(session, hasFiles: inputs.contains { (try? $0.sources.get()) != nil })
  }

  /// Prints the report before anything else can fail.
  private func end(_ session: ImportSession, hasFiles: Bool) throws {
    let (whole, signal) = session.end()
    if hasFiles { try print(whole) }
    let failure = signal.map { 128 + $0 } ?? whole.firstFailure.map { ErrorText.code($0).rawValue }
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

  /// What an argument names: the failure is a folder without files to import.
  private typealias Input = (path: String, sources: Result<[ImportSource], ImportFailure>)

  private func importAll(_ input: Input, _ importer: VenueImporter, _ session: ImportSession) {
    switch input.sources {
    case .success(let sources):
      for source in sources where !session.cancellation.isCancelled {
        let line = ProgressLine(file: source.name)
        session.begin(source.name)
        let report = importer.run(source, cancellation: session.cancellation, progress: line.show)
        line.clear()
        add(report, to: session)
      }
    case .failure(let error): add(FileReport(path: input.path, error: error), to: session)
    }
  }

  private func add(_ report: FileReport, to session: ImportSession) {
    let name = report.path
    session.add(report)
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
