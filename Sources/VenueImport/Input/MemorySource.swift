/// Bytes that are already there.
struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0
  /// How many bytes were read so far.
  let progress = ReadProgress()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    progress.bytes = position
    return count
  }
}
