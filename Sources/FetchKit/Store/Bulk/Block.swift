internal import Foundation

/// Memory that a disk can take over as it is; one thread has it at a time.
final class Block: @unchecked Sendable {
  /// A power of two, and more than one page.
  static let size = 1 << 20
  /// A multiple of the sectors of any disk.
  static let alignment = 4096

  let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
  /// How many of the bytes are some.
  private(set) var count = 0
  /// Why the bytes could not be written; nil when they were, or were not asked to be.
  private(set) var failure: StoreError?

  deinit { bytes.deallocate() }

  var isFull: Bool { count == Self.size }

  /// Copies as many bytes as there is room for, and says how many.
  func take(_ source: UnsafeRawPointer, _ size: Int) -> Int {
    let part = min(size, Self.size - count)
    (bytes + count).copyMemory(from: source, byteCount: part)
    count += part
    return part
  }

  func removeAll() { count = 0 }

  /// Writes the bytes to their place in a file.
  func write(to file: BlockFile, at offset: Int) {
    do {
      try file.write(self, at: offset)
    } catch {
      failure = error
    }
  }
}
