internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// Reads what a `ColumnWriter` wrote. What it gives holds only once `end()` has found it whole.
struct ColumnReader {
  private let file: FileHandle
  /// Bytes that have not been read.
  private var rest: Int
  private var hash = ContentHash()

  /// The file ends early, or is none of columns as they are written now.
  struct Damage: Error {}

  /// Throws when there is no such file.
  init(path: String) throws {
    file = try FileHandle(forReadingFrom: URL(filePath: path))
    rest = Int(clamping: try file.seekToEnd())
    try file.seek(toOffset: 0)
  }

  mutating func number<Number: BitwiseCopyable>(_ type: Number.Type = Number.self) throws -> Number
  {
    try withUnsafeTemporaryAllocation(of: type, capacity: 1) { buffer in
      try take(UnsafeMutableRawBufferPointer(buffer))
      return UnsafeRawBufferPointer(buffer).loadUnaligned(as: type)
    }
  }

  mutating func elements<Element: BitwiseCopyable>(_ type: Element.Type = Element.self) throws
    -> [Element]
  {
    let count = try count()
    guard count <= rest / MemoryLayout<Element>.stride else { throw Damage() }
    return try Array(unsafeUninitializedCapacity: count) { buffer, filled in
      try take(
        UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[..<(count * MemoryLayout<Element>.stride)]
        ))
      filled = count
    }
  }

  /// How many things follow, each of at least a byte.
  mutating func count() throws -> Int {
    let count = try number(Int.self)
    guard (0...rest).contains(count) else { throw Damage() }
    return count
  }

  mutating func flag() throws -> Bool { try number(UInt8.self) != 0 }

  mutating func text() throws -> String {
    String(decoding: try elements(UInt8.self), as: UTF8.self)
  }

  mutating func end() throws {
    let found = hash.value
    guard try number() == found, rest == 0 else { throw Damage() }
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
