import FetchKit

/// A digest of the bytes of a file, the same for all ways to divide them into reads.
struct FileDigest {
  private static let blockSize = 32

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
    for offset in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      a.combine(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      b.combine(bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
      c.combine(bytes.loadUnaligned(fromByteOffset: offset &+ 16, as: UInt64.self))
      d.combine(bytes.loadUnaligned(fromByteOffset: offset &+ 24, as: UInt64.self))
    }
    lanes = (a, b, c, d)
  }
}
