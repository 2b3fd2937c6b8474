/// Memory for texts that must not move until all are released; the memory is reused.
public struct TextArena {
  private var chunk: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0
  private var fullChunks: [UnsafeMutablePointer<UInt8>] = []

  init(capacity: Int = 4096) {
    self.capacity = capacity
    chunk = .allocate(capacity: capacity)
  }

  /// Uninitialized memory for `size` bytes.
  public mutating func reserve(_ size: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity - count < size {
      fullChunks.append(chunk)
      capacity = max(capacity * 2, size)
      chunk = .allocate(capacity: capacity)
      count = 0
    }
    defer { count += size }
    return chunk + count
  }

  /// A copy of some bytes.
  public mutating func copy(_ bytes: some Collection<UInt8>) -> TextSlice {
    let size = bytes.count
    let start = reserve(size)
    _ = UnsafeMutableBufferPointer(start: start, count: size).initialize(fromContentsOf: bytes)
    return TextSlice(start: start, count: size)
  }

  /// Releases all texts.
  public mutating func removeAll() {
    count = 0
    guard !fullChunks.isEmpty else { return }
    for chunk in fullChunks { chunk.deallocate() }
    fullChunks.removeAll()
  }

  /// Frees the memory; the arena must not be used again.
  mutating func free() {
    removeAll()
    chunk.deallocate()
  }
}
