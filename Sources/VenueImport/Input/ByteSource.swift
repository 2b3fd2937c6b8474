/// A source of bytes: a file, a pipe, memory, or another source decoded.
protocol ByteSource {
  /// Reads at least one byte into `buffer` and returns their number; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int
  /// Lends the next bytes where they are, with a copy of `kept` before them and room for padding
  /// after them, until the next call; nil when they are to be read.
  mutating func lend(
    after kept: UnsafeBufferPointer<UInt8>
  ) throws(ImportFailure) -> UnsafeMutableBufferPointer<UInt8>?
}

extension ByteSource {
  func lend(after kept: UnsafeBufferPointer<UInt8>) -> UnsafeMutableBufferPointer<UInt8>? { nil }

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

/// Bytes in memory.
struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0
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

/// Bytes that were read ahead, then the rest of their source.
struct PrefixedSource: ByteSource {
  private var prefix: MemorySource
  private var rest: any ByteSource

  init(_ prefix: [UInt8], then rest: any ByteSource) {
    self.prefix = MemorySource(prefix)
    self.rest = rest
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
    let count = prefix.read(into: buffer)
    return count > 0 ? count : try rest.read(into: buffer)
  }
}

/// The read position of a source, shared with the progress report on one thread.
final class ReadProgress {
  /// Bytes of the file.
  var bytes = 0
  /// The digest of these bytes; nil if it is not made.
  var digest: FileDigest?
}
