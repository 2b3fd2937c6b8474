import CBytes
import JSONStream

/// Knows line and column at one place of the input, and moves on from there.
struct LineCounter {
  /// Bytes from the start of the decoded input.
  private(set) var position = 0
  private(set) var line = 1
  /// Characters since the start of the line.
  private(set) var charactersBefore = 0
  /// UTF-16 units since the start of the input, if they are counted.
  private(set) var units = 0
  private let countsUnits: Bool
  /// The byte at the end of each line; a carriage return in files without line feeds.
  var lineEnd = Byte.newline

  init(countsUnits: Bool = false) { self.countsUnits = countsUnits }

  /// Passes `count` bytes, which begin at `position`.
  mutating func pass(_ bytes: UnsafePointer<UInt8>, count: Int) {
    guard count > 0 else { return }
    position += count
    let (newlines, leads) = self.count(bytes, count)
    line += newlines
    if countsUnits { units += leads + Self.wideCharacters(bytes, count) }
    guard newlines > 0 else {
      charactersBefore += leads
      return
    }
    var start = count
    while bytes[start - 1] != lineEnd { start -= 1 }
    charactersBefore = self.count(bytes + start, count - start).leads
  }

  /// A counter after a scanned value of `count` bytes, which begins at `position`; nil if units are counted.
  func passing(_ lines: ScannedLines, count: Int) -> LineCounter? {
    guard !countsUnits else { return nil }
    var counter = self
    counter.position += count
    counter.line += lines.newlines
    if lines.newlines > 0 { counter.charactersBefore = 0 }
    counter.charactersBefore += count - lines.lastStart - lines.trails
    return counter
  }

  /// The characters that are two units of UTF-16.
  private static func wideCharacters(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var wide = 0
    for index in 0..<count { wide &+= bytes[index] >= 0xF0 ? 1 : 0 }
    return wide
  }

  /// The line ends, and the bytes that begin a character.
  private func count(
    _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> (newlines: Int, leads: Int) {
    var (newlines, leads, index) = (0, 0, 0)
    while index &+ 16 <= count, lineEnd == Byte.newline {
      let blocks = min((count &- index) &>> 4, 255)
      var (some, trails) = (0, 0)
      cbytes_count(bytes + index, blocks, &some, &trails)
      newlines &+= some
      leads &+= blocks &* 16 &- trails
      index &+= blocks &<< 4
    }
    while index < count {
      newlines += bytes[index] == lineEnd ? 1 : 0
      leads += bytes[index] & 0xC0 != 0x80 ? 1 : 0
      index += 1
    }
    return (newlines, leads)
  }
}
