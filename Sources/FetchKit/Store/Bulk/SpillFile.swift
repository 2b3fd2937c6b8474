internal import Collation
internal import Foundation

/// A file without a name that holds sorted runs of byte strings, each after its length.
final class SpillFile {
  private let file: BlockFile
  private let writer: BlockWriter
  private(set) var runs: [Range<Int>] = []
  private var runStart = 0

  /// Makes a file that is gone when it is closed.
  init(folder: String) throws {
    let temporary = try TemporaryFile(folder + "/.sort")
    defer {
      close(temporary.descriptor)
      unlink(temporary.path)
    }
    file = try BlockFile(path: temporary.path, named: "a file to sort in")
    writer = BlockWriter(file)
  }

  func beginRun() { runStart = writer.size }

  func append(_ key: TextBytes) throws {
    var length = UInt32(key.count).bigEndian
    try writer.append(&length, 4)
    if let start = key.baseAddress { try writer.append(start, key.count) }
  }

  func endRun() { runs.append(runStart..<writer.size) }

  /// Waits until all runs can be read.
  func finish() throws { try writer.finish() }

  /// Reads bytes into aligned memory and says how many there were; the offset and the size are
  /// multiples of `Block.alignment`.
  func read(_ size: Int, from offset: Int, to place: UnsafeMutableRawPointer) throws -> Int {
    try file.readPastCache(size, from: offset, to: place)
  }
}
