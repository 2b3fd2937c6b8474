import JSONStream

extension VenueWalker {
  /// Whether the input that begins with `byte` is a CSV or TSV file; if so, its header is known after.
  mutating func beginsCSV(_ byte: UInt8) throws(ImportFailure) -> Bool {
    switch byte {
    case Byte.openObject, Byte.openArray, UInt8(ascii: "<"): return false
    default: break
    }
    for separator in [Byte.comma, Byte.tab, UInt8(ascii: ";")] {
      csv.separator = separator
      guard let length = try scanHeader() else { continue }
      putOnTape(length) { for cell in csv.cells { append(cell, .element) } }
      let cells = scanner.tape.root.children.map { $0.text ?? .empty }
      let header = CSVHeader(cells, scanner.keys)
      guard header.isOfVenues else { continue }
      csvHeader = header
      reader.otherColumns = header.otherTitles
      reader.values.hasOwnColumns = header.isOfExport
      reader.values.hasDecimalCommas = separator == UInt8(ascii: ";")
      position += length
      return true
    }
    return false
  }

  mutating func walkCSV() throws(ImportFailure) {
    while try nextRecord() {
      let start = window.location(of: position)
      do throws(ImportFailure) {
        try record()
      } catch {
        guard isLenient, error.kind == .badData else { throw error }
        diagnostics.skip(.badLine(error.reason), at: start)
        try passLine { $0 == Byte.newline || $0 == Byte.carriageReturn }
      }
    }
  }

  private mutating func record() throws(ImportFailure) {
    let length = try scanRecord()
    guard csv.cells.count == csvHeader.names.count else {
      let failure = failure(.cellCount(expected: csvHeader.names.count, found: csv.cells.count))
      guard isLenient else { throw failure }
      diagnostics.skip(.badLine(failure.reason), at: window.location(of: position))
      position += length
      return
    }
    putOnTape(length) { appendMembers() }
    try take(scanner.tape.root, tips: nil, .any)
    position += length
  }

  /// A first record that is not well formed is no header; what it is, JSON will tell.
  private mutating func scanHeader() throws(ImportFailure) -> Int? {
    do throws(ImportFailure) {
      return try scanRecord()
    } catch {
      guard error.kind == .badData else { throw error }
      return nil
    }
  }

  private mutating func scanRecord() throws(ImportFailure) -> Int {
    while true {
      do throws(SyntaxError) {
        return try csv.scan(
          window.pointer(at: position), count: window.end - position, isFinal: window.isAtEnd)
      } catch {
        try recover(from: error)
      }
    }
  }

  /// Passes line ends; false at the end of the input.
  private mutating func nextRecord() throws(ImportFailure) -> Bool {
    while true {
      while position < window.end {
        switch window.pointer(at: position).pointee {
        case Byte.newline, Byte.carriageReturn: position += 1
        default: return true
        }
      }
      guard try more() else { return false }
    }
  }

  /// Puts an object on the tape, with the members that `appendMembers` appends.
  private func putOnTape(_ length: Int, _ appendMembers: () -> Void) {
    let storage = scanner.tape.storage
    scanner.tape.reset(slice: window.pointer(at: position))
    storage.pointee.escaping = csv.escaping
    storage.pointee.length = length
    let root = storage.pointee.append(node(.object, .element, 0, 0))
    appendMembers()
    if let root { storage.pointee.nodes[root].next = UInt32(storage.pointee.count) }
  }

  /// Appends the cells that mean something, and after them those of other columns.
  private func appendMembers() {
    for (name, cell) in zip(csvHeader.names, csv.cells) where name != .unknown && cell.length > 0 {
      if name != .ignored { append(cell, name) }
    }
    guard !csvHeader.otherTitles.isEmpty else { return }
    for (name, cell) in zip(csvHeader.names, csv.cells) where name == .unknown {
      append(cell, name)
    }
  }

  private func append(_ cell: CSVScanner.Cell, _ name: FieldName) {
    var member = node(.string, name, cell.start, cell.length)
    member.isEscaped = cell.isEscaped
    _ = scanner.tape.storage.pointee.append(member)
  }

  private func node(_ kind: JSONKind, _ name: FieldName, _ start: Int, _ length: Int) -> JSONNode {
    JSONNode(
      kind: kind, key: name.key, start: UInt32(start), length: UInt32(length),
      next: UInt32(scanner.tape.storage.pointee.count + 1))
  }
}
