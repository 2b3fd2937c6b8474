import JSONStream

// Bad lines of NDJSON, which a lenient import skips and reports.

extension VenueWalker {
  /// A longer line cannot be skipped: it is not looked at as a whole before it is read.
  private static var maximumLine: Int { 16 << 20 }

  /// Passes the root value at `position`, or its line when that is bad.
  mutating func lenientRoot(isFirst: Bool) throws(ImportFailure) {
    let start = window.location(of: position)
    var isWhole = true
    do throws(ImportFailure) {
      isWhole = try checkRoot()
      try root(isFirst: isFirst)
    } catch {
      guard isWhole, error.kind == .badData, try isBadLine(error, from: start) else { throw error }
      diagnostics.skip(.badLine(error.reason), at: start)
      badLines += 1
      firstBadLine = firstBadLine ?? error
      return try passLine()
    }
    hasLines = (isFirst || hasLines) && window.location(of: position).line == start.line
  }

  /// Validates the root value and the end of its line before anything of it counts; false when it is
  /// too long for that.
  private mutating func checkRoot() throws(ImportFailure) -> Bool {
    guard let length = try scanValue(upTo: Self.maximumLine) else { return false }
    let start = position
    pin = start
    defer { (position, pin) = (start, nil) }
    position += length
    try endOfRoot()
    return true
  }

  /// Whether the failure is one of the line at `position`, and not of a value over many lines.
  private mutating func isBadLine(
    _ failure: ImportFailure, from start: InputLocation
  ) throws(ImportFailure) -> Bool {
    open.removeAll()
    pin = nil
    guard window.location(of: position).line == start.line else { return false }
    if hasLines || failure.location?.line == start.line { return true }
    return try nextLineIsValue()
  }

  /// Whether the next line is a single object.
  private mutating func nextLineIsValue() throws(ImportFailure) -> Bool {
    let start = position
    pin = start
    defer { (position, pin) = (start, nil) }
    do throws(ImportFailure) {
      try passLine()
      guard try nextByte() == Byte.openObject else { return false }
      let line = window.location(of: position).line
      guard let length = try scanValue(upTo: Self.maximumLine) else { return false }
      position += length
      guard window.location(of: position).line == line else { return false }
      try endOfRoot()
      return true
    } catch {
      guard error.kind == .badData else { throw error }
      return false
    }
  }
}
