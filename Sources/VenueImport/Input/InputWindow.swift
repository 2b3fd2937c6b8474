import JSONStream

/// The part of an input that is being looked at, as UTF-8: it slides along and grows when one
/// value needs it.
///
/// Positions count the bytes of the decoded input; `location(of:)` converts them to the file.
struct InputWindow: ~Copyable {
  /// A single value may be this long, in megabytes.
  private static let maximumMegabytes = 64
  /// The same where bytes are replaced, each of which is remembered.
  private static let maximumRepairedMegabytes = 4
  /// About the number of bytes after which a backward step counts.
  private static let trailLength = 1 << 12

  private var source: any ByteSource
  private let encoding: InputEncoding
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The first byte of the window: in its memory, or in what the source lends.
  private var buffer: UnsafeMutablePointer<UInt8>
  private var count = 0
  /// The position of the first byte of the window.
  private(set) var start = 0
  /// Whether the source has nothing more.
  private(set) var isAtEnd = false
  private var repair: Repair?
  /// Stands somewhere before the window's first byte, or at it.
  private var counter: LineCounter
  /// Stands where the last location was.
  private var cursor: LineCounter
  /// Stands a little before the cursor, for a step back.
  private var trail: LineCounter

  /// Positions of bytes that were replaced by longer ones.
  private struct Repair {
    var waiting: [UInt8] = []
    /// Replacements still in the window: the position after them, and the bytes that all up to there
    /// grew by.
    var growth: [(end: Int, total: Int)] = []
    /// Bytes that replacements before the window grew by.
    var grownBefore = 0

    /// Bytes that the replacements before a position grew by.
    func grown(before position: Int) -> Int {
      var (low, high) = (0, growth.count)
      while low < high {
        let middle = (low + high) / 2
        if growth[middle].end <= position { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? grownBefore : growth[low - 1].total
    }
  }

  /// Looks at `input` through a window of `size` bytes.
  init(_ input: OpenedInput, size: Int = 1 << 18) {
    source = input.source
    encoding = input.encoding
    counter = LineCounter(countsUnits: encoding.isUTF16)
    (cursor, trail) = (counter, counter)
    capacity = size
    memory = .allocate(capacity: size + JSONScanner.padding)
    memory.initialize(repeating: 0, count: JSONScanner.padding)
    buffer = memory
  }

  deinit { memory.deallocate() }

  /// The position after the last available byte.
  var end: Int { start + count }

  /// Whether bytes that are not UTF-8 are read as Windows-1252.
  var isRepairing: Bool { repair != nil }

  /// The byte at a position of the window, followed by all others; at `end` it is 0.
  @inline(__always)
  func pointer(at position: Int) -> UnsafePointer<UInt8> {
    UnsafePointer(buffer + (position &- start))
  }

  /// Lets the bytes before `position` go and reads more; false when there are none.
  ///
  /// Throws when the bytes kept are more than a single value may have.
  mutating func advance(keeping position: Int) throws(ImportFailure) -> Bool {
    guard !isAtEnd else { return false }
    drop(before: position)
    let before = count
    if try !borrow() {
      try makeRoom()
      try readMore()
    }
    (buffer + count).update(repeating: 0, count: JSONScanner.padding)
    return count > before
  }

  /// From `position` on, reads bytes that are not UTF-8 as Windows-1252.
  mutating func repair(from position: Int) throws(ImportFailure) {
    guard repair == nil else { return }
    repair = Repair()
    if count > maximumMegabytes << 20 { throw tooLong() }
    try makeRoom()
    let offset = position - start
    let tail = Array(UnsafeBufferPointer(start: buffer + offset, count: count - offset))
    count = offset
    try append(tail)
    (buffer + count).update(repeating: 0, count: JSONScanner.padding)
  }

  private mutating func drop(before position: Int) {
    let dropped = position - start
    guard dropped > 0 else { return }
    moveCounter(to: position)
    buffer += dropped
    count -= dropped
    start = position
    forgetGrowth()
  }

  /// Bytes that the cursor has passed are not counted again.
  private mutating func moveCounter(to position: Int) {
    if cursor.position > counter.position, cursor.position <= position { counter = cursor }
    counter.pass(pointer(at: counter.position), count: position - counter.position)
    if cursor.position < position { cursor = counter }
    if trail.position < position { trail = counter }
  }

  private mutating func forgetGrowth() {
    guard var known = repair else { return }
    known.grownBefore = known.grown(before: start)
    known.growth.removeAll { $0.end <= start }
    repair = known
  }

  /// Moves the bytes to the start of the window's memory, which is larger if they fill half of it.
  private mutating func makeRoom() throws(ImportFailure) {
    let maximum = maximumMegabytes << 20
    if count > capacity / 2, capacity < maximum {
      resize(to: min(max(capacity, count) * 2, maximum))
    } else if count > capacity / 2, count >= maximum - 64 {
      throw tooLong()
    } else if buffer != memory {
      memory.update(from: buffer, count: count)
      buffer = memory
    }
  }

  private var maximumMegabytes: Int {
    repair == nil ? Self.maximumMegabytes : Self.maximumRepairedMegabytes
  }

  private mutating func tooLong() -> ImportFailure {
    ImportFailure(.valueTooLong(megabytes: maximumMegabytes), at: location(of: start))
  }

  private mutating func resize(to size: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size + JSONScanner.padding)
    larger.update(from: buffer, count: count)
    memory.deallocate()
    (memory, buffer) = (larger, larger)
    capacity = size
  }
}

// MARK: Reading

extension InputWindow {
  /// Looks at the next bytes where the source has them; false if they are to be read.
  private mutating func borrow() throws(ImportFailure) -> Bool {
    guard repair == nil,
      let lent = try source.lend(after: UnsafeBufferPointer(start: buffer, count: count)),
      let first = lent.baseAddress
    else { return false }
    (buffer, count) = (first, lent.count)
    return true
  }

  /// Reads until the window is full; an error has the position of the last valid byte.
  private mutating func readMore() throws(ImportFailure) {
    do throws(ImportFailure) {
      if repair == nil { try readPlain() } else { try readRepaired() }
    } catch {
      guard error.kind == .badData, error.location == nil else { throw error }
      throw ImportFailure(error.reason, at: location(of: end))
    }
  }

  private mutating func readPlain() throws(ImportFailure) {
    while count < capacity {
      let room = UnsafeMutableRawBufferPointer(start: buffer + count, count: capacity - count)
      let added = try source.read(into: room)
      if added == 0 {
        isAtEnd = true
        return
      }
      count += added
    }
  }

  /// Reads less than fits: every byte may become three.
  private mutating func readRepaired() throws(ImportFailure) {
    let room = max((capacity - count) / 4, 64)
    let raw = try source.take(room)
    isAtEnd = raw.count < room
    try append(raw)
  }

  private mutating func append(_ raw: [UInt8]) throws(ImportFailure) {
    guard var known = repair else { return }
    let repaired = Windows1252Fallback(known.waiting + raw, isLast: isAtEnd)
    known.waiting = repaired.waiting
    var total = known.growth.last?.total ?? known.grownBefore
    for growth in repaired.growth {
      total += growth.by
      known.growth.append((end + growth.end, total))
    }
    repair = known
    if count + repaired.bytes.count > capacity { resize(to: (count + repaired.bytes.count) * 2) }
    for (index, byte) in repaired.bytes.enumerated() { buffer[count + index] = byte }
    count += repaired.bytes.count
  }
}

// MARK: Places

extension InputWindow {
  /// The place of a position that is in the window.
  mutating func location(of position: Int) -> InputLocation {
    if cursor.position > position { cursor = trail.position > position ? counter : trail }
    if position - trail.position > Self.trailLength { trail = cursor }
    cursor.pass(pointer(at: cursor.position), count: position - cursor.position)
    return InputLocation(
      offset: originalOffset(of: position), line: cursor.line, column: cursor.charactersBefore + 1)
  }

  /// Counts carriage returns as the ends of lines from here on.
  mutating func countCarriageReturns() {
    counter.lineEnd = Byte.carriageReturn
    cursor.lineEnd = Byte.carriageReturn
    trail.lineEnd = Byte.carriageReturn
  }

  /// The cursor after a scanned value of `count` bytes at `position`; nil if its lines are still to be counted.
  mutating func cursor(after lines: ScannedLines, count: Int, at position: Int) -> LineCounter? {
    _ = location(of: position)
    return cursor.passing(lines, count: count)
  }

  /// Moves the cursor forwards.
  mutating func moveCursor(to next: LineCounter?) {
    if let next, next.position > cursor.position { cursor = next }
  }

  /// The bytes of the input that lie before `position`, where the cursor is.
  private func originalOffset(of position: Int) -> Int {
    switch encoding {
    case .utf8(let mark):
      position + mark - (repair?.grown(before: position) ?? 0)
    case .utf16(_, let mark): mark + 2 * cursor.units
    }
  }
}
