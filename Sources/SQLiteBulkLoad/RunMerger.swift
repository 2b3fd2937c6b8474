internal import Dispatch

/// A merge of sorted runs by another thread, which stays some batches ahead of the reader.
struct RunMerger: ~Copyable {
  private static let batchCount = 8

  private let merger: BackgroundMerger
  private let queue = DispatchQueue(label: "bulkload.merge")
  private let batches = (0..<batchCount).map { _ in KeyBatch() }

  init(_ runs: consuming RunTournament) {
    merger = BackgroundMerger(runs)
    for batch in batches { fill(batch) }
  }

  /// Calls `body` with all strings in order, once; they are valid until it returns.
  func forEach(_ body: (Bytes) throws -> Void) throws {
    while true {
      for batch in batches {
        batch.isFilled.wait()
        if let failure = batch.failure { throw failure }
        guard !batch.isEmpty else { return }
        try batch.forEach(body)
        fill(batch)
      }
    }
  }

  private func fill(_ batch: KeyBatch) {
    queue.async { [merger] in
      merger.fill(batch)
      batch.isFilled.signal()
    }
  }
}

/// Fills batches from runs; one thread has it at a time.
private final class BackgroundMerger: @unchecked Sendable {
  // Checks of exclusive access cost a merge a fifth of its instructions.
  @exclusivity(unchecked)
  private var runs: RunTournament

  init(_ runs: consuming RunTournament) { self.runs = runs }

  func fill(_ batch: KeyBatch) { batch.fill(from: &runs) }
}

/// A batch of strings in order; one thread has it at a time.
private final class KeyBatch: @unchecked Sendable {
  private static let size = 1 << 18

  @exclusivity(unchecked)
  private var bytes = ByteBuffer(capacity: size + size / 4)
  @exclusivity(unchecked)
  private var ends: [Int] = []
  /// The reason the batch is incomplete; nil when there is none.
  private(set) var failure: (any Error)?
  /// Signaled when the strings are complete.
  let isFilled = DispatchSemaphore(value: 0)

  var isEmpty: Bool { ends.isEmpty }

  /// Replaces the strings with the next ones of runs.
  func fill(from runs: inout RunTournament) {
    bytes.removeAll()
    ends.removeAll(keepingCapacity: true)
    do {
      while bytes.count < Self.size, let key = runs.first {
        bytes.append(key)
        ends.append(bytes.count)
        try runs.advance()
      }
    } catch {
      failure = error
    }
  }

  func forEach(_ body: (Bytes) throws -> Void) rethrows {
    var start = 0
    for end in ends {
      try body(Bytes(start: bytes.start + start, count: end - start))
      start = end
    }
  }
}

/// A tournament between cursors over sorted runs, which the least string wins.
///
/// Each node of a binary tree keeps the loser of its match. A cursor that has moved plays again only on the way from its
/// leaf to the root.
struct RunTournament: ~Copyable {
  /// A cursor with the prefix that decides nearly all matches.
  private struct Player {
    let prefix: UInt128
    /// The index of the cursor; negative at the end of its run, which all others precede.
    let cursor: Int

    var isAtEnd: Bool { cursor < 0 }
  }

  // The compiler cannot build a buffer pointer to these with the thread sanitizer.
  private let cursors: UnsafeMutablePointer<RunCursor>
  private let count: Int
  /// The loser of each match, and first the winner of all.
  private let players: UnsafeMutablePointer<Player>

  init(_ file: SpillFile, capacity: Int) throws {
    count = file.runs.count
    cursors = .allocate(capacity: count)
    for (index, run) in file.runs.enumerated() {
      // Runs end at about the same time; with different first reads, they are not all read at once.
      let first = capacity * (index + 1) / count
      (cursors + index).initialize(
        to: RunCursor(file.file, run, capacity: capacity, firstRead: first))
    }
    players = .allocate(capacity: count)
    var waiting = [Bool](repeating: false, count: count)
    for cursor in 0..<count {
      var (player, match) = (try next(cursor), (cursor + count) / 2)
      while match > 0, waiting[match] {
        play(&player, match)
        match /= 2
      }
      (players + match).initialize(to: player)
      waiting[match] = true
    }
  }

  deinit {
    cursors.deinitialize(count: count)
    cursors.deallocate()
    players.deallocate()
  }

  /// The least string; nil at the end of all runs.
  var first: Bytes? { players[0].isAtEnd ? nil : cursors[players[0].cursor].key }

  /// Removes the least string.
  mutating func advance() throws {
    let cursor = players[0].cursor
    var (player, match) = (try next(cursor), (cursor + count) / 2)
    while match > 0 {
      play(&player, match)
      match /= 2
    }
    players[0] = player
  }

  private func next(_ cursor: Int) throws -> Player {
    guard try cursors[cursor].advance() else { return Player(prefix: .max, cursor: -1) }
    return Player(prefix: cursors[cursor].prefix, cursor: cursor)
  }

  /// Leaves the loser in a match, and returns the winner in `player`.
  @inline(__always)
  private func play(_ player: inout Player, _ match: Int) {
    if precedes(players[match], player) { swap(&players[match], &player) }
  }

  @inline(__always)
  private func precedes(_ left: Player, _ right: Player) -> Bool {
    left.prefix == right.prefix ? precedesInFull(left, right) : left.prefix < right.prefix
  }

  private func precedesInFull(_ left: Player, _ right: Player) -> Bool {
    guard !left.isAtEnd, !right.isAtEnd else { return right.isAtEnd }
    return cursors[left.cursor].key.precedes(cursors[right.cursor].key)
  }
}
