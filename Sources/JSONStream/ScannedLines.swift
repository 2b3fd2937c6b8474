/// The line ends in a scanned value, and the characters after the last one.
public struct ScannedLines {
  /// The number of line feeds.
  public private(set) var newlines = 0
  /// The start of the last line, in bytes from the start of the value.
  public private(set) var lastStart = 0
  /// The bytes of the last line that continue a character.
  public internal(set) var trails = 0

  init() {}

  /// Begins another line.
  @inline(__always)
  mutating func begin(at start: Int) {
    newlines &+= 1
    lastStart = start
    trails = 0
  }
}
