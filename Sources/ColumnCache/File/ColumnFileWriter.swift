internal import FetchKit
internal import Foundation

/// Writes columns to a file, in the byte order of this machine.
struct ColumnFileWriter {
  private let file: FileHandle
  private var hash = ContentHash()

  init(_ file: FileHandle) { self.file = file }

  mutating func write(_ number: some BitwiseCopyable) throws {
    try withUnsafeBytes(of: number) { try write(bytes: $0) }
  }

  /// Writes the number of elements, then the elements.
  mutating func write<Element: BitwiseCopyable>(_ elements: [Element]) throws {
    try write(elements.count)
    try elements.withUnsafeBytes { try write(bytes: $0) }
  }

  mutating func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes the checksum.
  mutating func end() throws { try write(hash.value) }

  private mutating func write(bytes: UnsafeRawBufferPointer) throws {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    hash.combine(bytes)
    try file.write(
      contentsOf: Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
        deallocator: .none))
  }
}
