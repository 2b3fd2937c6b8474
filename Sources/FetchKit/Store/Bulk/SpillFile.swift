internal import Foundation

/// A file without a name that holds sorted runs of byte strings, each after its length.
final class SpillFile {
  private let descriptor: Int32
  private var buffer = ByteBuffer(capacity: 1 << 20)
  private var size = 0
  private(set) var runs: [Range<Int>] = []
  private var runStart = 0

  /// Makes a file that is gone when it is closed.
  init(folder: String) throws {
    var template = Array((folder + "/.sort-XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw StoreError.system("cannot sort in \(folder)") }
    unlink(template)
  }

  deinit { close(descriptor) }

  func beginRun() throws { runStart = size }

  func append(_ key: TextBytes) throws {
    buffer.append(bigEndian: UInt64(key.count), size: 4)
    buffer.append(key)
    size += key.count + 4
    if buffer.count >= 1 << 20 { try flush() }
  }

  func endRun() throws {
    try flush()
    runs.append(runStart..<size)
  }

  private func flush() throws {
    var done = 0
    while done < buffer.count {
      let part = write(descriptor, buffer.start + done, buffer.count - done)
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { throw StoreError.system("cannot sort") }
      done += part
    }
    buffer.removeAll()
  }

  /// Reads bytes of the file; fewer only at its end.
  func read(_ range: Range<Int>, to place: UnsafeMutablePointer<UInt8>) throws {
    var done = 0
    while done < range.count {
      let part = pread(
        descriptor, place + done, range.count - done, off_t(range.lowerBound + done))
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { throw StoreError.system("cannot sort") }
      done += part
    }
  }
}
