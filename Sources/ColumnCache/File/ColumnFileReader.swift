internal import FetchKit
internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// Reads what a `ColumnFileWriter` wrote. Values are valid only once `end()` has verified the checksum.
///
/// The checksum detects accidents, not forgeries: every type that is read from the file also checks that its parts
/// agree, so that nothing reads or writes beyond an array later.
struct ColumnFileReader {
  private let file: FileHandle
  /// The number of bytes that have not been read.
  private var rest: Int
  private var hash = ContentHash()

  /// The file is truncated, damaged or in another format.
  struct Damage: Error {
    /// The expected checksum, when only the checksum of the file differs.
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

  /// An array; throws when it has more elements than a limit.
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

  /// Reads an array of a number of elements; throws if it has fewer or more.
  mutating func elements<Element: BitwiseCopyable>(
    _ type: Element.Type = Element.self, exactly count: Int
  ) throws -> [Element] {
    let elements = try elements(type, atMost: count)
    guard elements.count == count else { throw Damage() }
    return elements
  }

  /// The number of things that follow, each of at least a byte.
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

  /// Verifies the checksum and that nothing follows it.
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
