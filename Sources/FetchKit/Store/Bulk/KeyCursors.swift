internal import Collation

/// Cursors in sorted runs, of which the one at the least string comes first: a binary heap.
struct KeyCursors: ~Copyable {
  /// A cursor that is not at its end, with what nearly always tells which comes first.
  private struct Head {
    var prefix: UInt128
    let cursor: Int
  }

  private let cursors: UnsafeMutableBufferPointer<KeyCursor>
  private var heap: [Head] = []

  /// Cursors in all runs of a file.
  init(_ file: SpillFile, capacity: Int) throws {
    cursors = .allocate(capacity: file.runs.count)
    for (index, run) in file.runs.enumerated() {
      cursors.initializeElement(at: index, to: KeyCursor(file, run, capacity: capacity))
    }
    for index in cursors.indices where try cursors[index].advance() {
      heap.append(Head(prefix: cursors[index].prefix, cursor: index))
    }
    for index in (0..<heap.count / 2).reversed() { sink(index) }
  }

  deinit {
    cursors.deinitialize()
    cursors.deallocate()
  }

  /// The least string; nil when all runs are at their end.
  var first: TextBytes? { heap.first.map { cursors[$0.cursor].key } }

  /// Goes on to the string after the least one; a run that is at its end leaves.
  mutating func advance() throws {
    let cursor = heap[0].cursor
    if try cursors[cursor].advance() {
      heap[0].prefix = cursors[cursor].prefix
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    sink(0)
  }

  /// Lets a cursor change places with those below it that come before it.
  private mutating func sink(_ start: Int) {
    guard start < heap.count else { return }
    let head = heap[start]
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
      guard precedes(heap[child], head) else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = head
  }

  @inline(__always)
  private func precedes(_ left: Head, _ right: Head) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    return cursors[left.cursor].key.compare(to: cursors[right.cursor].key) < 0
  }
}
