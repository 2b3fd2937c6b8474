import Foundation

/// Returns the duration of work in milliseconds.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .milliseconds(1)
}

/// `median 1.2 ms, minimum 1.1 ms, maximum 1.9 ms of 20 runs`.
func summary(_ times: [Double]) -> String {
  let sorted = times.sorted()
  func text(_ time: Double) -> String { String(format: "%.2f ms", time) }
  return "median \(text(sorted[sorted.count / 2])), minimum \(text(sorted[0])), "
    + "maximum \(text(sorted[sorted.count - 1])) of \(sorted.count) runs"
}
