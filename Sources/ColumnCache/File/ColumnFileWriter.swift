internal import FetchKit
internal import Foundation

/// Writes the sections of a file, in the byte order of this machine, and then their table.
struct ColumnFileWriter {
  private let file: FileHandle
  private var hash = ContentHash()
  private var size = 0
  private var sections: [(name: String, end: Int, checksum: UInt64)] = []

  init(_ file: FileHandle) { self.file = file }

  mutating func write(_ number: some BitwiseCopyable) throws {
    try withUnsafeBytes(of: number) { try write(bytes: $0) }
  }

  mutating func write<Element: BitwiseCopyable>(_ elements: [Element]) throws {
    try write(elements.count)
    try elements.withUnsafeBytes { try write(bytes: $0) }
  }

  mutating func write(_ text: String) throws { try write(Array(text.utf8)) }

  mutating func writeSection(_ name: String, _ body: (inout Self) throws -> Void) throws {
    hash = ContentHash()
    try body(&self)
    sections.append((name, size, hash.value))
  }

  /// Writes the header and the table of the sections.
  mutating func end(header: String, token: UInt64) throws {
    let start = size
    hash = ContentHash()
    try write(header)
    try write(token)
    try write(sections.count)
    for section in sections {
      try write(section.name)
      try write(section.end)
      try write(section.checksum)
    }
    let checksum = hash.value
    try write(start)
    try write(checksum)
  }

  private mutating func write(bytes: UnsafeRawBufferPointer) throws {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    hash.combine(bytes)
    size += bytes.count
    try file.write(
      contentsOf: Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
        deallocator: .none))
  }
}
