import Foundation
import Testing
import TestSupport

@testable import SQLiteBulkLoad

@Suite struct BlockFileTests {
  @Test(arguments: [0, 1, 4096, Block.size - 1, Block.size, 3 * Block.size + 4095])
  func `appended bytes follow each other in the file`(count: Int) throws {
    var random = SeededRandom(seed: 4)
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let path = NSTemporaryDirectory() + "blocks-\(UUID().uuidString)"
    defer { unlink(path) }
    try Data("head".utf8).write(to: URL(filePath: path))
    let writer = BlockWriter(try BlockFile(path: path, name: "the file"))
    var place = 0
    while place < count {
      let part = min(Int.random(in: 1...300_000, using: &random), count - place)
      try bytes[place..<place + part].withUnsafeBytes {
        try writer.append(try #require($0.baseAddress), part)
      }
      place += part
    }
    #expect(writer.size == count + 4)
    try writer.finish()
    let written = try Data(contentsOf: URL(filePath: path))
    #expect(written == Data("head".utf8) + Data(bytes))
  }

  @Test func `a failed write is reported`() throws {
    let writer = BlockWriter(try BlockFile(path: "/dev/full", name: "the file"))
    try [UInt8](repeating: 7, count: 10).withUnsafeBytes {
      try writer.append(try #require($0.baseAddress), 10)
    }
    #expect(throws: BulkLoadError.system(.write, file: "the file", code: ENOSPC)) {
      try writer.finish()
    }
  }

  @Test func `runs are read from their start to their end`() throws {
    let spill = try SpillFile(folder: NSTemporaryDirectory())
    let runs = [[3000, 1, 0], [9000], [70_000, 5]]
    for run in runs {
      spill.beginRun()
      for size in run {
        try [UInt8](repeating: UInt8(size % 251), count: size).withUnsafeBufferPointer {
          try spill.append($0)
        }
      }
      spill.endRun()
    }
    try spill.finish()
    for (run, range) in zip(runs, spill.runs) {
      for firstRead in [1, 300, 8192] {
        var cursor = RunCursor(spill.file, range, capacity: 8192, firstRead: firstRead)
        var found: [[UInt8]] = []
        while try cursor.advance() { found.append(Array(cursor.key)) }
        #expect(found == run.map { Array(repeating: UInt8($0 % 251), count: $0) })
      }
    }
  }
}
