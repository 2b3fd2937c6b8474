internal import Foundation
internal import Glibc
internal import SQLiteBulkLoad

/// The pages of a damaged database, with those of its write-ahead log in their place.
///
/// Nothing in the file is trusted, see https://www.sqlite.org/fileformat2.html.
final class DamagedFile {
  private(set) var pageSize = 0
  /// The number of pages; the last one may be incomplete.
  private(set) var pageCount = 0

  private let file: Int32
  private var log: WriteAheadLog?

  /// Larger values than any row has are damage.
  private static let maximumPayload = 1 << 26
  private static let pageSizes = [4096, 8192, 16_384, 32_768, 65_536, 2048, 1024, 512]
  private static let sampledPages = 512

  /// Opens a file and keeps other programs from using it as a database.
  ///
  /// Throws a `StoreError`: `locked` when a program has it open, `cannotWrite` when the disk fails.
  init(path: String) throws {
    file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw StoreError(.cannotOpen, SystemError.message(errno)) }
    guard Self.lock(file) else {
      throw StoreError(.locked, "store.inUse", "another program has the store open")
    }
    log = try WriteAheadLog(path: path + "-wal")
    let size = Int(lseek(file, 0, SEEK_END))
    pageSize = try log?.pageSize ?? Self.likelyPageSize(file, size)
    let pages = (size + pageSize - 1) / pageSize
    pageCount = min(max(pages, log?.pageCount ?? 0), Int(UInt32.max) - 1)
  }

  deinit { close(file) }

  /// Locks the bytes that every connection of SQLite locks, even an idle one.
  private static func lock(_ file: Int32) -> Bool {
    var range = Glibc.flock()
    (range.l_type, range.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    (range.l_start, range.l_len) = (0x4000_0000, 512)
    return fcntl(file, F_SETLK, &range) == 0
  }

  /// Returns the page with a 1-based number; fewer bytes at the end of a truncated file, nil without any.
  func page(_ number: Int) throws(StoreError) -> [UInt8]? {
    guard (1...max(1, pageCount)).contains(number) else { return nil }
    if let latest = try log?.page(UInt32(number)) { return latest }
    return try Self.read(file, pageSize, at: (number - 1) * pageSize)
  }

  /// The `user_version` in the header; nil where the header is lost.
  var formatVersion: Int? {
    get throws(StoreError) {
      guard let header = try page(1), header.count >= 64 else { return nil }
      return header[60..<64].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// Returns bytes of a file, fewer at its end, nil without any.
  ///
  /// Throws when the system cannot read them: they are not lost then, the disk may only fail for a moment.
  static func read(_ file: Int32, _ size: Int, at offset: Int) throws(StoreError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = pread(file, &bytes, size, off_t(offset))
    guard count >= 0 else { throw .systemReason() }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// The size for which most pages look like pages of a tree: the header may be damaged.
  private static func likelyPageSize(_ file: Int32, _ size: Int) throws -> Int {
    let scores = try pageSizes.map { pageSize -> Double in
      let count = max(1, size / pageSize)
      let sample = min(count, sampledPages)
      let fitting = try (0..<sample).count { index in
        let number = index * count / sample
        let bytes = try read(file, pageSize, at: number * pageSize)
        return bytes.flatMap { DamagedPage($0, number: number + 1) }?.fillsItsEnd ?? false
      }
      return Double(fitting) / Double(sample)
    }
    let best = scores.max() ?? 0
    return scores.firstIndex(of: best).map { pageSizes[$0] } ?? pageSizes[0]
  }
}

// MARK: - Payloads

extension DamagedFile {
  /// The bytes of a record that starts on a page and may continue on overflow pages.
  ///
  /// Returns fewer than `size` bytes if the rest is lost, or if the size is larger than any record's.
  func payload(
    _ size: Int, at start: Int, of page: [UInt8], isIndex: Bool
  ) throws(StoreError) -> [UInt8]? {
    guard start <= page.count else { return nil }
    let local = CellPayload.localSize(size, isIndex: isIndex, pageSize: pageSize)
    var payload = Array(page[start...].prefix(local))
    let isPossible = size <= Self.maximumPayload && size <= pageCount * pageSize
    guard isPossible, local < size, start + local + 4 <= page.count else { return payload }
    var next = Int(page.number(at: start + local, size: 4))
    while payload.count < size {
      let rest = min(size - payload.count, pageSize - 4)
      guard let more = try self.page(next), more.count >= 4 + rest,
        more.contains(where: { $0 != 0 })
      else { break }
      payload += more[4..<(4 + rest)]
      next = Int(more.number(at: 0, size: 4))
    }
    return payload
  }
}

extension [UInt8] {
  /// A big-endian number; the bytes have to be there.
  func number(at start: Int, size: Int) -> UInt64 {
    self[start..<(start + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads the varint at an offset and advances the offset; nil at the end of the bytes.
  func varint(_ place: inout Int) -> UInt64? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard place < count else { return nil }
      let byte = self[place]
      place += 1
      if index == 8 { return number << 8 | UInt64(byte) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return number }
    }
    return number
  }
}
