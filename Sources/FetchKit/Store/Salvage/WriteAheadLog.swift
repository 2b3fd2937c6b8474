internal import Foundation
internal import Glibc

/// The committed pages of a write-ahead log, up to the first damage.
final class WriteAheadLog {
  private(set) var pageSize = 0
  /// The number of pages that the database has after the last commit.
  private(set) var pageCount = 0

  private let file: Int32
  private var offsets: [UInt32: Int] = [:]

  private static let headerSize = 32
  private static let frameHeaderSize = 24
  private static let magic: UInt64 = 0x377F_0682

  /// Nil when there is no log, or its header is damaged; throws when it cannot be read.
  init?(path: String) throws(StoreError) {
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .systemReason()
    }
    guard let header = try DamagedFile.read(file, Self.headerSize, at: 0),
      header.count == Self.headerSize,
      header.number(at: 0, size: 4) & ~1 == Self.magic,
      let sum = Checksum(isBigEndian: header[3] & 1 == 1).adding(header[..<24]),
      sum.matches(header[24...])
    else { return nil }
    let size = header.number(at: 8, size: 4)
    pageSize = size == 1 ? 65_536 : Int(size)
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
    try readFrames(header[16..<24], sum)
  }

  deinit { close(file) }

  func page(_ number: UInt32) throws(StoreError) -> [UInt8]? {
    guard let offset = offsets[number] else { return nil }
    return try DamagedFile.read(file, pageSize, at: offset)
  }

  private func readFrames(_ salt: ArraySlice<UInt8>, _ start: Checksum) throws(StoreError) {
    let frameSize = Self.frameHeaderSize + pageSize
    var (offset, sum, uncommitted) = (Self.headerSize, start, [UInt32: Int]())
    while let frame = try DamagedFile.read(file, frameSize, at: offset),
      frame.count == frameSize, frame[8..<16] == salt
    {
      guard let next = sum.adding(frame[..<8])?.adding(frame[Self.frameHeaderSize...]),
        next.matches(frame[16..<24])
      else { break }
      uncommitted[UInt32(frame.number(at: 0, size: 4))] = offset + Self.frameHeaderSize
      let pagesAfterCommit = Int(frame.number(at: 4, size: 4))
      if pagesAfterCommit > 0 {
        pageCount = pagesAfterCommit
        offsets.merge(uncommitted) { $1 }
        uncommitted = [:]
      }
      (offset, sum) = (offset + frameSize, next)
    }
  }
}

private struct Checksum {
  let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Nil for bytes that are not pairs of words.
  func adding(_ bytes: ArraySlice<UInt8>) -> Checksum? {
    guard bytes.count % 8 == 0 else { return nil }
    var sum = self
    bytes.withUnsafeBytes { raw in
      for offset in stride(from: 0, to: raw.count, by: 8) {
        sum.first &+= word(raw, offset) &+ sum.second
        sum.second &+= word(raw, offset + 4) &+ sum.first
      }
    }
    return sum
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }

  func matches(_ stored: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(stored)
    return bytes.number(at: 0, size: 4) == first && bytes.number(at: 4, size: 4) == second
  }
}
