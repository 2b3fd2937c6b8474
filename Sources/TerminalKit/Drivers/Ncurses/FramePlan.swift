/// The runs of a frame in passes, so that text after a flag is positioned explicitly.
///
/// Terminals disagree about the width of a flag (two regional indicators). Each pass starts with an explicit
/// cursor movement.
struct FramePlan: Equatable {
  private(set) var passes: [[Run]] = []

  init(_ runs: [Run], of canvas: Canvas) {
    for run in runs {
      for (pass, part) in Self.parts(of: run, in: canvas).enumerated() {
        if pass == passes.count { passes.append([]) }
        passes[pass].append(part)
      }
    }
  }

  private static func parts(of run: Run, in canvas: Canvas) -> [Run] {
    let start = run.row * canvas.size.columns
    var parts: [Run] = []
    var lower = run.columns.lowerBound
    for column in run.columns.dropLast()
    where isRisky(canvas.slots[start + column]) && !isRisky(canvas.slots[start + column + 1]) {
      parts.append(Run(row: run.row, columns: lower..<(column + 1)))
      lower = column + 1
    }
    parts.append(Run(row: run.row, columns: lower..<run.columns.upperBound))
    return parts
  }

  private static func isRisky(_ slot: Slot) -> Bool {
    (0x1F1E6...0x1F1FF).contains(slot.glyph)
  }
}
