extension Canvas: Hashable {
  /// Whether all cells are equal.
  public static func == (one: Canvas, other: Canvas) -> Bool {
    guard one.size == other.size else { return false }
    if one.hasTables(of: other) { return one.slots == other.slots }
    return one.slots.indices.allSatisfy { one.isSame($0, as: other) }
  }

  /// Hashes the size and the text of all rows.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    for slot in slots { hasher.combine(text(of: slot)) }
  }

  /// The runs of cells that differ from another canvas of the same size, row by row.
  ///
  /// A wide character is never split between two runs.
  func runs(changedFrom old: Canvas) -> [Run] {
    let canCompare = hasTables(of: old)
    var result: [Run] = []
    for row in 0..<size.rows {
      let cells = (row * size.columns)..<((row + 1) * size.columns)
      if canCompare, slots[cells].elementsEqual(old.slots[cells]) { continue }
      appendRuns(of: row, to: &result) { index in
        canCompare ? slots[index] == old.slots[index] : isSame(index, as: old)
      }
    }
    return result
  }

  /// All rows, each as one run.
  var allRuns: [Run] {
    guard !size.isEmpty else { return [] }
    return (0..<size.rows).map { Run(row: $0, columns: 0..<size.columns) }
  }

  private func hasTables(of other: Canvas) -> Bool {
    styles == other.styles && glyphs == other.glyphs
  }

  private func isSame(_ index: Int, as other: Canvas) -> Bool {
    let mine = slots[index]
    let its = other.slots[index]
    let isSimple = (mine.glyph | its.glyph) & Slot.tabled == 0
    let isSameGlyph = isSimple ? mine.glyph == its.glyph : text(of: mine) == other.text(of: its)
    return isSameGlyph && styles[mine.style] == other.styles[its.style]
  }

  private func appendRuns(of row: Int, to result: inout [Run], isSame: (Int) -> Bool) {
    let start = row * size.columns
    var column = 0
    while column < size.columns {
      let next = end(ofGlyphAt: column, row: row)
      if !(column..<next).allSatisfy({ isSame(start + $0) }) {
        Run.append(row: row, columns: column..<next, to: &result)
      }
      column = next
    }
  }

  private func end(ofGlyphAt column: Int, row: Int) -> Int {
    let next = column + 1
    return next < size.columns && slots[row * size.columns + next].isContinuation ? next + 1 : next
  }
}

/// Adjacent cells of a row.
struct Run: Equatable, Sendable {
  var row: Int
  var columns: Range<Int>

  /// Appends cells, joining the last run if they follow it.
  static func append(row: Int, columns: Range<Int>, to runs: inout [Run]) {
    if let last = runs.last, last.row == row, last.columns.upperBound == columns.lowerBound {
      runs[runs.count - 1].columns = last.columns.lowerBound..<columns.upperBound
    } else {
      runs.append(Run(row: row, columns: columns))
    }
  }
}
