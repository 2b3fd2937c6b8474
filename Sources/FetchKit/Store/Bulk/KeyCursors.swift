/// Cursors in sorted runs, of which the one at the least string comes first: a binary heap.
struct KeyCursors {
  private var heap: [KeyCursor]

  init(_ cursors: [KeyCursor]) {
    heap = cursors
    for index in (0..<heap.count / 2).reversed() { sink(index) }
  }

  /// The cursor at the least string; nil when all runs are at their end.
  var first: KeyCursor? { heap.first }

  /// Moves the first cursor on; at the end of its run it leaves.
  mutating func advanceFirst() throws {
    if try !heap[0].advance() {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
    }
    sink(0)
  }

  /// Lets a cursor change places with those below it that come before it.
  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].precedes(heap[least]) { least = child }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
