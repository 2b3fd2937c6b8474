/// An arena for what one row points to, reset for the next row.
final class RowMemory {
  private var chunks: [UnsafeMutableRawBufferPointer] = []
  private var chunk = 0
  private var offset = 0

  private static let chunkSize = 1 << 16

  deinit { for chunk in chunks { chunk.deallocate() } }

  /// Frees everything for reuse.
  func reset() {
    chunk = 0
    offset = 0
  }

  /// Allocates aligned memory.
  private func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    let size = (size + 15) & ~15
    while chunk < chunks.count, offset + size > chunks[chunk].count {
      chunk += 1
      offset = 0
    }
    if chunk == chunks.count {
      chunks.append(.allocate(byteCount: Swift.max(Self.chunkSize, size), alignment: 16))
    }
    defer { offset += size }
    return chunks[chunk].baseAddress.map { $0 + offset }
  }

  /// A copy of a text.
  func copy(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let source = text.baseAddress, let target = allocate(text.count) else { return text }
    target.copyMemory(from: source, byteCount: text.count)
    return UnsafeBufferPointer(
      start: target.assumingMemoryBound(to: UInt8.self), count: text.count)
  }

  /// A copy of a list.
  func copy(_ cells: [RowCell]) -> UnsafeBufferPointer<RowCell> {
    guard let target = allocate(cells.count * MemoryLayout<RowCell>.stride) else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let start = target.bindMemory(to: RowCell.self, capacity: cells.count)
    for (index, cell) in cells.enumerated() { (start + index).initialize(to: cell) }
    return UnsafeBufferPointer(start: start, count: cells.count)
  }
}
