import JSONStream
import Venues

/// Goes through an input, finds the venues in whatever is around them, and hands each to a sink.
///
/// Containers of venues are passed as a stream; a venue, or anything else in their place, is read
/// as a whole.
struct VenueWalker<Sink: VenueSink>: ~Copyable {
  var input: InputCursor
  var venues: VenueIntake<Sink>
  private var csv = CSVTable()
  private var flattenedHeaders = FlattenedHeaders()
  private let isLenient: Bool
  /// Whether there was one root value per line; used by lenient imports only.
  private var hasLines = false
  /// The number of root values that a lenient import skipped, and the error of the first one.
  private var badLines = 0
  private var firstBadLine: ImportFailure?
  /// Whether there was a list of venues, even an empty one.
  private var hasList = false
  /// The keys of the objects around `position`, up to the first list.
  private var keys: [String] = []
  /// The last key that the importer does not know, before the first list.
  private var lastKey = ""
  /// What the roots have where no venues are expected, before the first list.
  private var unexpected: UnexpectedMember?

  init(
    _ input: OpenedInput, format: ImportFormat, isLenient: Bool, sink: Sink,
    progress: ProgressReporter = ProgressReporter(nil), windowSize: Int = 1 << 18
  ) {
    self.input = InputCursor(input, windowSize: windowSize, progress: progress)
    venues = VenueIntake(format: format, sink: sink)
    self.isLenient = isLenient
  }

  mutating func run() throws(ImportFailure) {
    guard let first = try input.nextByte() else { throw input.failure(.emptyFile) }
    if try csv.readHeader(&input, firstByte: first) { return try walkCSV() }
    let start = input.location()
    var roots = 0
    while try input.nextByte() != nil {
      if isLenient { try lenientRoot(isFirst: roots == 0) } else { try root(isFirst: roots == 0) }
      roots += 1
    }
    if roots == 1, let strayRoot = venues.strayRoot { throw strayRoot }
    if roots == badLines, let firstBadLine { throw firstBadLine }
    if let unexpected, !hasList, input.diagnostics.rows == 0 {
      throw ImportFailure(.noVenueList(namedObjects: unexpected.namedObjects), at: start)
    }
  }
}

// MARK: Roots

extension VenueWalker {
  /// A value of the outermost level; in NDJSON there is one on each line.
  mutating func root(isFirst: Bool) throws(ImportFailure) {
    try rootValue(isFirst: isFirst)
    try endOfRoot()
  }

  private mutating func rootValue(isFirst: Bool) throws(ImportFailure) {
    switch try input.nextByte() {
    case Byte.openArray: try list(of: .any)
    case Byte.openObject: try element(.any)
    case let byte:
      guard !isFirst else { throw wrongRoot(byte) }
      try element(.any)
    }
  }

  private mutating func wrongRoot(_ byte: UInt8?) -> ImportFailure {
    if byte == UInt8(ascii: "<") { return input.failure(.htmlPage) }
    let isScalar = (try? input.scanValue()) != nil
    return input.failure(.unexpectedRoot(isScalar ? input.scanner.tape.root.kind : nil))
  }

  /// Between two values of the outermost level there is at least one line end.
  mutating func endOfRoot() throws(ImportFailure) {
    let next = try input.skip { $0 == 0x20 || $0 == 0x09 || $0 == Byte.carriageReturn }
    guard next == nil || next == Byte.newline else { throw input.unexpected(.endOfLine) }
  }
}

// MARK: Containers

extension VenueWalker {
  private mutating func list(of role: ElementRole) throws(ImportFailure) {
    try enter()
    hasList = true
    venues.beginList()
    var isFirst = true
    while try input.nextByte(in: .array) != Byte.closeArray || !isFirst {
      try element(role)
      isFirst = false
      guard try passComma(before: Byte.closeArray, .commaOrBracket, in: .array) else { break }
    }
    try venues.endList()
    leave()
  }

  /// Passes the members of the object at `position`; false when it is being probed and none of
  /// them leads to venues.
  private mutating func object(
    _ role: ContainerRole, isProbing: Bool = false
  ) throws(ImportFailure) -> Bool {
    try enter()
    var isContainer = !isProbing
    var isPlace = false
    var isCollection = false
    if try input.nextByte(in: .object) != Byte.closeObject {
      repeat {
        let name = try key()
        if ElementShape.isIdentity(name) { isPlace = true }
        if !isContainer, name == .type { isCollection = try isTypeOfCollection() }
        if !isContainer, isCollection || !isPlace, try leadsToVenues(name) {
          isContainer = true
          input.pin = nil
        }
        try member(name, of: role, isContainer: isContainer)
      } while try passComma(before: Byte.closeObject, .commaOrBrace, in: .object)
    }
    leave()
    return isContainer
  }

  /// Whether the value at `position` is the type of a GeoJSON collection.
  private mutating func isTypeOfCollection() throws(ImportFailure) -> Bool {
    guard try input.nextByte(in: .object) == Byte.quote else { return false }
    _ = try input.scanValue()
    return ElementShape.isCollection(input.scanner.tape.root)
  }

  /// Whether the value at `position`, under a key of a root value, holds venues: an object, or a list of objects.
  private mutating func leadsToVenues(_ name: FieldName) throws(ImportFailure) -> Bool {
    let start = input.position
    defer { input.position = start }
    let byte = try input.nextByte(in: .object)
    guard byte == Byte.openArray || byte == Byte.openObject,
      ContainerRole.envelope.leadsToVenues(name, isArray: byte == Byte.openArray)
    else { return false }
    guard byte == Byte.openArray else { return true }
    input.position += 1
    return try input.nextByte(in: .array) == Byte.openObject
  }

  private mutating func member(
    _ name: FieldName, of role: ContainerRole, isContainer: Bool
  ) throws(ImportFailure) {
    let byte = try input.nextByte(in: .object)
    if isContainer, byte == Byte.openArray, let elements = role.elements(of: name) {
      return try list(of: elements)
    }
    if isContainer, byte == Byte.openObject {
      if let inner = role.object(of: name) {
        keys.append(name.spelling)
        defer { keys.removeLast() }
        _ = try object(inner)
        return
      }
      if role == .response, name == .venue { return try element(.any) }
    }
    let isMeta = name == .meta && role == .envelope
    let length = try input.scanValue(isKept: isMeta)
    if isMeta { try check(meta: input.scanner.tape.root) } else { noteUnexpected(name) }
    input.position += length
  }

  /// Remembers the first member that may be the venues: a list or an object at `position` that is not empty. Every answer
  /// of API v2 may have notifications.
  private mutating func noteUnexpected(_ name: FieldName) {
    let value = input.window.pointer(at: input.position)
    let key = name == .unknown ? lastKey : name.spelling
    guard !hasList, unexpected?.namedObjects == nil, key != "notifications",
      JSONMembers(of: value).hasElements
    else { return }
    unexpected = UnexpectedMember(keys + [key], value)
  }

  /// The name of the member at `position`, and the colon after it.
  private mutating func key() throws(ImportFailure) -> FieldName {
    guard try input.nextByte(in: .object) == Byte.quote else { throw input.unexpected(.key) }
    let start = input.position
    let name = try input.scanKey()
    if name == .unknown, !hasList {
      lastKey = JSONMembers.string(at: input.window.pointer(at: start))
    }
    guard try input.nextByte(in: .object) == Byte.colon else { throw input.unexpected(.colon) }
    input.position += 1
    return name
  }

  private mutating func enter() throws(ImportFailure) {
    guard input.open.count < JSONScanner.maximumDepth else {
      throw input.failure(.syntax(.tooDeep(limit: JSONScanner.maximumDepth)))
    }
    input.open.append(input.location())
    input.position += 1
  }

  private mutating func leave() {
    input.open.removeLast()
    input.position += 1
  }

  /// Passes a comma; false before the end of the container.
  private mutating func passComma(
    before end: UInt8, _ expected: SyntaxError.Expectation, in container: SyntaxError.Construct
  ) throws(ImportFailure) -> Bool {
    switch try input.nextByte(in: container) {
    case end: return false
    case Byte.comma:
      input.position += 1
      return true
    default: throw input.unexpected(expected)
    }
  }

  /// An answer that is an error: of the whole file when it is its root, else of a part.
  private mutating func check(meta: JSONValue) throws(ImportFailure) {
    guard let code = meta[.code]?.textOrDigits, !code.equals("200") else { return }
    let error = APIError(
      code: code.line, type: meta[.errorType]?.text?.line, detail: meta[.errorDetail]?.text?.line)
    let location = input.location()
    guard input.open.count > 1 else { throw ImportFailure(.apiError(error), at: location) }
    input.diagnostics.skip(.apiError(error), at: location)
  }
}

// MARK: Elements

extension VenueWalker {
  /// Passes the element of a list, or a root value, at `position`.
  private mutating func element(_ role: ElementRole) throws(ImportFailure) {
    guard try input.nextByte(in: .array) == Byte.openObject else { return try stray() }
    switch role {
    case .group: _ = try object(.items)
    case .envelope: _ = try object(.envelope)
    case .any, .special:
      guard let length = try input.scanInWindow() else { return try largeElement(role) }
      try judge(length, role)
    }
  }

  /// An element that is longer than the window: an envelope is passed as a stream, anything else
  /// is read as a whole after all.
  private mutating func largeElement(_ role: ElementRole) throws(ImportFailure) {
    let start = input.position
    input.pin = start
    let isEnvelope = try object(.envelope, isProbing: true)
    input.pin = nil
    guard !isEnvelope else { return }
    input.position = start
    try judge(try input.scanValue(), role)
  }

  private mutating func judge(_ length: Int, _ role: ElementRole) throws(ImportFailure) {
    let end = input.window.cursor(after: input.scanner.lines, count: length, at: input.position)
    switch ElementShape(of: input.scanner.tape.root) {
    case .place(let value):
      if role == .any, let row = NestedRow(value, &flattenedHeaders) {
        venues.reader.values.isFlattened = true
        defer { venues.reader.values.isFlattened = false }
        try take(row)
      } else {
        try venues.take(value, tips: nil, role, &input)
      }
    case .wrapped(let venue, let tips): try venues.take(venue, tips: tips, role, &input)
    case .envelope:
      _ = try object(.envelope)
      return
    }
    input.window.moveCursor(to: end)
    input.position += length
  }

  private mutating func stray() throws(ImportFailure) {
    let length = try input.scanValue()
    input.diagnostics.skip(.notAnObject(input.scanner.tape.root.kind), at: input.location())
    input.position += length
  }
}

// MARK: CSV

extension VenueWalker {
  private mutating func walkCSV() throws(ImportFailure) {
    venues.reader.prepare(for: csv.header, hasDecimalCommas: csv.hasDecimalCommas)
    while try input.skip(while: Byte.isLineEnd) != nil {
      let start = input.location()
      do throws(ImportFailure) {
        let length = try csv.read(&input)
        try takeRecord()
        input.position += length
      } catch {
        guard isLenient, error.kind == .badData else { throw error }
        input.diagnostics.skip(.badLine(error.reason), at: start)
        try input.skip { !Byte.isLineEnd($0) }
      }
    }
  }

  /// Reads the record on the tape.
  private mutating func takeRecord() throws(ImportFailure) {
    guard let row = NestedRow(input.scanner.tape.root, csv.header) else {
      return try venues.take(input.scanner.tape.root, tips: nil, .any, &input)
    }
    try take(row)
  }

  private mutating func take(_ row: NestedRow) throws(ImportFailure) {
    try row.json.withUnsafeBufferPointer { json throws(ImportFailure) in
      guard let start = json.baseAddress else { return }
      input.scanner.tape.storage.pointee.escaping = .json
      do throws(SyntaxError) {
        _ = try input.scanner.scan(start, count: row.length, isFinal: true)
      } catch {
        throw input.failure(.syntax(error.kind))
      }
      try venues.take(
        input.scanner.tape.root, tips: nil, .any, &input, inputOffset: row.recordOffset)
    }
  }
}

// MARK: Bad lines of NDJSON, which a lenient import skips and reports

extension VenueWalker {
  /// A longer line cannot be skipped: it is not looked at as a whole before it is read.
  private static var maximumLine: Int { 16 << 20 }

  /// Passes the root value at `position`, or its line when that is bad.
  private mutating func lenientRoot(isFirst: Bool) throws(ImportFailure) {
    let start = input.location()
    var isWhole = true
    do throws(ImportFailure) {
      isWhole = try checkRoot()
      try root(isFirst: isFirst)
    } catch {
      guard isWhole, error.kind == .badData, try isBadLine(error, from: start) else { throw error }
      input.diagnostics.skip(.badLine(error.reason), at: start)
      badLines += 1
      firstBadLine = firstBadLine ?? error
      try input.skip { $0 != Byte.newline }
      return
    }
    hasLines = (isFirst || hasLines) && input.location().line == start.line
  }

  /// Validates the root value and the end of its line before anything of it counts; false when it is
  /// too long for that.
  private mutating func checkRoot() throws(ImportFailure) -> Bool {
    guard let length = try input.scanValue(upTo: Self.maximumLine) else { return false }
    let start = input.position
    input.pin = start
    defer { (input.position, input.pin) = (start, nil) }
    input.position += length
    try endOfRoot()
    return true
  }

  /// Whether the failure is one of the line at `position`, and not of a value over many lines.
  private mutating func isBadLine(
    _ failure: ImportFailure, from start: InputLocation
  ) throws(ImportFailure) -> Bool {
    input.open.removeAll()
    input.pin = nil
    guard input.location().line == start.line else { return false }
    if hasLines || failure.location?.line == start.line { return true }
    return try nextLineIsValue()
  }

  /// Whether the next line is a single object.
  private mutating func nextLineIsValue() throws(ImportFailure) -> Bool {
    let start = input.position
    input.pin = start
    defer { (input.position, input.pin) = (start, nil) }
    do throws(ImportFailure) {
      try input.skip { $0 != Byte.newline }
      guard try input.nextByte() == Byte.openObject else { return false }
      let line = input.location().line
      guard let length = try input.scanValue(upTo: Self.maximumLine) else { return false }
      input.position += length
      guard input.location().line == line else { return false }
      try endOfRoot()
      return true
    } catch {
      guard error.kind == .badData else { throw error }
      return false
    }
  }
}
