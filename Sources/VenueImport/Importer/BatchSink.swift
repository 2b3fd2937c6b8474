import FetchKit
import Venues

/// Collects venues in batches and hands these to the writing thread.
struct BatchSink: VenueSink {
  private static let rowsPerBatch = 256
  /// So much input makes a full batch of however few rows: it bounds the memory.
  private static let bytesPerBatch = 4 << 20

  private let channel: Exchange<RowBatch>
  private let progress: ProgressReporter
  private let writer = VenueRowWriter()
  private var batch: RowBatch
  /// The positions of the batch's rows in the input.
  private var batchStart = 0

  init(_ channel: Exchange<RowBatch>, progress: ProgressReporter) {
    self.channel = channel
    self.progress = progress
    batch = channel.first() ?? RowBatch(entity: Venue.entity)
  }

  mutating func take(
    _ record: borrowing VenueRecord, at location: InputLocation
  ) throws(ImportFailure) {
    writer.write(record, source: location.packed, into: batch)
    let isFull =
      batch.count == Self.rowsPerBatch || location.offset - batchStart > Self.bytesPerBatch
    guard isFull else { return }
    try channel.exchange(&batch)
    batchStart = location.offset
  }

  mutating func proceed(bytes: Int, rows: Int) throws(ImportFailure) {
    guard progress.report(bytes: bytes, rows: rows) else { throw ImportFailure(.cancelled) }
  }

  /// Hands on the rows that are left.
  mutating func flush() {
    if !batch.isEmpty { channel.put(batch) }
    batch = RowBatch(entity: Venue.entity)
  }
}

/// Receives the venues of an input one by one.
protocol VenueSink {
  /// Receives a venue; its texts are valid only during the call.
  mutating func take(_ record: borrowing VenueRecord, at location: InputLocation)
    throws(ImportFailure)

  /// Is called between two reads, with how far the input was read; throws to stop.
  mutating func proceed(bytes: Int, rows: Int) throws(ImportFailure)
}
