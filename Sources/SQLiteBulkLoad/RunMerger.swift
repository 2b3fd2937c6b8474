internal import Dispatch

/// A merge of sorted runs by another thread, one batch ahead of the reader.
struct RunMerger: ~Copyable {
  private let merger: BackgroundMerger
  private let queue = DispatchQueue(label: "bulkload.merge")
  private var batch = KeyBatch()
  /// The batch of the other thread.
  private var next = KeyBatch()

  init(_ cursors: consuming RunHeap) { merger = BackgroundMerger(cursors) }

  /// Calls `body` with all strings in order, once; they are valid until it returns.
  mutating func forEach(_ body: (Bytes) throws -> Void) throws {
    startNext()
    while true {
      queue.sync {}
      if let failure = next.failure { throw failure }
      swap(&batch, &next)
      guard !batch.isEmpty else { return }
      startNext()
      try batch.forEach(body)
    }
  }

  private func startNext() {
    queue.async { [merger, next] in merger.fill(next) }
  }
}

/// A heap of runs from which batches are filled; one thread has it at a time.
private final class BackgroundMerger: @unchecked Sendable {
  // Checks of exclusive access cost a merge a fifth of its instructions.
  @exclusivity(unchecked)
  private var cursors: RunHeap

  init(_ cursors: consuming RunHeap) { self.cursors = cursors }

  func fill(_ batch: KeyBatch) {
    batch.removeAll()
    do {
      while !batch.isFull, let first = cursors.first {
        batch.append(first)
        try cursors.advance()
      }
    } catch {
      batch.failure = error
    }
  }
}

/// A batch of strings in order; one thread has it at a time.
private final class KeyBatch: @unchecked Sendable {
  private static let size = 1 << 20

  private var bytes = ByteBuffer(capacity: size + size / 4)
  private var ends: [Int] = []
  /// The reason the batch is incomplete; nil when there is none.
  var failure: (any Error)?

  var isEmpty: Bool { ends.isEmpty }
  var isFull: Bool { bytes.count >= Self.size }

  func removeAll() {
    bytes.removeAll()
    ends.removeAll(keepingCapacity: true)
  }

  func append(_ key: Bytes) {
    bytes.append(key)
    ends.append(bytes.count)
  }

  func forEach(_ body: (Bytes) throws -> Void) rethrows {
    var start = 0
    for end in ends {
      try body(Bytes(start: bytes.start + start, count: end - start))
      start = end
    }
  }
}

/// A binary heap of cursors over sorted runs, the least string first.
struct RunHeap: ~Copyable {
  /// A cursor that is not at its end, with the prefix that decides nearly all comparisons.
  private struct Head {
    var prefix: UInt128
    let cursor: Int
  }

  // The compiler cannot build a buffer pointer to these with the thread sanitizer.
  private let cursors: UnsafeMutablePointer<RunCursor>
  private let count: Int
  private var heap: [Head] = []

  init(_ file: SpillFile, capacity: Int) throws {
    count = file.runs.count
    cursors = .allocate(capacity: count)
    for (index, run) in file.runs.enumerated() {
      (cursors + index).initialize(to: RunCursor(file.file, run, capacity: capacity))
    }
    for index in 0..<count where try cursors[index].advance() {
      heap.append(Head(prefix: cursors[index].prefix, cursor: index))
    }
    for index in (0..<heap.count / 2).reversed() { sink(index) }
  }

  deinit {
    cursors.deinitialize(count: count)
    cursors.deallocate()
  }

  /// The least string; nil at the end of all runs.
  var first: Bytes? { heap.first.map { cursors[$0.cursor].key } }

  /// Removes the least string, and its run at the end of it.
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

  /// Restores the heap below an index.
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
    return cursors[left.cursor].key.precedes(cursors[right.cursor].key)
  }
}
