import CZlib
import Foundation
import Testing
import TestSupport

@testable import VenueImport

/// Compressed files, which are read on a thread of their own.
struct ReadAheadTests {
  private static let chunk = ReadAheadSource.chunkSize

  /// A gzip file with some bytes in stored blocks.
  private func packed(_ bytes: [UInt8]) -> Data {
    func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    let blocks = stride(from: 0, to: bytes.count, by: Int(UInt16.max)).map { start in
      bytes[start...].prefix(Int(UInt16.max))
    }
    var data: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    for (index, block) in blocks.enumerated() {
      let count = UInt16(block.count)
      data.append(index == blocks.count - 1 ? 1 : 0)
      data += littleEndian(count) + littleEndian(~count) + block
    }
    data += littleEndian(UInt32(crc32(0, bytes, UInt32(bytes.count))))
    return Data(data + littleEndian(UInt32(bytes.count)))
  }

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
    try packed(expected).write(to: file)
    let input = try OpenedInput(.file(file.path()))
    var source = input.source
    #expect(source is ReadAheadSource)
    #expect(try source.take(1000) == Array(expected[..<1000]))
    #expect((Self.chunk...Self.chunk + 1 << 17).contains(input.progress.bytes))
    #expect(try source.take(2 * expected.count) == Array(expected[1000...]))
    #expect(input.progress.bytes == packed(expected).count)
  }

  @Test(arguments: 1...20)
  func `a window over bytes that are lent shows each of them where it was`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var expected = Self.bytes(Int.random(in: 5...12, using: &random) * Self.chunk / 2 + seed)
    for _ in 0..<1000 {
      expected[Int.random(in: 0..<expected.count, using: &random)] = UInt8(ascii: "\n")
    }
    let file = URL.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try packed(expected).write(to: file)
    var window = InputWindow(try OpenedInput(.file(file.path())))
    let kept = [0, 1, 700, 1 << 16, 1 << 16 + 1, 3 * Self.chunk]
    var position = 0
    while try window.advance(keeping: position) {
      let shown = UnsafeBufferPointer(
        start: window.pointer(at: position), count: window.end - position)
      try #require(shown.elementsEqual(expected[position..<window.end]))
      let byteAfter = window.pointer(at: window.end).pointee
      #expect(byteAfter == 0)
      let lines = expected[..<position].split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let location = window.location(of: position)
      #expect(
        location
          == InputLocation(
            offset: position, line: lines.count, column: (lines.last?.count ?? 0) + 1))
      position = max(position, window.end - (kept.randomElement(using: &random) ?? 0))
    }
    let (end, isAtEnd) = (window.end, window.isAtEnd)
    #expect(end == expected.count)
    #expect(isAtEnd)
  }

  @Test func `bytes after those that were lent are read as Windows-1252`() throws {
    let file = URL.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    var bytes = Self.bytes(ReadAheadSource.worthwhile + 100)
    let position = Self.chunk + 50
    for index in [position, position + 9, bytes.count - 1] { bytes[index] = 0xE9 }
    try packed(bytes).write(to: file)
    var window = InputWindow(try OpenedInput(.file(file.path())))
    var text: [UInt8] = []
    var place = 0
    while try window.advance(keeping: place) {
      if !window.isRepairing, window.end > position { try window.repair(from: position) }
      text += UnsafeBufferPointer(start: window.pointer(at: place), count: window.end - place)
      place = window.end
    }
    #expect(text == bytes.flatMap { $0 == 0xE9 ? [0xC3, 0xA9] : [$0] })
  }
}
