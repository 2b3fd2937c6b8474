import FetchKit
import Venues

/// Collects venues in batches and hands these to the writing thread.
struct BatchSink: VenueSink {
  private static let rowsPerBatch = 1024

  private let channel: BatchChannel
  private let progress: ProgressReporter
  private let writer = VenueRowWriter()
  private var batch: RowBatch

  init(_ channel: BatchChannel, progress: ProgressReporter) {
    self.channel = channel
    self.progress = progress
    batch = channel.firstBatch() ?? RowBatch(entity: Venue.entity)
  }

  mutating func take(
    _ record: borrowing VenueRecord, at location: InputLocation
  ) throws(ImportFailure) {
    writer.write(record, source: location.packed, into: &batch)
    if batch.count == Self.rowsPerBatch { try channel.exchange(&batch) }
  }

  mutating func proceed(bytes: Int, rows: Int) throws(ImportFailure) {
    guard progress.report(bytes: bytes, rows: rows) else { throw .cancelled() }
  }

  /// Hands on the rows that are left.
  mutating func flush() {
    if !batch.isEmpty { channel.put(batch) }
    batch = RowBatch(entity: Venue.entity)
  }
}
