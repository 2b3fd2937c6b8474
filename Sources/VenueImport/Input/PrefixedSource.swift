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
