import JSONStream

/// Makes UTF-8 of bytes that are nearly UTF-8: each byte that belongs to no character is read as
/// Windows-1252.
///
/// Characters that are well formed stay: a file may be put together from parts of both kinds.
struct Windows1252Fallback {
  private(set) var bytes: [UInt8] = []
  /// For each byte that became longer: where its replacement ends in `bytes`, and how many bytes
  /// it grew by.
  private(set) var growth: [(end: Int, by: Int)] = []
  /// The bytes at the end that may begin a character whose rest is still to come.
  private(set) var waiting: [UInt8] = []

  /// Repairs `input`; at its end, when it `isLast`, nothing waits.
  init(_ input: [UInt8], isLast: Bool) {
    bytes.reserveCapacity(input.count + 64)
    let padded = input + [0, 0, 0, 0]
    padded.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      repair(start, input.count, isLast: isLast)
    }
  }

  private mutating func repair(_ start: UnsafePointer<UInt8>, _ count: Int, isLast: Bool) {
    var index = 0
    while index < count {
      let length = UTF8Sequence.length(start + index)
      if length > 0 {
        for offset in 0..<length { bytes.append(start[index + offset]) }
        index += length
      } else if !isLast, index + UTF8Sequence.validPrefix(start + index) >= count,
        start[index] >= 0xC2
      {
        waiting = Array(UnsafeBufferPointer(start: start + index, count: count - index))
        return
      } else {
        append(Windows1252.utf8(start[index]))
        index += 1
      }
    }
  }

  private mutating func append(_ replacement: [UInt8]) {
    bytes += replacement
    growth.append((bytes.count, replacement.count - 1))
  }
}

/// The characters of Windows code page 1252, which old exports use without saying so.
///
/// The five bytes that the code page leaves open are the C1 controls of the same number:
/// https://encoding.spec.whatwg.org/#windows-1252
enum Windows1252 {
  /// The UTF-8 bytes, two or three, of the character of `byte`, 0x80 or more.
  static func utf8(_ byte: UInt8) -> [UInt8] {
    let scalar = byte < 0xA0 ? upper[Int(byte) - 0x80] : UInt16(byte)
    if scalar < 0x800 { return [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 0x3F)] }
    return [
      UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F),
    ]
  }

  /// 0x80 to 0x9F.
  private static let upper: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
