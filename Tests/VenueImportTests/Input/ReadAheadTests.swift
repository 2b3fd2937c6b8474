import Foundation
import Testing

@testable import VenueImport

/// Sources that are read on a thread of their own.
struct ReadAheadTests {
  private static let chunk = ReadAheadSource.chunkSize

  /// Bytes of which no piece is like another.
  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { 0x30 | UInt8(truncatingIfNeeded: $0 &* 0x9E37 >> 7) & 0x4F }
  }

  /// All bytes of a source, read in chunks of `piece` bytes.
  private func all(
    of source: inout some ByteSource, piece: Int, into bytes: inout [UInt8]
  ) throws(ImportFailure) {
    while true {
      let part = try source.take(piece)
      bytes += part
      if part.count < piece { return }
    }
  }

  /// Returns its bytes, at most 7,000 at a time, and then fails.
  private struct Damaged: ByteSource {
    var memory: MemorySource

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(7000, buffer.count)])
      let count = memory.read(into: part)
      if count == 0 { throw ImportFailure(.corruptGzip) }
      return count
    }
  }

  @Test(arguments: [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 7 * chunk + 5])
  func `reading ahead returns the bytes of the source in chunks of any size`(count: Int) throws {
    let expected = Self.bytes(count)
    for piece in [4093, Self.chunk, 3 * Self.chunk] {
      let memory = MemorySource(expected)
      var source = ReadAheadSource(memory, memory.progress)
      var found: [UInt8] = []
      try all(of: &source, piece: piece, into: &found)
      #expect(found == expected)
      #expect(source.progress.bytes == count)
      #expect(try source.take(10) == [])
    }
  }

  @Test(arguments: [0, 1, chunk, 5 * chunk + 9])
  func `an error of a source follows all bytes before it`(count: Int) {
    let memory = MemorySource(Self.bytes(count))
    let source = ReadAheadSource(Damaged(memory: memory), memory.progress)
    var found: [UInt8] = []
    for _ in 1...2 {
      #expect(throws: ImportFailure(.corruptGzip)) {
        while true {
          let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 999, alignment: 1)
          defer { part.deallocate() }
          found += part[..<(try source.read(into: part))]
        }
      }
    }
    #expect(found == Self.bytes(count))
  }

  @Test func `progress counts only bytes that were returned`() throws {
    let file = URL.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let expected = Self.bytes(ReadAheadSource.worthwhile)
    try Data(expected).write(to: file)
    let input = try OpenedInput(.file(file.path()))
    var source = input.source
    #expect(source is ReadAheadSource)
    #expect(try source.take(1000) == Array(expected[..<1000]))
    #expect(input.progress.bytes == Self.chunk)
    #expect(try source.take(2 * expected.count) == Array(expected[1000...]))
    #expect(input.progress.bytes == expected.count)
  }
}
