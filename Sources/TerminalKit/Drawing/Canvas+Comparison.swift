extension Canvas: Hashable {
  /// Whether all cells are equal.
  public static func == (one: Canvas, other: Canvas) -> Bool {
    one.size == other.size && one.slots == one.slots(of: other)
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
    let oldSlots = slots(of: old)
    var result: [Run] = []
    for row in 0..<size.rows {
      let cells = (row * size.columns)..<((row + 1) * size.columns)
      if slots[cells] == oldSlots[cells] { continue }
      appendRuns(of: row, changedFrom: oldSlots, to: &result)
    }
    return result
  }

  /// All rows, each as one run.
  var allRuns: [Run] {
    guard !size.isEmpty else { return [] }
    return (0..<size.rows).map { Run(row: $0, columns: 0..<size.columns) }
  }

  /// The cells of another canvas with the indices of this one's tables, and an unused index for what is not in these.
  private func slots(of other: Canvas) -> [Slot] {
    if styles == other.styles && glyphs == other.glyphs { return other.slots }
    let styleIndices = other.styles.values.map { styles.firstIndex(of: $0) ?? .max }
    let glyphIndices = other.glyphs.values.map { glyphs.firstIndex(of: $0) ?? .max }
    return other.slots.map { slot in
      Slot(
        glyph: slot.isTabled ? Slot.tabled | UInt32(glyphIndices[slot.glyphIndex]) : slot.glyph,
        style: styleIndices[Int(slot.style)])
    }
  }

  private func appendRuns(of row: Int, changedFrom old: [Slot], to result: inout [Run]) {
    let start = row * size.columns
    var column = 0
    while column < size.columns {
      let next = end(ofGlyphAt: column, row: row)
      let isChanged = (start + column..<start + next).contains { slots[$0] != old[$0] }
      if isChanged { Run.append(row: row, columns: column..<next, to: &result) }
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
