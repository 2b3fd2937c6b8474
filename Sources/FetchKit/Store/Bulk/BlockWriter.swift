internal import Dispatch

/// Appends bytes to a file, in blocks that another thread writes meanwhile.
final class BlockWriter {
  private let file: BlockFile
  private let queue = DispatchQueue(label: "fetchkit.blocks")
  private var block = Block()
  /// What the other thread has, or had.
  private var handedOver = Block()
  /// Where the block belongs.
  private var offset: Int

  /// A writer that goes on where a file ends.
  init(_ file: BlockFile) {
    self.file = file
    offset = file.size
  }

  /// How many bytes the file has, those that wait too.
  var size: Int { offset + block.count }

  func append(_ bytes: UnsafeRawPointer, _ count: Int) throws {
    var done = 0
    while done < count {
      done += block.take(bytes + done, count - done)
      if block.isFull { try handOver() }
    }
  }

  /// Waits until all is in the file.
  func finish() throws {
    try handOver()
    try wait()
  }

  private func handOver() throws {
    try wait()
    swap(&block, &handedOver)
    queue.async { [file, handedOver, offset] in handedOver.write(to: file, at: offset) }
    offset += handedOver.count
    block.removeAll()
  }

  /// Waits until what was handed over is in the file.
  private func wait() throws {
    queue.sync {}
    if let failure = handedOver.failure { throw failure }
  }
}
