import FetchKit
import Foundation
import Venues

/// The reading half of an import, on its own thread, from bytes to full batches.
struct ImportReading: Sendable {
  /// The result of the reader.
  struct Outcome: Sendable {
    var diagnostics = ImportDiagnostics()
    /// The bytes read of the file.
    var bytes = 0
    var failure: ImportFailure?
  }

  let source: ImportSource
  let options: ImportOptions
  let channel: Exchange<RowBatch>
  let progress: ProgressReporter

  /// Starts reading; the result is available when the channel has ended.
  func start() -> ReaderThread {
    let reading = self
    return ReaderThread { reading.read() }
  }

  private func read() -> Outcome {
    var outcome = Outcome()
    do throws(ImportFailure) {
      let input = try OpenedInput(source) { [progress] in !progress.mayGoOn }
      progress.expect(totalBytes: input.size)
      outcome = walk(input)
    } catch {
      outcome.failure = error
    }
    channel.finish(outcome.failure.map { .failure($0) } ?? .success(()))
    return outcome
  }

  private func walk(_ input: OpenedInput) -> Outcome {
    let sink = BatchSink(channel, progress: progress)
    var walker = VenueWalker(
      input, format: options.format, isLenient: options.isLenient, sink: sink)
    var outcome = Outcome()
    do throws(ImportFailure) {
      try walker.run()
      walker.sink.flush()
    } catch {
      outcome.failure = error
    }
    outcome.diagnostics = walker.diagnostics
    outcome.bytes = input.progress.bytes
    return outcome
  }
}

/// A thread that makes one value.
///
/// The value is set under the lock, once, which makes the class safe to share.
final class ReaderThread: @unchecked Sendable {
  private let condition = NSCondition()
  private var outcome: ImportReading.Outcome?

  init(_ body: @escaping @Sendable () -> ImportReading.Outcome) {
    let thread = Thread { [self] in finish(body()) }
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// Waits for the thread's end.
  func wait() -> ImportReading.Outcome {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let outcome { return outcome }
      condition.wait()
    }
  }

  private func finish(_ value: ImportReading.Outcome) {
    condition.lock()
    outcome = value
    condition.broadcast()
    condition.unlock()
  }
}
