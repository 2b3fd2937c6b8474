package import FetchKit
import Foundation
import Venues

/// Imports venues into a store: one thread reads, the other writes, one transaction for each input.
public struct VenueImporter: Sendable {
  let target: ImportTarget
  let options: ImportOptions
  /// Enough that neither thread waits for a pause of the other, such as a sort of index entries.
  private static let batchCount = 24

  package init(store: FetchStore, options: ImportOptions = ImportOptions()) {
    target = ImportTarget(store)
    self.options = options
  }

  /// Imports into the store at a path; one that does not exist is created by its first import, with texts
  /// kept under keys.
  package init(
    path: String, model: ManagedObjectModel, metadata: [String: String] = [:],
    options: ImportOptions = ImportOptions()
  ) {
    target = ImportTarget(path: path, model: model, metadata: metadata)
    self.options = options
  }

  /// Imports one input; after a failure, which is in the report, the store is unchanged.
  ///
  /// `progress` is called several times a second on another thread; false cancels the import.
  public func run(
    _ source: ImportSource, cancellation: ImportCancellation = ImportCancellation(),
    progress: (@Sendable (ImportProgress) -> Bool)? = nil
  ) -> FileReport {
    let start = ContinuousClock.now
    cancellation.beginInput()
    if var report = repeated(source, cancellation, progress) {
      report.counts.seconds = (ContinuousClock.now - start) / .seconds(1)
      return report
    }
    let channel = Exchange((0..<Self.batchCount).map { _ in RowBatch(entity: Venue.entity) })
    let reader = ImportReading(
      source, options, channel,
      ProgressReporter {
        !channel.isAbandoned && !cancellation.isCancelled && progress?($0) ?? true
      })
    let result = Result { try write(channel, reader, name: source.name, cancellation) }
    channel.abandon()
    var report = FileReport(path: source.name, reader.outcome, result)
    report.counts.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  private func write(
    _ channel: Exchange<RowBatch>, _ reader: ImportReading, name: String,
    _ cancellation: ImportCancellation
  ) throws -> RowImportSummary {
    let record = ImportRecord(key: ImportReceipt.metadataKey) { summary, revision, last in
      let receipt = ImportReceipt(reader.outcome, summary, options, revision: revision)
      return try receipt?.appended(to: last)
    }
    switch try target.access() {
    case .store(let store):
      return try store.importRows(
        FileReport.stepName(name), into: Venue.entity,
        options: options.rows, isCancelled: { cancellation.isCancelled },
        willCommit: cancellation.beginCommit, record: record
      ) { writer in
        try drain(channel) { try writer.upsert($0) }
        if options.rows.replacesEverything { try keepSkipped(reader.outcome.diagnostics, &writer) }
      }
    case .new(let store):
      return try store.importRows(
        FileReport.stepName(name), into: Venue.entity,
        isCancelled: { cancellation.isCancelled }, willCommit: cancellation.beginCommit,
        record: record
      ) { writer in
        try drain(channel) { try writer.append($0) }
      }
    }
  }

  /// Keeps the venues of skipped rows, which the input has; throws if it is unknown which these are, or if nothing would
  /// be left.
  private func keepSkipped(
    _ diagnostics: ImportDiagnostics, _ writer: inout RowWriter
  ) throws {
    guard diagnostics.rows > diagnostics.skipped, diagnostics.unreadable == 0 else {
      throw ImportFailure(.incompleteReplacement(unreadable: diagnostics.unreadable))
    }
    try writer.keep(diagnostics.skippedIDs)
  }

  private func drain(_ channel: Exchange<RowBatch>, _ body: (RowBatch) throws -> Void) throws {
    while let batch = try channel.takeFull() {
      try body(batch)
      batch.removeAll()
      channel.putEmpty(batch)
    }
  }
}

// MARK: Files that were imported before

extension VenueImporter {
  /// The report of a file that was imported before, when nothing has changed since; nil if it must be read.
  private func repeated(
    _ source: ImportSource, _ cancellation: ImportCancellation,
    _ progress: (@Sendable (ImportProgress) -> Bool)?
  ) -> FileReport? {
    guard !options.rows.replacesEverything, let size = source.fileSize,
      size >= ReadAheadSource.worthwhile, case .store(let store)? = try? target.access(),
      let revision = try? store.revision(of: Venue.entity),
      let text = try? store.metadata(forKey: ImportReceipt.metadataKey)
    else { return nil }
    let receipts = ImportReceipt.receipts(text).filter {
      $0.isValid(size: size, options, revision: revision)
    }
    guard !receipts.isEmpty, let digest = digest(of: source, cancellation, progress),
      let receipt = receipts.first(where: { $0.digest == digest.value })
    else { return nil }
    return FileReport(path: source.name, receipt)
  }

  private func digest(
    of source: ImportSource, _ cancellation: ImportCancellation,
    _ progress: (@Sendable (ImportProgress) -> Bool)?
  ) -> FileDigest? {
    guard case .file(let path) = source,
      let file = try? FileSource(path: path, isCancelled: { cancellation.isCancelled })
    else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    while let count = try? file.read(into: buffer) {
      if count == 0 { return file.progress.digest }
      let state = ImportProgress(bytes: file.progress.bytes, totalBytes: file.size, rows: 0)
      guard !cancellation.isCancelled, progress?(state) ?? true else { return nil }
    }
    return nil
  }
}

// MARK: Reports

extension FileReport {
  /// Combines the results of the reader and of the store.
  init(
    path: String, _ outcome: ImportReading.Outcome, _ result: Result<RowImportSummary, any Error>
  ) {
    self.init(path: path)
    format = outcome.diagnostics.format ?? .auto
    counts.bytes = outcome.bytes
    warnings = outcome.diagnostics.reportedWarnings
    switch result {
    case .success(let summary): add(summary, outcome.diagnostics)
    case .failure(let failure): error = ImportFailure(failure)
    }
  }

  /// The report of a file whose rows are all in the store.
  init(path: String, _ receipt: ImportReceipt) {
    self.init(path: path)
    format = receipt.dialect
    (counts.rows, counts.unchanged, counts.bytes) = (receipt.rows, receipt.rows, receipt.size)
  }

  private mutating func add(_ summary: RowImportSummary, _ diagnostics: ImportDiagnostics) {
    counts.rows = diagnostics.rows
    counts.inserted = summary.inserted
    counts.updated = summary.updated
    counts.unchanged = summary.unchanged
    counts.skipped = diagnostics.skipped + summary.repeated
    restored = summary.restored
    deleted = summary.deleted
    let repeated = summary.firstRepeated.map {
      SkippedRow(reason: .repeatedID, location: InputLocation(packed: $0))
    }
    skippedRows = Array(
      (diagnostics.skippedRows + repeated).sorted { $0.location < $1.location }.prefix(20))
  }
}

/// The store that an import goes to.
final class ImportTarget: Sendable {
  /// What an import may do with a store.
  enum Access {
    case store(FetchStore)
    /// It does not exist yet.
    case new(NewStore)
  }

  private let path: String
  private let model: ManagedObjectModel
  private let metadata: [String: String]
  private let opened: Protected<FetchStore?>

  init(_ store: FetchStore) {
    path = store.path
    model = store.model
    metadata = [:]
    opened = Protected(store)
  }

  /// A store that is created by the first import when it does not exist.
  init(path: String, model: ManagedObjectModel, metadata: [String: String]) {
    self.path = path
    self.model = model
    self.metadata = metadata
    opened = Protected(nil)
  }

  func access() throws -> Access {
    try opened.withLock { opened in
      if let opened { return .store(opened) }
      if path != ":memory:" { PrivateFolder.removeAbandoned(beside: path) }
      if let new = NewStore(path: path, model: model, metadata: metadata) { return .new(new) }
      let store = try FetchStore(path: path, model: model, connections: .one)
      opened = store
      return .store(store)
    }
  }
}

/// How an import is done.
package struct ImportOptions: Hashable, Sendable {
  /// The dialect of the data.
  package var format: ImportFormat
  /// Whether bad lines of NDJSON are skipped instead of refusing the file.
  package var isLenient: Bool
  /// What the import may do with the store.
  package var rows: RowImportOptions

  package init(
    format: ImportFormat = .auto, isLenient: Bool = false,
    rows: RowImportOptions = RowImportOptions()
  ) {
    self.format = format
    self.isLenient = isLenient
    self.rows = rows
  }
}
