import JSONStream

/// A position in an input, from which bytes and JSON values are read, in whatever encoding it is.
struct InputCursor: ~Copyable {
  var window: InputWindow
  var scanner = JSONScanner(keys: FieldName.keys)
  var diagnostics = ImportDiagnostics()
  /// What comes next in the input.
  var position = 0
  /// The starts of the containers around `position`, the outermost first.
  var open: [InputLocation] = []
  /// The window keeps all bytes from here until the kind of the object is known; nil otherwise.
  var pin: Int?
  /// The decoding of the input, until its first loss has been reported.
  private var decoding: UTF16Source?
  private let bytesRead: ReadProgress
  private let progress: ProgressReporter

  init(_ input: OpenedInput, windowSize: Int, progress: ProgressReporter) {
    window = InputWindow(input, size: windowSize)
    decoding = input.decoding
    bytesRead = input.progress
    self.progress = progress
  }

  /// The location of a byte after `position`.
  mutating func location(after offset: Int = 0) -> InputLocation {
    window.location(of: position + offset)
  }

  /// The next byte that is not white space, nor a record separator of RFC 8142 between values; nil at the end.
  mutating func nextByte() throws(ImportFailure) -> UInt8? {
    let isOutside = open.isEmpty
    return try skip {
      $0 == 0x20 || $0 == 0x09 || Byte.isLineEnd($0) || isOutside && $0 == 0x1E
    }
  }

  /// Skips bytes of a kind and returns the next one; nil at the end.
  @inline(__always)
  @discardableResult
  mutating func skip(while isPassed: (UInt8) -> Bool) throws(ImportFailure) -> UInt8? {
    while true {
      while position < window.end {
        let byte = window.pointer(at: position).pointee
        guard isPassed(byte) else { return byte }
        position += 1
      }
      guard try more() else { return nil }
    }
  }

  /// The next byte that is not white space, inside of a container that must not end with the file.
  mutating func nextByte(
    in container: SyntaxError.Construct
  ) throws(ImportFailure) -> UInt8 {
    if let byte = try nextByte() { return byte }
    throw ended(in: container, open.last)
  }

  /// Scans the value at `position` and returns its length; it is on the tape if it is kept.
  mutating func scanValue(isKept: Bool = true) throws(ImportFailure) -> Int {
    try retry { input throws(SyntaxError) in try input.scan(isKept: isKept) }
  }

  /// Scans the value at `position`; nil if it does not fit into the window.
  mutating func scanInWindow() throws(ImportFailure) -> Int? {
    var hasMoved = false
    while true {
      do throws(SyntaxError) {
        return try scan()
      } catch {
        if error.isEnd, hasMoved, !window.isAtEnd { return nil }
        if error.isEnd { hasMoved = true }
        try recover(from: error)
      }
    }
  }

  /// Validates the value at `position` as long as it has no more than `limit` bytes, about; nil when
  /// it has.
  mutating func scanValue(upTo limit: Int) throws(ImportFailure) -> Int? {
    while true {
      do throws(SyntaxError) {
        return try scan(isKept: false)
      } catch {
        if error.isEnd, !window.isAtEnd, window.end - position > limit { return nil }
        try recover(from: error)
      }
    }
  }

  mutating func scanKey() throws(ImportFailure) -> FieldName {
    try retry { input throws(SyntaxError) in
      let (key, length) = try input.scanner.scanKey(
        input.window.pointer(at: input.position), count: input.window.end - input.position,
        isFinal: input.window.isAtEnd)
      input.position += length
      return FieldName(key)
    }
  }

  private mutating func scan(isKept: Bool = true) throws(SyntaxError) -> Int {
    try scanner.scan(
      window.pointer(at: position), count: window.end - position, isFinal: window.isAtEnd,
      depth: open.count, isKept: isKept)
  }

  /// Scans until the bytes in the window are enough, and in an encoding that they have.
  @inline(__always)
  mutating func retry<Result>(
    _ scan: (inout InputCursor) throws(SyntaxError) -> Result
  ) throws(ImportFailure) -> Result {
    while true {
      do throws(SyntaxError) {
        return try scan(&self)
      } catch {
        try recover(from: error)
      }
    }
  }

  /// Prepares another attempt: reads more, or switches the encoding.
  private mutating func recover(from fault: SyntaxError) throws(ImportFailure) {
    switch fault.kind {
    case .end where !window.isAtEnd: _ = try more()
    case .invalidUTF8 where !window.isRepairing: try repair(from: position + fault.offset)
    case .unexpected, .controlCharacter, .invalidEscape, .invalidNumber, .invalidUTF8, .tooDeep,
      .tooManyValues, .tooManyCells, .end:
      throw failure(fault)
    }
  }

  /// Reads invalid UTF-8 as Windows-1252 from here on, and warns once.
  private mutating func repair(from position: Int) throws(ImportFailure) {
    let location = window.location(of: position)
    diagnostics.warn(.invalidUTF8(offset: location.offset), at: location)
    try window.repair(from: position)
  }

  /// Reads on; false at the end of the input.
  mutating func more() throws(ImportFailure) -> Bool {
    guard progress.report(bytes: bytesRead.bytes, rows: diagnostics.rows) else {
      throw ImportFailure(.cancelled)
    }
    let hasMore = try window.advance(keeping: pin ?? position)
    noteLosses()
    return hasMore
  }

  /// Warns once about lost characters, as soon as their position is in the window.
  private mutating func noteLosses() {
    guard let position = decoding?.firstLoss, position < window.end else { return }
    decoding = nil
    let location = window.location(of: position)
    diagnostics.warn(.invalidUTF16(offset: location.offset), at: location)
  }
}

// MARK: Failures

extension InputCursor {
  mutating func failure(_ reason: ImportFailure.Reason) -> ImportFailure {
    ImportFailure(reason, at: location())
  }

  /// Another byte than what was expected, at `position`.
  mutating func unexpected(_ expected: SyntaxError.Expectation) -> ImportFailure {
    let byte = window.pointer(at: position).pointee
    return failure(.syntax(.unexpected(byte, expected: expected)))
  }

  mutating func failure(_ fault: SyntaxError) -> ImportFailure {
    if case .end(let container, let offset) = fault.kind {
      return ended(in: container, location(after: offset))
    }
    return ImportFailure(.syntax(fault.kind), at: location(after: fault.offset))
  }

  /// The input ends too early: its end is the place, the message tells what is still open.
  mutating func ended(in container: SyntaxError.Construct, _ start: InputLocation?) -> ImportFailure
  {
    ImportFailure(.unexpectedEnd(of: container, start: start), at: window.location(of: window.end))
  }
}
