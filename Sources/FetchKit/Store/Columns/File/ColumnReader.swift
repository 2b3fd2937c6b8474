/// Reads what a `ColumnWriter` wrote. What it gives holds only once `end()` has found it whole.
struct ColumnReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var hash = ContentHash()

  /// The file ends early, or is none of columns as they are written now.
  struct Damage: Error {}

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func number<Number: BitwiseCopyable>(_ type: Number.Type = Number.self) throws -> Number
  {
    try take(MemoryLayout<Number>.size).loadUnaligned(as: type)
  }

  mutating func elements<Element: BitwiseCopyable>(_ type: Element.Type = Element.self) throws
    -> [Element]
  {
    let count = try count()
    let part = try take(count * MemoryLayout<Element>.stride)
    return Array(unsafeUninitializedCapacity: count) { buffer, filled in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: part)
      filled = count
    }
  }

  /// How many things follow, each of at least a byte.
  mutating func count() throws -> Int {
    let count = try number(Int.self)
    guard (0...bytes.count).contains(count) else { throw Damage() }
    return count
  }

  mutating func flag() throws -> Bool { try number(UInt8.self) != 0 }

  mutating func text() throws -> String {
    String(decoding: try elements(UInt8.self), as: UTF8.self)
  }

  mutating func end() throws {
    let found = hash.value
    guard try number() == found, offset == bytes.count else { throw Damage() }
  }

  private mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer {
    guard count <= bytes.count - offset else { throw Damage() }
    let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    if count > 0 { hash.combine(part) }
    offset += count
    return part
  }
}
