internal import Dispatch
internal import Foundation

/// A file whose full blocks bypass the page cache where the system supports that.
///
/// A bulk load writes more than is read again soon, and copying it to the cache costs more than writing it.
final class BlockFile: Sendable {
  private let descriptor: Int32
  /// The descriptor for full blocks; negative when they use the cache, too.
  private let direct: Int32

  /// The name of the file in errors.
  private let name: String

  init(path: String, name: String) throws(BulkLoadError) {
    self.name = name
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(.open, file: path, code: errno) }
    direct = Self.directFlag.map { open(path, O_RDWR | O_CLOEXEC | $0) } ?? -1
  }

  deinit {
    close(descriptor)
    if direct >= 0 { close(direct) }
  }

  /// `O_DIRECT`, which Swift does not import and which differs between processors; nil where it is not known.
  private static var directFlag: Int32? {
    #if arch(x86_64)
      0o40_000
    #elseif arch(arm64)
      0o200_000
    #else
      nil
    #endif
  }

  var size: Int { Int(lseek(descriptor, 0, SEEK_END)) }

  /// Writes a block; a full one bypasses the cache.
  func write(_ block: Block, at offset: Int) throws(BulkLoadError) {
    var done = 0
    if block.isFull, direct >= 0 {
      done = max(0, pwrite(direct, block.bytes, block.count, off_t(offset)))
    }
    guard done < block.count else { return }
    try write(block.bytes + done, block.count - done, at: offset + done)
    // Linux starts writing the pages that it is told to drop, which leaves less for the final sync.
    posix_fadvise(descriptor, off_t(offset), off_t(block.count), POSIX_FADV_DONTNEED)
  }

  func write(_ bytes: UnsafeRawPointer, _ count: Int, at offset: Int) throws(BulkLoadError) {
    var done = 0
    while done < count {
      let part = pwrite(descriptor, bytes + done, count - done, off_t(offset + done))
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { throw .system(.write, file: name, code: errno) }
      done += part
    }
  }

  func read(_ range: Range<Int>, to place: UnsafeMutableRawPointer) throws(BulkLoadError) {
    var done = 0
    while done < range.count {
      let part = pread(descriptor, place + done, range.count - done, off_t(range.lowerBound + done))
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { throw .system(.read, file: name, code: errno) }
      done += part
    }
  }

  /// Has the system read bytes that will be asked for soon.
  func willRead(_ range: Range<Int>) {
    posix_fadvise(descriptor, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_WILLNEED)
  }
}

/// Aligned memory that is written at once; one thread has it at a time.
final class Block: @unchecked Sendable {
  /// A power of two, and more than one page.
  static let size = 1 << 20
  /// A multiple of the sectors of any disk.
  static let alignment = 4096

  let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
  private(set) var count = 0
  /// The reason the bytes could not be written; nil when there is none.
  private(set) var failure: BulkLoadError?

  deinit { bytes.deallocate() }

  var isFull: Bool { count == Self.size }

  /// Copies as many bytes as fit and returns how many.
  func append(_ source: UnsafeRawPointer, _ size: Int) -> Int {
    let part = min(size, Self.size - count)
    (bytes + count).copyMemory(from: source, byteCount: part)
    count += part
    return part
  }

  func removeAll() { count = 0 }

  func write(to file: BlockFile, at offset: Int) {
    do {
      try file.write(self, at: offset)
    } catch {
      failure = error
    }
  }
}

/// Appends bytes to a file in blocks that another thread writes.
final class BlockWriter {
  private let file: BlockFile
  private let queue = DispatchQueue(label: "bulkload.write")
  private var block = Block()
  /// The block of the other thread.
  private var writing = Block()
  /// The offset of the block in the file.
  private var offset: Int

  init(_ file: BlockFile) {
    self.file = file
    offset = file.size
  }

  /// The size of the file, including bytes not written yet.
  var size: Int { offset + block.count }

  func append(_ bytes: UnsafeRawPointer, _ count: Int) throws {
    var done = 0
    while done < count {
      done += block.append(bytes + done, count - done)
      if block.isFull { try handOver() }
    }
  }

  /// Waits until everything is written.
  func finish() throws {
    try handOver()
    try wait()
  }

  private func handOver() throws {
    try wait()
    swap(&block, &writing)
    queue.async { [file, writing, offset] in writing.write(to: file, at: offset) }
    offset += writing.count
    block.removeAll()
  }

  /// Waits for the other thread.
  private func wait() throws {
    queue.sync {}
    if let failure = writing.failure { throw failure }
  }
}
