/// Cells side by side in one row.
struct Run: Equatable, Sendable {
  var row: Int
  var columns: Range<Int>

  /// Adds cells to the last run when they follow it, or as a run of their own.
  static func append(row: Int, columns: Range<Int>, to runs: inout [Run]) {
    if let last = runs.last, last.row == row, last.columns.upperBound == columns.lowerBound {
      runs[runs.count - 1].columns = last.columns.lowerBound..<columns.upperBound
    } else {
      runs.append(Run(row: row, columns: columns))
    }
  }
}
