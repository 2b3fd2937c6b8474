/// The integers of variable length in SQLite's file format, https://www.sqlite.org/fileformat2.html#varint
enum Varint {
  /// Writes a number in one to nine bytes and gives how many.
  static func write(_ number: UInt64, to place: UnsafeMutablePointer<UInt8>) -> Int {
    let size = length(number)
    var rest = number
    var index = size - 1
    if size == 9 {
      place[8] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
      index = 7
    }
    place[index] = UInt8(rest & 0x7F) | (size == 9 ? 0x80 : 0)
    while index > 0 {
      index -= 1
      rest >>= 7
      place[index] = UInt8(rest & 0x7F) | 0x80
    }
    return size
  }

  /// How many bytes a number takes.
  static func length(_ number: UInt64) -> Int {
    min(9, max(1, (64 - number.leadingZeroBitCount + 6) / 7))
  }
}
