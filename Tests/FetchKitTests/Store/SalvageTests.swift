import Foundation
import GRDB
import Testing

@testable import FetchKit

@Suite struct SalvageTests {
  private let sample: SalvageSample

  init() throws { sample = try SalvageSample(places: 300) }

  private func salvage(_ path: String) throws -> SalvageReport {
    try FetchStore.salvage(at: path, model: SalvageSample.model)
  }

  @Test(arguments: [true, false])
  func `every row of a sound store is saved`(hasLog: Bool) throws {
    let path = try sample.damaged(hasLog: hasLog) { _ in }
    #expect(try FetchStore.damage(at: path) == nil)
    let report = try salvage(path)
    #expect(report.tables.map(\.name) == ["place", "place_tag", "place_tip"])
    #expect(report.tables.map(\.saved) == [285, 285, 405])
    #expect(report.tables.map(\.lost) == [0, 0, 0])
    let store = try FetchStore(path: path, model: SalvageSample.model)
    #expect(try store.metadata(forKey: "filters") == "kept")
    #expect(try store.problems() == [])
  }

  @Test func `a store without its first page is saved completely`() throws {
    let path = try sample.damaged(hasLog: false) { $0.resetBytes(in: 0..<4096) }
    #expect(try FetchStore.damage(at: path) != nil)
    #expect(try sample.salvage(path) == sample.rows)
  }

  /// The offset of the number of a row; it stands before the record, which begins with the size of its header.
  private func numberPlace(_ number: Int, in bytes: Data) -> Int? {
    let text = Data("place-\(number)Tea House \(number)".utf8)
    guard let start = bytes.range(of: text)?.lowerBound else { return nil }
    return (start - 30..<start - 1).last {
      bytes[$0] == UInt8(number + 1) && Int(bytes[$0 + 1]) == start - $0 - 1
    }
  }

  @Test func `a row is saved whatever its record has in place of the key`() throws {
    let path = try sample.damaged(hasLog: false) { bytes in
      // SQLite stores NULL and never reads it: the key is the number of the row.
      if let place = numberPlace(20, in: bytes) { bytes[place + 2] = 8 }
    }
    #expect(try sample.salvage(path) == sample.rows)
  }

  @Test func `a row is saved whose size became larger than the file`() throws {
    var isDamaged = false
    let path = try sample.damaged(hasLog: false) { bytes in
      guard let place = numberPlace(20, in: bytes) else { return }
      let page = place / 4096 * 4096
      func number(at place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
      let offsets = (0..<number(at: page + 3)).map { page + 8 + 2 * $0 }
      // Before the cell nearest to the list of offsets there is free space.
      guard let lowest = offsets.min(by: { number(at: $0) < number(at: $1) }),
        number(at: lowest) - 2 >= 8 + 2 * offsets.count, bytes[lowest + 1] >= 2
      else { return }
      let start = page + number(at: lowest)
      // The size of the record is a varint; two bytes before it continue it.
      (bytes[start - 2], bytes[start - 1]) = (0xEC, 0xD7)
      bytes[lowest + 1] -= 2
      isDamaged = true
    }
    #expect(isDamaged)
    #expect(try sample.salvage(path) == sample.rows)
  }

  /// Bits that flip in the number of a row: to that of the next one, of one far below, and of one far above.
  @Test(arguments: [1, 0x10, 0x40])
  func `a row whose number becomes that of another is saved`(bits: UInt8) throws {
    for number in 20..<26 where sample.rows["place-\(number)"] != nil {
      let path = try sample.damaged(hasLog: false) { bytes in
        if let place = numberPlace(number, in: bytes) { bytes[place] ^= bits }
      }
      let saved = try sample.salvage(path)
      #expect(Set(saved.keys) == Set(sample.rows.keys), "\(number)")
      for (id, row) in saved { #expect(sample.rows[id].map(row.isPart) ?? false, "\(id)") }
    }
  }

  @Test func `a row whose offset leads beyond its page is saved`() throws {
    let name = Data("place-20Tea House 20".utf8)
    let path = try sample.damaged(hasLog: false) { bytes in
      guard let place = bytes.range(of: name)?.lowerBound else { return }
      // After the 8 bytes of its header, a leaf lists the offsets of its rows.
      bytes[place / 4096 * 4096 + 8] |= 0x40
    }
    #expect(try sample.salvage(path) == sample.rows)
  }

  @Test func `the damaged files are kept beside the new store`() throws {
    let path = try sample.damaged(hasLog: true) { $0.resetBytes(in: 8192..<12_288) }
    let bytes = try Data(contentsOf: URL(filePath: path))
    let report = try salvage(path)
    #expect(report.damagedPath.wholeMatch(of: #/.*\.damaged-\d{8}-\d{6}/#) != nil)
    #expect(try Data(contentsOf: URL(filePath: report.damagedPath)) == bytes)
    #expect(FileManager.default.fileExists(atPath: report.damagedPath + "-wal"))
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `a store that a program has open is left alone`() throws {
    let path = try sample.damaged(hasLog: false) { _ in }
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = ["sqlite3", path]
    let (input, output) = (Pipe(), Pipe())
    (shell.standardInput, shell.standardOutput) = (input, output)
    try shell.run()
    input.fileHandleForWriting.write(Data("SELECT COUNT(*) FROM place;\n".utf8))
    _ = output.fileHandleForReading.availableData
    let error = #expect(throws: StoreError.self) { try salvage(path) }
    #expect(error?.code == .locked)
    try input.fileHandleForWriting.close()
    shell.waitUntilExit()
    #expect(try salvage(path).tables.first?.saved == 285)
  }

  @Test func `lost rows are counted by an index`() throws {
    // The first leaf of the rows, found by a name on it.
    let name = Data("place-20Tea House 20".utf8)
    let path = try sample.damaged(hasLog: false) { bytes in
      guard let place = bytes.range(of: name)?.lowerBound else { return }
      let start = place / 4096 * 4096
      bytes.resetBytes(in: start..<(start + 4096))
    }
    let report = try salvage(path)
    let places = try #require(report.tables.first)
    #expect(places.saved < 285)
    #expect(places.lost == 285 - places.saved)
  }

  @Test func `a row keeps the values before the pages that are lost`() throws {
    let path = try sample.damaged(hasLog: false) { bytes in
      // The note continues on overflow pages.
      guard let place = bytes.range(of: Data("long note 107 ".utf8), options: .backwards) else {
        return
      }
      let start = place.lowerBound / 4096 * 4096
      bytes.resetBytes(in: start..<(start + 4096))
    }
    let saved = try sample.salvage(path)
    #expect(saved.count == sample.rows.count)
    let row = try #require(saved["place-107"])
    #expect(
      row.attributes == [
        .string("place-107"), .string("Tea House 107"), .null, .null, .bool(false), .null, .null,
        .null, .null, .string("tea house 107"),
      ])
    #expect(row.tags == sample.rows["place-107"]?.tags)
  }

  @Test func `a row at the end of a truncated file keeps its first values`() throws {
    let path = try sample.damaged(hasLog: false) { bytes in
      guard let row = bytes.range(of: Data("place-200Tea House 200".utf8)) else { return }
      bytes = bytes.prefix(row.upperBound)
    }
    let row = try #require(try sample.salvage(path)["place-200"])
    #expect(
      row.attributes.prefix(4) == [.string("place-200"), .string("Tea House 200"), .null, .null])
  }

  @Test func `an index that does not fit the rows is damage`() throws {
    let path = try sample.damaged(hasLog: false) { bytes in
      guard let row = bytes.range(of: Data("place-200Tea House 200".utf8)) else { return }
      bytes[row.lowerBound + 8] = UInt8(ascii: "1")
    }
    #expect(try FetchStore.damage(at: path) != nil)
    // Two rows have the same identifier now; the later one stays.
    var rows = sample.rows
    rows["place-200"] = nil
    #expect(try sample.salvage(path) == rows)
    #expect(try FetchStore.damage(at: path) == nil)
  }

  @Test func `a log that cannot be read is not a lost log`() throws {
    let path = try sample.damaged(hasLog: false) { _ in }
    // Reading a folder fails like a disk that does not give a block.
    try FileManager.default.createDirectory(
      atPath: path + "-wal", withIntermediateDirectories: false)
    #expect(
      StoreFailure { try salvage(path) }
        == StoreFailure(.cannotWrite, "cannot salvage \(path): is a directory"))
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `a database of another program is not damaged`() throws {
    let path = try sample.damaged(hasLog: false) { _ in }
    let other = try DatabaseQueue(path: path + "-other")
    try other.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    #expect(try FetchStore.damage(at: path + "-other") == nil)
    #expect(try FetchStore.damage(at: path + "-none") == nil)
  }
}
