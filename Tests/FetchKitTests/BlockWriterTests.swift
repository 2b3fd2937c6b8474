import Foundation
import Testing

@testable import FetchKit

@Suite struct BlockWriterTests {
  @Test(arguments: [0, 1, 4096, Block.size - 1, Block.size, 3 * Block.size + 4095])
  func `bytes stand in the file in the order in which they were appended`(count: Int) throws {
    var random = SeededRandom(seed: 4)
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let file = try TemporaryFile(NSTemporaryDirectory() + "blocks")
    defer { unlink(file.path) }
    #expect(write(file.descriptor, "head", 4) == 4)
    let writer = BlockWriter(try BlockFile(path: file.path, named: "the file"))
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
    close(file.descriptor)
    let written = try Data(contentsOf: URL(filePath: file.path))
    #expect(written == Data("head".utf8) + Data(bytes))
  }

  @Test func `what cannot be written is told`() throws {
    let writer = BlockWriter(try BlockFile(path: "/dev/full", named: "the file"))
    try [UInt8](repeating: 7, count: 10).withUnsafeBytes {
      try writer.append(try #require($0.baseAddress), 10)
    }
    #expect {
      try writer.finish()
    } throws: {
      "\($0)".contains("cannot write the file: no space left on device")
    }
  }

  @Test func `runs are read from where they begin to where they end`() throws {
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
      var cursor = KeyCursor(spill, range, capacity: 8192)
      var found: [[UInt8]] = []
      while try cursor.advance() { found.append(Array(cursor.key)) }
      #expect(found == run.map { Array(repeating: UInt8($0 % 251), count: $0) })
    }
  }
}
