import Dispatch
import FetchKit
import Foundation
import Venues

/// The reading half of an import: on a thread of its own, from the bytes to full batches.
///
/// `@unchecked Sendable`: the outcome is set before the semaphore is signaled and read after.
final class ImportReading: @unchecked Sendable {
  /// What the reader knows at its end.
  struct Outcome: Sendable {
    var diagnostics = ImportDiagnostics()
    /// The bytes read of the file.
    var bytes = 0
    /// The digest of a file that was read to its end.
    var digest: FileDigest?
    var failure: ImportFailure?
  }

  private let source: ImportSource
  private let options: ImportOptions
  private let channel: Exchange<RowBatch>
  private let progress: ProgressReporter
  private let finished = DispatchSemaphore(value: 0)
  private var result = Outcome()

  init(
    _ source: ImportSource, _ options: ImportOptions, _ channel: Exchange<RowBatch>,
    _ progress: ProgressReporter
  ) {
    (self.source, self.options, self.channel, self.progress) = (source, options, channel, progress)
    let thread = Thread { [self] in
      result = read()
      finished.signal()
    }
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// The outcome, after the end of the reading.
  var outcome: Outcome {
    finished.wait()
    finished.signal()
    return result
  }

  private func read() -> Outcome {
    var outcome = Outcome()
    do throws(ImportFailure) {
      let input = try OpenedInput(source) { [progress] in !progress.shouldContinue() }
      progress.expect(totalBytes: input.size)
      outcome = walk(input)
    } catch {
      outcome.failure = error
    }
    channel.finish(outcome.failure.map { .failure($0) } ?? .success(()))
    return outcome
  }

  private func walk(_ input: OpenedInput) -> Outcome {
    var walker = VenueWalker(
      input, format: options.format, isLenient: options.isLenient, sink: BatchSink(channel),
      progress: progress)
    walker.input.diagnostics.collectsSkippedIDs = options.rows.replacesEverything
    var outcome = Outcome()
    do throws(ImportFailure) {
      try walker.run()
      walker.venues.sink.flush()
      outcome.digest = input.digest
    } catch {
      outcome.failure = error
    }
    outcome.diagnostics = walker.input.diagnostics
    outcome.bytes = input.progress.bytes
    return outcome
  }
}

/// Collects venues in batches and hands these to the writing thread.
private struct BatchSink: VenueSink {
  private static let rowsPerBatch = 256
  /// So much input makes a full batch of however few rows: it bounds the memory.
  private static let bytesPerBatch = 4 << 20

  private let channel: Exchange<RowBatch>
  private let writer = VenueRowWriter()
  private var batch: RowBatch
  /// The offset in the input at which the batch begins.
  private var batchStart = 0

  init(_ channel: Exchange<RowBatch>) {
    self.channel = channel
    batch = channel.takeEmpty() ?? RowBatch(entity: Venue.entity)
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

  /// Hands on the rows that are left.
  mutating func flush() {
    if !batch.isEmpty { channel.putFull(batch) }
    batch = RowBatch(entity: Venue.entity)
  }
}
