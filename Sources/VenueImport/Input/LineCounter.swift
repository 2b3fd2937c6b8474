/// Knows line and column at one place of the input, and moves on from there.
struct LineCounter {
  /// Bytes from the start of the decoded input.
  private(set) var position = 0
  private(set) var line = 1
  /// Characters since the start of the line.
  private(set) var charactersBefore = 0

  /// Passes `count` bytes, which begin at `position`.
  mutating func pass(_ bytes: UnsafePointer<UInt8>, count: Int) {
    guard count > 0 else { return }
    position += count
    let (newlines, leads) = Self.tally(bytes, count)
    line += newlines
    guard newlines > 0 else {
      charactersBefore += leads
      return
    }
    var start = count
    while bytes[start - 1] != Byte.newline { start -= 1 }
    charactersBefore = Self.tally(bytes + start, count - start).leads
  }

  /// The newlines, and the bytes that begin a character.
  private static func tally(
    _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> (newlines: Int, leads: Int) {
    var (newlines, leads, index) = (0, 0, 0)
    while index &+ 16 <= count {
      let blocks = min((count &- index) &>> 4, 255)
      let (some, others) = tallyBlocks(bytes + index, blocks)
      newlines &+= some
      leads &+= others
      index &+= blocks &<< 4
    }
    while index < count {
      newlines += bytes[index] == Byte.newline ? 1 : 0
      leads += bytes[index] & 0xC0 != 0x80 ? 1 : 0
      index += 1
    }
    return (newlines, leads)
  }

  /// Counts in up to 255 blocks of 16 bytes: no lane can overflow.
  @inline(__always)
  private static func tallyBlocks(
    _ bytes: UnsafePointer<UInt8>, _ blocks: Int
  ) -> (Int, Int) {
    typealias Lanes = SIMD16<UInt8>
    var (newlines, trails) = (Lanes.zero, Lanes.zero)
    for block in 0..<blocks {
      let lanes = UnsafeRawPointer(bytes + block &* 16).loadUnaligned(as: Lanes.self)
      newlines = newlines.replacing(
        with: newlines &+ 1, where: lanes .== Lanes(repeating: Byte.newline))
      trails = trails.replacing(with: trails &+ 1, where: (lanes & 0xC0) .== 0x80)
    }
    return (sum(newlines), blocks &* 16 &- sum(trails))
  }

  private static func sum(_ lanes: SIMD16<UInt8>) -> Int {
    Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
  }
}
