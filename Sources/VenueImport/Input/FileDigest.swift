import FetchKit

/// A digest of the bytes of a file, the same for all ways to divide them into reads.
struct FileDigest {
  private static let blockSize = 64

  /// Four chains, whose multiplications do not wait for each other.
  private var lanes = (ContentHash(), ContentHash(), ContentHash(), ContentHash())
  /// The bytes after the last whole block.
  private var rest: [UInt8] = []
  /// The number of bytes.
  private(set) var count = 0

  mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var bytes = bytes
    if !rest.isEmpty {
      let missing = min(Self.blockSize - rest.count, bytes.count)
      rest += bytes[..<missing]
      bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
      guard rest.count == Self.blockSize else { return }
      let block = rest
      block.withUnsafeBytes { combine(blocks: $0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count - bytes.count % Self.blockSize
    combine(blocks: UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    rest += bytes[whole...]
  }

  var value: UInt64 {
    var hash = ContentHash()
    withUnsafeBytes(of: lanes) { hash.combine($0) }
    rest.withUnsafeBytes { hash.combine($0) }
    return hash.value
  }

  private mutating func combine(blocks bytes: UnsafeRawBufferPointer) {
    var (a, b, c, d) = lanes
    func word(_ offset: Int) -> UInt64 {
      bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    for offset in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      a.combine(word(offset), word(offset &+ 8))
      b.combine(word(offset &+ 16), word(offset &+ 24))
      c.combine(word(offset &+ 32), word(offset &+ 40))
      d.combine(word(offset &+ 48), word(offset &+ 56))
    }
    lanes = (a, b, c, d)
  }
}
