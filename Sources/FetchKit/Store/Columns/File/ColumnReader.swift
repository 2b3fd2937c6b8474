internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// Reads what a `ColumnWriter` wrote. What it gives holds only once `end()` has found it whole.
///
/// The checksum tells of accidents only, as anybody can compute it: whatever is made of the file checks that
/// its parts agree, so that nothing later reads or writes beyond an array.
struct ColumnReader {
  private let file: FileHandle
  /// Bytes that have not been read.
  private var rest: Int
  private var hash = ContentHash()

  /// The file ends early, or is none of columns as they are written now.
  struct Damage: Error {
    /// The checksum that was expected, when only the file's own one is another.
    var checksum: UInt64?
  }

  /// Opens a regular file of this user or of the store's owner; throws when there is no such file.
  init(path: String, beside store: String) throws {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw Damage() }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var (status, owner) = (stat(), stat())
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      stat(store, &owner) == 0, status.st_uid == geteuid() || status.st_uid == owner.st_uid
    else { throw Damage() }
    rest = status.st_size
  }

  mutating func number<Number: BitwiseCopyable>(_ type: Number.Type = Number.self) throws -> Number
  {
    try withUnsafeTemporaryAllocation(of: type, capacity: 1) { buffer in
      try take(UnsafeMutableRawBufferPointer(buffer))
      return UnsafeRawBufferPointer(buffer).loadUnaligned(as: type)
    }
  }

  /// As many elements as are there; throws when they are more than a limit.
  mutating func elements<Element: BitwiseCopyable>(
    _ type: Element.Type = Element.self, atMost limit: Int
  ) throws -> [Element] {
    let count = try count()
    guard count <= min(limit, rest / MemoryLayout<Element>.stride) else { throw Damage() }
    return try Array(unsafeUninitializedCapacity: count) { buffer, filled in
      try take(
        UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[..<(count * MemoryLayout<Element>.stride)]
        ))
      filled = count
    }
  }

  /// So many elements; throws when there are fewer or more.
  mutating func elements<Element: BitwiseCopyable>(
    _ type: Element.Type = Element.self, exactly count: Int
  ) throws -> [Element] {
    let elements = try elements(type, atMost: count)
    guard elements.count == count else { throw Damage() }
    return elements
  }

  /// How many things follow, each of at least a byte.
  mutating func count() throws -> Int {
    let count = try number(Int.self)
    guard (0...rest).contains(count) else { throw Damage() }
    return count
  }

  mutating func flag() throws -> Bool {
    let byte = try number(UInt8.self)
    guard byte <= 1 else { throw Damage() }
    return byte == 1
  }

  mutating func text() throws -> String {
    String(decoding: try elements(UInt8.self, atMost: 1 << 24), as: UTF8.self)
  }

  mutating func end() throws {
    let found = hash.value
    guard try number() == found, rest == 0 else { throw Damage(checksum: found) }
  }

  private mutating func take(_ bytes: UnsafeMutableRawBufferPointer) throws {
    guard bytes.count <= rest else { throw Damage() }
    var filled = 0
    while filled < bytes.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
      let count = read(file.fileDescriptor, part.baseAddress, part.count)
      guard count > 0 else { throw Damage() }
      filled += count
    }
    rest -= bytes.count
    if filled > 0 { hash.combine(UnsafeRawBufferPointer(bytes)) }
  }
}
