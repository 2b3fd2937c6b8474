import FetchKit
import Foundation
import Finder
import VenueImport
import Venues

/// The finder's access to the file system.
struct DiskFiles: FinderFiles {
  let access: StoreAccess

  var exportFormats: [String] { ExportFormat.allCases.map(\.rawValue) }

  /// Omits hidden files unless the prefix starts with a dot.
  func paths(beginning text: String) async -> [String] {
    let end = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
    let (folder, beginning) = (text[..<end], text[end...])
    let location = folder.isEmpty ? "." : Self.expanded(String(folder))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: location)) ?? []
    let found = names.filter {
      $0.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.hasPrefix("."))
    }
    return found.sorted().map { name in
      folder + name + (ImportInputs.isFolder("\(location)/\(name)") ? "/" : "")
    }
  }

  func target(at path: String) async -> FileTarget {
    let path = Self.expanded(path)
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    guard ImportInputs.isFolder(folder) else { return .missingFolder(displayPath(of: folder)) }
    if ImportInputs.isFolder(path) { return .folder }
    return FileManager.default.fileExists(atPath: path) ? .file : .free
  }

  func displayPath(of path: String) -> String { HomeFolder().abbreviated(path) }

  private static func expanded(_ path: String) -> String { HomeFolder().expanded(path) }
}

// MARK: - Import

extension DiskFiles {
  func importVenues(
    from paths: [String], into store: FetchStore, allowsUnrestorable: Bool,
    cancellation: ImportCancellation, progress: @escaping @Sendable (ImportProgress) -> Void
  ) async -> ImportReport {
    let importer = VenueImporter(
      store: store,
      options: ImportOptions(
        rows: RowImportOptions(
          allowsUnrestorable: allowsUnrestorable, metadata: Origin.metadataAfterImports)))
    return await Thread.running {
      importFiles(paths.map(Self.expanded), importer, cancellation, progress)
    }
  }

  private func importFiles(
    _ paths: [String], _ importer: VenueImporter, _ cancellation: ImportCancellation,
    _ progress: @escaping @Sendable (ImportProgress) -> Void
  ) -> ImportReport {
    var report = ImportReport()
    do throws(ImportFailure) {
      for source in try ImportInputs.find(paths) where !cancellation.isCancelled {
        report.files.append(
          importer.run(source, cancellation: cancellation) {
            progress($0)
            return true
          })
      }
    } catch {
      report.files.append(FileReport(path: paths.joined(separator: " "), error: error))
    }
    return report
  }
}

extension Thread {
  /// Runs work that blocks on a thread of its own.
  static func running<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}

// MARK: - Editor

extension DiskFiles {
  @MainActor
  func edit(_ text: String, run: ([String]) -> Int32?) throws(EditorError) -> EditedText? {
    try TextEditor(environment: ProcessInfo.processInfo.environment).edit(text, run: run)
  }
}

// MARK: - Export

extension DiskFiles {
  func write(_ text: String, to path: String) async throws {
    let file = try ExportFile(Self.expanded(path), endsProgram: false)
    file.output.write(text)
    try file.finish()
  }

  func export(
    _ request: FetchRequest<Venue>, of store: FetchStore, as format: String, to path: String,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> Int {
    guard let format = ExportFormat(rawValue: format) else { return 0 }
    let writer = try ExportWriter(format, path: Self.expanded(path), progress: progress)
    do {
      try await store.forEachRow(request, of: format.keyPaths, writer.write)
      try Task.checkCancellation()
      return try writer.finish()
    } catch {
      writer.discard()
      throw error
    }
  }
}

/// Writes rows to a file and reports progress.
///
/// `@unchecked Sendable`: only the reading thread calls `write`, and the caller calls the rest after that
/// thread has finished.
private final class ExportWriter: @unchecked Sendable {
  private static let pause = Duration.milliseconds(100)
  /// The number of rows between checks of the clock.
  private static let step = 256

  private let file: ExportFile
  private var printer: any RecordPrinter
  private var count = 0
  private var nextReport = ContinuousClock.now + pause
  private let progress: (Int) -> Void

  init(_ format: ExportFormat, path: String, progress: @escaping (Int) -> Void) throws {
    file = try ExportFile(path, endsProgram: false)
    printer = format.printer(to: file.output)
    self.progress = progress
  }

  /// Returns false when the file cannot be written.
  func write(_ row: [RowCell]) -> Bool {
    printer.print(row)
    count += 1
    if count.isMultiple(of: Self.step), ContinuousClock.now > nextReport {
      nextReport = .now + Self.pause
      progress(count)
    }
    return !file.output.hasFailed
  }

  /// Completes the file and returns the number of rows.
  func finish() throws -> Int {
    printer.end()
    try file.finish()
    return count
  }

  func discard() { file.discard() }
}
