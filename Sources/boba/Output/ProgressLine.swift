import FetchKit
import Foundation
import TerminalKit
import VenueImport

/// A progress line of an import on a terminal.
final class ProgressLine: Sendable {
  private let file: String
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let wasShown = Protected(false)

  init(file: String) {
    self.file = file
    isShown = StandardError.canReplaceLine
  }

  /// Shows the progress; always returns true, which continues the import.
  @Sendable func show(_ progress: ImportProgress) -> Bool {
    guard isShown else { return true }
    wasShown.withLock { $0 = true }
    StandardError.replaceLine(with: text(progress))
    return true
  }

  /// Erases the line.
  func clear() {
    guard wasShown.withLock({ $0 }) else { return }
    StandardError.replaceLine(with: "")
  }

  private func text(_ progress: ImportProgress) -> String {
    let seconds = max((ContinuousClock.now - start) / .seconds(1), 0.001)
    let rate = Int(Double(progress.rows) / seconds)
    let megabytes = String(format: "%.1f", Double(progress.bytes) / 1e6)
    guard let total = progress.totalBytes, total > 0, progress.bytes > 0 else {
      return "\(file): \(megabytes) MB, \(progress.rows) rows, \(rate) rows/s"
    }
    let percent = progress.bytes * 100 / total
    let left = Int((seconds / Double(progress.bytes) * Double(total - progress.bytes)).rounded())
    return
      "\(file): \(percent)% of \(String(format: "%.1f", Double(total) / 1e6)) MB, \(progress.rows) rows, \(rate) rows/s, \(left) s left"
  }
}

/// A line on a terminal while an operation takes longer than usual.
struct DelayLine {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Runs `body`, and shows the line from half a second on until it ends.
  func shown<Result>(while body: () throws -> Result) rethrows -> Result {
    guard StandardError.canReplaceLine else { return try body() }
    let isShown = Protected(false)
    let work = DispatchWorkItem { [text] in
      isShown.withLock {
        $0 = true
        StandardError.replaceLine(with: text)
      }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500), execute: work)
    defer {
      work.cancel()
      isShown.withLock { if $0 { StandardError.replaceLine(with: "") } }
    }
    return try body()
  }
}
