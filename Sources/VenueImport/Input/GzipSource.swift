import CZlib

/// A source packed with gzip, read unpacked; several members in a row are one text (RFC 1952).
final class GzipSource: ByteSource {
  private static let inputSize = 1 << 16

  private var source: any ByteSource
  /// The state of zlib, which must stay where it is in memory.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: inputSize, alignment: 16)
  private var isInMember = false
  private var isAtEnd = false
  private var isDamaged = false

  init(_ source: any ByteSource) {
    self.source = source
    stream.initialize(to: z_stream())
    _ = czlib_begin(stream)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    let room = stream.pointee.avail_out
    while stream.pointee.avail_out == room, try hasInput() {
      isInMember = true
      switch inflate(stream, Z_NO_FLUSH) {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END:
        isInMember = false
        inflateReset(stream)
      default: isDamaged = true
      }
    }
    return Int(room - stream.pointee.avail_out)
  }

  /// Whether there is more to decompress; zero bytes after the last member are skipped.
  ///
  /// An error follows all bytes before it.
  private func hasInput() throws(ImportFailure) -> Bool {
    if isDamaged { throw ImportFailure(.corruptGzip) }
    while true {
      if !isInMember { skipZeros() }
      if stream.pointee.avail_in > 0 { return true }
      guard !isAtEnd else { break }
      try refill()
    }
    if isInMember { throw ImportFailure(.truncatedGzip) }
    return false
  }

  private func refill() throws(ImportFailure) {
    let count = try source.fill(input)
    isAtEnd = count < Self.inputSize
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(count)
  }

  private func skipZeros() {
    while stream.pointee.avail_in > 0, stream.pointee.next_in.pointee == 0 {
      stream.pointee.next_in += 1
      stream.pointee.avail_in -= 1
    }
  }
}
