import FetchKit
import Foundation
import Screens
import VenueImport
import Venues

/// The files of the disk, as the finder wants them.
struct DiskFiles: FinderFiles {
  let access: StoreAccess

  var exportFormats: [String] { ExportFormat.allCases.map(\.rawValue) }

  /// Hidden ones are left out until their dot is typed.
  func paths(beginning text: String) async -> [String] {
    let end = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
    let (folder, beginning) = (text[..<end], text[end...])
    let location = folder.isEmpty ? "." : Self.expanded(String(folder))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: location)) ?? []
    let found = names.filter {
      $0.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.hasPrefix("."))
    }
    return found.sorted().map { name in
      folder + name + (Self.isFolder("\(location)/\(name)") ? "/" : "")
    }
  }

  func exists(_ path: String) async -> Bool {
    FileManager.default.fileExists(atPath: Self.expanded(path))
  }

  /// What the home folder's sign stands for is put in its place.
  private static func expanded(_ path: String) -> String {
    NSString(string: path).expandingTildeInPath
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

// MARK: - Import

extension DiskFiles {
  func importVenues(
    from path: String, into store: Store, cancellation: ImportCancellation,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async -> ImportReport {
    await onThread { importFiles(path, into: store, cancellation, progress) }
  }

  private func importFiles(
    _ path: String, into store: Store, _ cancellation: ImportCancellation,
    _ progress: @escaping @Sendable (ImportProgress) -> Void
  ) -> ImportReport {
    var report = ImportReport()
    do {
      let importer = VenueImporter(store: store)
      for source in try ImportInputs.find([Self.expanded(path)]) where !cancellation.isCancelled {
        report.files.append(
          importer.run(source, cancellation: cancellation) {
            progress($0)
            return true
          })
      }
      if report.total.inserted + report.total.updated > 0 { try access.forgetOrigin() }
    } catch let error as ImportFailure {
      report.files.append(FileReport(path: path, error: error))
    } catch {
      report.files.append(
        FileReport(path: path, error: ImportFailure(kind: .cannotWrite, message: "\(error)")))
    }
    return report
  }

  /// Does what takes long on a thread of its own, so that no task waits for it.
  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result
  {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}

extension FileReport {
  fileprivate init(path: String, error: ImportFailure) {
    self.init(path: path)
    self.error = error
  }
}

// MARK: - Export

extension DiskFiles {
  func export(
    _ request: FetchRequest<Venue>, of store: Store, as format: String, to path: String
  ) async throws -> Int {
    guard let format = ExportFormat(rawValue: format) else { return 0 }
    return try await onThread {
      Result { try write(request, of: store, as: format, to: Self.expanded(path)) }
    }.get()
  }

  private func write(
    _ request: FetchRequest<Venue>, of store: Store, as format: ExportFormat, to path: String
  ) throws -> Int {
    let file = try ExportFile(path, endsProgram: false)
    var printer = format.printer(to: file.output)
    var count = 0
    try store.forEachRow(request, of: format.keyPaths) { row in
      printer.print(row)
      count += 1
      return !file.output.hasFailed
    }
    printer.end()
    try file.finish()
    return count
  }
}
