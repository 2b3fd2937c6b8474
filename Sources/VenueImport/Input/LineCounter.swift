/// Knows line and column at one place of the input, and moves on from there.
struct LineCounter {
  /// Bytes from the start of the decoded input.
  private(set) var position = 0
  private(set) var line = 1
  /// Characters since the start of the line.
  private(set) var charactersBefore = 0
  /// Units of UTF-16 since the start of the input, where they are counted.
  private(set) var units = 0
  private let countsUnits: Bool

  init(countsUnits: Bool = false) { self.countsUnits = countsUnits }

  /// Passes `count` bytes, which begin at `position`.
  mutating func pass(_ bytes: UnsafePointer<UInt8>, count: Int) {
    guard count > 0 else { return }
    position += count
    let (newlines, leads) = Self.tally(bytes, count)
    line += newlines
    if countsUnits { units += leads + Self.wideCharacters(bytes, count) }
    guard newlines > 0 else {
      charactersBefore += leads
      return
    }
    var start = count
    while bytes[start - 1] != Byte.newline { start -= 1 }
    charactersBefore = Self.tally(bytes + start, count - start).leads
  }

  /// The characters that are two units of UTF-16.
  private static func wideCharacters(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var wide = 0
    for index in 0..<count { wide &+= bytes[index] >= 0xF0 ? 1 : 0 }
    return wide
  }

  /// The newlines, and the bytes that begin a character.
  private static func tally(
    _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> (newlines: Int, leads: Int) {
    var (newlines, leads, index) = (0, 0, 0)
    while index &+ 32 <= count {
      let blocks = min((count &- index) &>> 5, 255)
      let (some, others) = tallyBlocks(bytes + index, blocks)
      newlines &+= some
      leads &+= others
      index &+= blocks &<< 5
    }
    while index < count {
      newlines += bytes[index] == Byte.newline ? 1 : 0
      leads += bytes[index] & 0xC0 != 0x80 ? 1 : 0
      index += 1
    }
    return (newlines, leads)
  }

  /// Counts in up to 255 blocks of 32 bytes; every byte of a word is a counter of its own.
  ///
  /// Sums of bits, not comparisons: those become slow code without newer instructions.
  @inline(__always)
  private static func tallyBlocks(
    _ bytes: UnsafePointer<UInt8>, _ blocks: Int
  ) -> (Int, Int) {
    typealias Words = SIMD4<UInt64>
    let ones = Words(repeating: 0x0101_0101_0101_0101)
    let sevens = Words(repeating: 0x7F7F_7F7F_7F7F_7F7F)
    let newline = Words(repeating: 0x0A0A_0A0A_0A0A_0A0A)
    var (newlines, trails) = (Words.zero, Words.zero)
    for block in 0..<blocks {
      let words = UnsafeRawPointer(bytes + block &* 32).loadUnaligned(as: Words.self)
      let other = words ^ newline
      newlines &+= (~(((other & sevens) &+ sevens) | other) &>> 7) & ones
      trails &+= ((words &>> 7) & ~(words &>> 6)) & ones
    }
    return (sum(newlines), blocks &* 32 &- sum(trails))
  }

  private static func sum(_ words: SIMD4<UInt64>) -> Int {
    var total: UInt64 = 0
    for lane in 0..<4 {
      let pairs: UInt64 = 0x00FF_00FF_00FF_00FF
      let halves = (words[lane] & pairs) &+ ((words[lane] &>> 8) & pairs)
      total &+= (halves &* 0x0001_0001_0001_0001) &>> 48
    }
    return Int(total)
  }
}
