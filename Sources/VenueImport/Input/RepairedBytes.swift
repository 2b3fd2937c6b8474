import JSONStream

/// Makes UTF-8 of bytes that are nearly UTF-8: each byte that belongs to no character is read as
/// Windows-1252.
///
/// Characters that are well formed stay: a file may be put together from parts of both kinds.
struct RepairedBytes {
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
