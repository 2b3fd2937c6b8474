/// Where the bytes of an input come from: a file, a pipe, memory, or another source decoded.
protocol ByteSource {
  /// Reads at least one byte into `buffer` and gives how many; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int
}

extension ByteSource {
  /// Reads until `buffer` is full or the source at its end.
  mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
    var count = 0
    while count < buffer.count {
      let part = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if part == 0 { break }
      count += part
    }
    return count
  }

  /// The next `count` bytes, or as many as there are.
  mutating func take(_ count: Int) throws(ImportFailure) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { buffer.deallocate() }
    return Array(buffer[..<(try fill(buffer))])
  }
}
