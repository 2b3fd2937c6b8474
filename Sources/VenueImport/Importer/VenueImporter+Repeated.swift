import FetchKit
import Foundation
import Venues

// Files that were imported before.

extension VenueImporter {
  /// The report of a file that was imported before, when nothing has changed since; nil if it must be read.
  func repeated(
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

extension FileReport {
  fileprivate init(path: String, _ receipt: ImportReceipt) {
    self.init(path: path)
    format = receipt.dialect
    (counts.rows, counts.unchanged, counts.bytes) = (receipt.rows, receipt.rows, receipt.size)
  }
}
