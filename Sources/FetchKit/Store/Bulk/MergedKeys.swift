internal import Collation
internal import Dispatch

/// The strings of sorted runs in their order, merged by another thread a little ahead of who asks.
struct MergedKeys: ~Copyable {
  private let merger: KeyMerger
  private let queue = DispatchQueue(label: "fetchkit.merge")
  private var batch = KeyBatch()
  /// What the other thread fills, or has filled.
  private var next = KeyBatch()

  init(_ cursors: consuming KeyCursors) { merger = KeyMerger(cursors) }

  /// Calls `body` with all strings, once; they live until it returns.
  mutating func forEach(_ body: (TextBytes) throws -> Void) throws {
    askForNext()
    while true {
      queue.sync {}
      if let failure = next.failure { throw failure }
      swap(&batch, &next)
      guard !batch.isEmpty else { return }
      askForNext()
      try batch.forEach(body)
    }
  }

  private func askForNext() {
    queue.async { [merger, next] in merger.fill(next) }
  }
}

/// Merges for who fills a batch; one thread has it at a time.
private final class KeyMerger: @unchecked Sendable {
  private var cursors: KeyCursors

  init(_ cursors: consuming KeyCursors) { self.cursors = cursors }

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

/// Some strings in their order; one thread has them at a time.
private final class KeyBatch: @unchecked Sendable {
  private static let size = 1 << 20

  private var bytes = ByteBuffer(capacity: size + size / 4)
  private var ends: [Int] = []
  /// Why there are not more.
  var failure: (any Error)?

  var isEmpty: Bool { ends.isEmpty }
  var isFull: Bool { bytes.count >= Self.size }

  func removeAll() {
    bytes.removeAll()
    ends.removeAll(keepingCapacity: true)
  }

  func append(_ key: TextBytes) {
    bytes.append(key)
    ends.append(bytes.count)
  }

  func forEach(_ body: (TextBytes) throws -> Void) rethrows {
    var start = 0
    for end in ends {
      try body(TextBytes(start: bytes.start + start, count: end - start))
      start = end
    }
  }
}
