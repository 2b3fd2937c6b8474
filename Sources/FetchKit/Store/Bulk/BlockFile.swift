internal import Foundation

/// A file of which full blocks are written past the page cache, where the system can do so.
///
/// What an import writes is read by nobody soon: in the cache it would drive out what others need, and
/// copying it there costs more than writing it.
final class BlockFile: Sendable {
  private let descriptor: Int32
  /// For full blocks; negative when they go through the cache as well.
  private let direct: Int32

  /// What errors call the file.
  private let name: String

  /// Opens a file that is there.
  init(path: String, named name: String) throws(StoreError) {
    self.name = name
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("store.openFile", "cannot open \(path)") }
    direct = Self.pastCache.map { open(path, O_RDWR | O_CLOEXEC | $0) } ?? -1
  }

  deinit {
    close(descriptor)
    if direct >= 0 { close(direct) }
  }

  /// `O_DIRECT`, which Swift does not see and which differs between processors; nil where it is not known.
  private static var pastCache: Int32? {
    #if arch(x86_64)
      0o40_000
    #elseif arch(arm64)
      0o200_000
    #else
      nil
    #endif
  }

  /// Bytes of the file.
  var size: Int { Int(lseek(descriptor, 0, SEEK_END)) }

  /// Writes a block; one that is full goes past the cache.
  func write(_ block: Block, at offset: Int) throws(StoreError) {
    var done = 0
    if block.isFull, direct >= 0 {
      done = max(0, pwrite(direct, block.bytes, block.count, off_t(offset)))
    }
    guard done < block.count else { return }
    try write(block.bytes + done, block.count - done, at: offset + done)
    // Linux begins to write what it is told to forget: less is left to do at the end.
    posix_fadvise(descriptor, off_t(offset), off_t(block.count), POSIX_FADV_DONTNEED)
  }

  /// Writes bytes to a place.
  func write(_ bytes: UnsafeRawPointer, _ count: Int, at offset: Int) throws(StoreError) {
    var done = 0
    while done < count {
      let part = pwrite(descriptor, bytes + done, count - done, off_t(offset + done))
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { throw .system("store.writeFile", "cannot write \(name)") }
      done += part
    }
  }

  /// Reads bytes that are there.
  func read(_ range: Range<Int>, to place: UnsafeMutableRawPointer) throws(StoreError) {
    var done = 0
    while done < range.count {
      let part = pread(descriptor, place + done, range.count - done, off_t(range.lowerBound + done))
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { throw .system("store.readFile", "cannot read \(name)") }
      done += part
    }
  }

  /// Reads bytes into aligned memory and says how many there were, fewer only at the end; the offset and the
  /// size are multiples of `Block.alignment`.
  func readPastCache(
    _ size: Int, from offset: Int, to place: UnsafeMutableRawPointer
  ) throws(StoreError) -> Int {
    let count = min(size, self.size - offset)
    if direct >= 0, pread(direct, place, size, off_t(offset)) == count { return count }
    try read(offset..<offset + count, to: place)
    return count
  }
}
