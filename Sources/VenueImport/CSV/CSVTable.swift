import JSONStream

/// The records of a CSV or TSV file, which it puts on the tape of an input's scanner.
struct CSVTable {
  private typealias Tape = UnsafeMutablePointer<JSONTape.Storage>

  private(set) var header = CSVHeader()
  private var scanner = CSVScanner()

  /// Whether numbers may have a comma in place of the decimal point.
  var hasDecimalCommas: Bool { scanner.separator == UInt8(ascii: ";") }

  /// Reads the header of an input that begins with a byte; false if it is neither CSV nor TSV.
  mutating func readHeader(
    _ input: inout InputCursor, firstByte byte: UInt8
  ) throws(ImportFailure) -> Bool {
    switch byte {
    case Byte.openObject, Byte.openArray, UInt8(ascii: "<"): return false
    default: break
    }
    skipSeparatorLine(&input)
    for separator in [Byte.comma, Byte.tab, UInt8(ascii: ";"), UInt8(ascii: "|")] {
      scanner.separator = separator
      guard let length = try scanHeader(&input) else { continue }
      put(on: input) { tape in
        for cell in scanner.cells { append(cell, .element, to: tape) }
      }
      let titles = input.scanner.tape.root.children.map { $0.text?.trimmed.string ?? "" }
      guard let header = CSVHeader.venueHeader(titles) else { continue }
      self.header = header
      scanner.isForeign = header.isForeign
      input.position += length
      let end = input.window.pointer(at: input.position)
      if end[0] == Byte.carriageReturn, end[1] != Byte.newline {
        input.window.countCarriageReturns()
      }
      return true
    }
    return false
  }

  /// Skips the first line in which Excel names the separator, as `sep=;`.
  private func skipSeparatorLine(_ input: inout InputCursor) {
    let start = input.window.pointer(at: input.position)
    let line = UnsafeBufferPointer(
      start: start, count: min(8, input.window.end - input.position))
    guard line.starts(with: "sep=".utf8), line.firstIndex(where: Byte.isLineEnd) == 5 else {
      return
    }
    input.position += 5 + line.dropFirst(5).prefix(while: Byte.isLineEnd).count
  }

  /// Puts the record at the position on the tape and returns its length; throws after a record with too many or too few
  /// cells, which is passed.
  mutating func read(_ input: inout InputCursor) throws(ImportFailure) -> Int {
    let length = try scan(&input)
    guard scanner.cells.count == header.names.count else {
      let failure = input.failure(
        .cellCount(expected: header.names.count, found: scanner.cells.count))
      input.position += length
      throw failure
    }
    put(on: input) { tape in appendMembers(to: tape) }
    return length
  }

  /// A first record that is not well formed is not a header; it is read as JSON.
  private mutating func scanHeader(_ input: inout InputCursor) throws(ImportFailure) -> Int? {
    do throws(ImportFailure) {
      return try scan(&input)
    } catch {
      guard error.kind == .badData else { throw error }
      return nil
    }
  }

  private mutating func scan(_ input: inout InputCursor) throws(ImportFailure) -> Int {
    try input.retry { input throws(SyntaxError) in
      try scanner.scan(
        input.window.pointer(at: input.position), count: input.window.end - input.position,
        isFinal: input.window.isAtEnd)
    }
  }

  /// Puts an object on the tape, with the members that `appendMembers` appends.
  private func put(on input: borrowing InputCursor, _ appendMembers: (Tape) -> Void) {
    let tape = input.scanner.tape.storage
    input.scanner.tape.reset(slice: input.window.pointer(at: input.position))
    tape.pointee.escaping = scanner.escaping
    let root = tape.pointee.append(node(.object, .element, 0, 0, on: tape))
    appendMembers(tape)
    if let root { tape.pointee.nodes[root].next = UInt32(tape.pointee.count) }
  }

  /// Appends the cells that mean something, and after them those of other columns.
  private func appendMembers(to tape: Tape) {
    for (name, cell) in zip(header.names, scanner.cells) where name != .unknown && cell.length > 0 {
      guard name != .ignored, !cell.isNA || Self.namesWithNA.contains(name) else { continue }
      append(cell, name, to: tape)
    }
    guard !header.otherTitles.isEmpty else { return }
    for (name, var cell) in zip(header.names, scanner.cells) where name == .unknown {
      if cell.isNA { cell.length = 0 }
      append(cell, name, to: tape)
    }
  }

  /// The columns in which `NA` is a value.
  private static let namesWithNA: Set<FieldName> = [
    .name, .country, .countryCode, .state, .region, .adminRegion,
  ]

  private func append(_ cell: CSVScanner.Cell, _ name: FieldName, to tape: Tape) {
    var member = node(.string, name, cell.start, cell.length, on: tape)
    member.isEscaped = cell.isEscaped
    _ = tape.pointee.append(member)
  }

  private func node(
    _ kind: JSONKind, _ name: FieldName, _ start: Int, _ length: Int, on tape: Tape
  ) -> JSONNode {
    JSONNode(
      kind: kind, key: name.key, start: UInt32(start), length: UInt32(length),
      next: UInt32(tape.pointee.count + 1))
  }
}
