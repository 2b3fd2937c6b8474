internal import FetchKit
internal import Foundation
internal import Glibc

/// Reads sections that a `ColumnFileWriter` wrote. Values are valid only once `end()` has verified the checksum.
///
/// The checksum detects accidents, not forgeries: every type that is read from the file also checks that its parts
/// agree, so that nothing reads or writes beyond an array later.
struct ColumnFileReader {
  private struct Section {
    let range: Range<Int>
    let checksum: UInt64
    /// The place of the checksum in the file.
    let checksumOffset: Int
  }

  /// The file is truncated, damaged or in another format.
  struct Damage: Error {
    /// The expected checksum and its place, when only a checksum of the file differs.
    var checksum: (value: UInt64, offset: Int)?
  }

  private let file: FileHandle
  /// The bytes of the section that have not been read.
  private var rest: Range<Int>
  private var hash = ContentHash()
  private var sections: [String: Section] = [:]
  private var current: Section

  /// The bytes after the table of the sections: its offset and its checksum.
  private static let tailSize = 16

  /// Opens a regular file of this user or of the store's owner and reads the table of its sections; throws when there is
  /// no such file, or it has another header or token.
  init(path: String, beside store: String, header: String, token: UInt64) throws {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw Damage() }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var (status, owner) = (stat(), stat())
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      stat(store, &owner) == 0, status.st_uid == geteuid() || status.st_uid == owner.st_uid
    else { throw Damage() }
    let end = Int(status.st_size)
    guard end >= Self.tailSize else { throw Damage() }
    rest = end - Self.tailSize..<end
    current = Section(range: rest, checksum: 0, checksumOffset: 0)
    let (start, checksum) = (try number(Int.self), try number(UInt64.self))
    guard (0...end - Self.tailSize).contains(start) else { throw Damage() }
    begin(Section(range: start..<end - Self.tailSize, checksum: checksum, checksumOffset: end - 8))
    try readTable(header, token, end: start)
  }

  private mutating func readTable(_ header: String, _ token: UInt64, end: Int) throws {
    guard try text() == header, try number(UInt64.self) == token else { throw Damage() }
    var start = 0
    for _ in 0..<(try count()) {
      let (name, next) = (try text(), try number(Int.self))
      let checksumOffset = rest.lowerBound
      guard (start...end).contains(next) else { throw Damage() }
      let section = Section(
        range: start..<next, checksum: try number(), checksumOffset: checksumOffset)
      guard sections.updateValue(section, forKey: name) == nil else { throw Damage() }
      start = next
    }
    try self.end()
    guard start == end else { throw Damage() }
  }

  func hasSection(_ name: String) -> Bool { sections[name] != nil }

  /// The bytes of a section; nil for one that the file does not have.
  func size(of name: String) -> Int? { sections[name]?.range.count }

  /// Reads a section from its start to its end, and verifies it.
  mutating func readSection<Content>(
    _ name: String, _ body: (inout Self) throws -> Content
  ) throws -> Content {
    guard let section = sections[name] else { throw Damage() }
    begin(section)
    let content = try body(&self)
    try end()
    return content
  }

  private mutating func begin(_ section: Section) {
    (current, rest, hash) = (section, section.range, ContentHash())
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
    guard count <= min(limit, rest.count / MemoryLayout<Element>.stride) else { throw Damage() }
    return try Array(unsafeUninitializedCapacity: count) { buffer, filled in
      try take(
        UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[..<(count * MemoryLayout<Element>.stride)]
        ))
      filled = count
    }
  }

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
    guard (0...rest.count).contains(count) else { throw Damage() }
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

  /// Verifies the checksum of the section, and that it was read to its end.
  private func end() throws {
    guard rest.isEmpty else { throw Damage() }
    guard hash.value == current.checksum else {
      throw Damage(checksum: (hash.value, current.checksumOffset))
    }
  }

  private mutating func take(_ bytes: UnsafeMutableRawBufferPointer) throws {
    guard bytes.count <= rest.count else { throw Damage() }
    var filled = 0
    while filled < bytes.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
      let count = pread(
        file.fileDescriptor, part.baseAddress, part.count, off_t(rest.lowerBound + filled))
      guard count > 0 else { throw Damage() }
      filled += count
    }
    rest = rest.lowerBound + bytes.count..<rest.upperBound
    if filled > 0 { hash.combine(UnsafeRawBufferPointer(bytes)) }
  }
}
