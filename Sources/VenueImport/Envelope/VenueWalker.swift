import JSONStream
import Venues

/// Goes through an input, finds the venues in whatever is around them, and hands each to a sink.
///
/// Containers of venues are passed as a stream; a venue, or anything else in their place, is read
/// as a whole.
struct VenueWalker<Sink: VenueSink>: ~Copyable {
  var window: InputWindow
  var scanner = JSONScanner(keys: FieldName.keys)
  var reader: PlaceReader
  var sink: Sink
  var diagnostics = ImportDiagnostics()
  let progress: ReadProgress
  let isLenient: Bool
  /// The decoding of the input, until its first loss has been reported.
  var decoding: UTF16Source?
  /// What comes next in the input.
  var position = 0
  /// The starts of the containers around `position`, the outermost first.
  var open: [InputLocation] = []
  /// From here on the window must keep all bytes, while it is not known what the object is.
  var pin: Int?
  var csv = CSVScanner()
  var csvHeader = CSVHeader()
  /// Whether there was one root value per line; used by lenient imports only.
  var hasLines = false
  /// The number of root values that a lenient import skipped, and the error of the first one.
  var badLines = 0
  var firstBadLine: ImportFailure?
  /// The venues of the specials answer at `position`, up to its end.
  var specials = SpecialsAnswer()
  /// The error of a file whose only root value is not a venue.
  var strayRoot: ImportFailure?

  init(
    _ input: OpenedInput, format: ImportFormat, isLenient: Bool, sink: Sink,
    windowSize: Int = 1 << 18
  ) {
    window = InputWindow(input, size: windowSize)
    reader = PlaceReader(format: format)
    progress = input.progress
    decoding = input.decoding
    self.sink = sink
    self.isLenient = isLenient
  }

  mutating func run() throws(ImportFailure) {
    guard let first = try nextByte() else { throw failure(.emptyFile) }
    if try beginsCSV(first) { return try walkCSV() }
    var roots = 0
    while try nextByte() != nil {
      if isLenient { try lenientRoot(isFirst: roots == 0) } else { try root(isFirst: roots == 0) }
      roots += 1
    }
    if roots == 1, let strayRoot { throw strayRoot }
    if roots == badLines, let firstBadLine { throw firstBadLine }
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
    switch try nextByte() {
    case Byte.openArray: try list(of: .any)
    case Byte.openObject: try element(.any)
    case let byte:
      guard !isFirst else { throw wrongRoot(byte) }
      try element(.any)
    }
  }

  private mutating func wrongRoot(_ byte: UInt8?) -> ImportFailure {
    if byte == UInt8(ascii: "<") { return failure(.htmlPage) }
    let isScalar = (try? scanValue()) != nil
    return failure(.unexpectedRoot(isScalar ? scanner.tape.root.kind : nil))
  }

  /// Between two values of the outermost level there is at least one line end.
  mutating func endOfRoot() throws(ImportFailure) {
    while true {
      while position < window.end {
        switch window.pointer(at: position).pointee {
        case Byte.newline: return
        case 0x20, 0x09, Byte.carriageReturn: position += 1
        default: throw unexpected(.endOfLine)
        }
      }
      guard try more() else { return }
    }
  }
}

// MARK: Containers

extension VenueWalker {
  private mutating func list(of role: ElementRole) throws(ImportFailure) {
    try enter()
    specials = SpecialsAnswer()
    var isFirst = true
    while try nextByte(in: .array) != Byte.closeArray || !isFirst {
      try element(role)
      isFirst = false
      guard try passComma(before: Byte.closeArray, .commaOrBracket, in: .array) else { break }
    }
    specials.removeRepeatedDeals()
    for venue in specials.venues { try sink.take(venue.record, at: venue.location) }
    specials = SpecialsAnswer()
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
    if try nextByte(in: .object) != Byte.closeObject {
      repeat {
        let name = try key()
        if ElementShape.isIdentity(name) { isPlace = true }
        if !isContainer, name == .type { isCollection = try isTypeOfCollection() }
        if !isContainer, isCollection || !isPlace, try leadsToVenues(name) {
          isContainer = true
          pin = nil
        }
        try member(name, of: role, isContainer: isContainer)
      } while try passComma(before: Byte.closeObject, .commaOrBrace, in: .object)
    }
    leave()
    return isContainer
  }

  /// Whether the value at `position` is the type of a GeoJSON collection.
  private mutating func isTypeOfCollection() throws(ImportFailure) -> Bool {
    guard try nextByte(in: .object) == Byte.quote else { return false }
    _ = try scanValue()
    return ElementShape.isCollection(scanner.tape.root)
  }

  /// Whether the value at `position`, under a key of a root value, holds venues: an object, or a list of objects.
  private mutating func leadsToVenues(_ name: FieldName) throws(ImportFailure) -> Bool {
    let start = position
    defer { position = start }
    let byte = try nextByte(in: .object)
    guard byte == Byte.openArray || byte == Byte.openObject,
      ContainerRole.envelope.leadsToVenues(name, isArray: byte == Byte.openArray)
    else { return false }
    guard byte == Byte.openArray else { return true }
    position += 1
    return try nextByte(in: .array) == Byte.openObject
  }

  private mutating func member(
    _ name: FieldName, of role: ContainerRole, isContainer: Bool
  ) throws(ImportFailure) {
    let byte = try nextByte(in: .object)
    if isContainer, byte == Byte.openArray, let elements = role.elements(of: name) {
      return try list(of: elements)
    }
    if isContainer, byte == Byte.openObject {
      if let inner = role.object(of: name) {
        _ = try object(inner)
        return
      }
      if role == .response, name == .venue { return try element(.any) }
    }
    let isMeta = name == .meta && role == .envelope
    let length = try scanValue(isKept: isMeta)
    if isMeta { try check(meta: scanner.tape.root) }
    position += length
  }

  /// The name of the member at `position`, and the colon after it.
  private mutating func key() throws(ImportFailure) -> FieldName {
    guard try nextByte(in: .object) == Byte.quote else { throw unexpected(.key) }
    let name = try scanKey()
    guard try nextByte(in: .object) == Byte.colon else { throw unexpected(.colon) }
    position += 1
    return name
  }

  private mutating func enter() throws(ImportFailure) {
    guard open.count < JSONScanner.maximumDepth else {
      throw failure(.syntax(.tooDeep(limit: JSONScanner.maximumDepth)))
    }
    open.append(window.location(of: position))
    position += 1
  }

  private mutating func leave() {
    open.removeLast()
    position += 1
  }

  /// Passes a comma; false before the end of the container.
  private mutating func passComma(
    before end: UInt8, _ expected: SyntaxError.Expectation, in container: SyntaxError.Construct
  ) throws(ImportFailure) -> Bool {
    switch try nextByte(in: container) {
    case end: return false
    case Byte.comma:
      position += 1
      return true
    default: throw unexpected(expected)
    }
  }

  /// An answer that is an error: of the whole file when it is its root, else of a part.
  private mutating func check(meta: JSONValue) throws(ImportFailure) {
    guard let code = meta[.code]?.textOrDigits, !code.equals("200") else { return }
    let error = APIError(
      code: code.line, type: meta[.errorType]?.text?.line, detail: meta[.errorDetail]?.text?.line)
    let location = window.location(of: position)
    guard open.count > 1 else { throw ImportFailure(.apiError(error), at: location) }
    diagnostics.skip(.apiError(error), at: location)
  }
}

// MARK: Elements

extension VenueWalker {
  /// Passes the element of a list, or a root value, at `position`.
  private mutating func element(_ role: ElementRole) throws(ImportFailure) {
    guard try nextByte(in: .array) == Byte.openObject else { return try stray() }
    switch role {
    case .group: _ = try object(.items)
    case .envelope: _ = try object(.envelope)
    case .any, .special:
      guard let length = try scanInWindow() else { return try largeElement(role) }
      try judge(length, role)
    }
  }

  /// An element that is longer than the window: an envelope is passed as a stream, anything else
  /// is read as a whole after all.
  private mutating func largeElement(_ role: ElementRole) throws(ImportFailure) {
    let start = position
    pin = start
    let isEnvelope = try object(.envelope, isProbing: true)
    pin = nil
    guard !isEnvelope else { return }
    position = start
    try judge(try scanValue(), role)
  }

  private mutating func judge(_ length: Int, _ role: ElementRole) throws(ImportFailure) {
    let end = window.cursor(after: scanner.lines, count: length, at: position)
    switch ElementShape(of: scanner.tape.root) {
    case .place(let value): try take(value, tips: nil, role)
    case .wrapped(let venue, let tips): try take(venue, tips: tips, role)
    case .envelope:
      _ = try object(.envelope)
      return
    }
    window.moveCursor(to: end)
    position += length
  }

  private mutating func stray() throws(ImportFailure) {
    let length = try scanValue()
    diagnostics.skip(.notAnObject(scanner.tape.root.kind), at: window.location(of: position))
    position += length
  }

  /// Reads the place, and hands it on when it is a venue.
  mutating func take(
    _ value: JSONValue, tips: JSONValue?, _ role: ElementRole
  ) throws(ImportFailure) {
    let outcome = reader.read(
      value, tips: tips, deal: role == .special ? scanner.tape.root : nil)
    let location = window.location(of: position + value.offset)
    for problem in reader.values.problems {
      diagnostics.warn(problem.reason, at: window.location(of: position + problem.offset))
    }
    switch outcome {
    case .row(let format):
      if diagnostics.format == nil { diagnostics.format = format }
      try handOn(role, at: location)
    case .skipped(let reason):
      if open.isEmpty {
        strayRoot = ImportFailure(
          reason == .noName ? .noVenues : .onlySkipped(reason), at: location)
      }
      diagnostics.skip(reason, id: reader.record[.id], at: location)
    }
  }

  /// Hands the venue on, or keeps that of a deal until the end of the answer.
  private mutating func handOn(
    _ role: ElementRole, at location: InputLocation
  ) throws(ImportFailure) {
    if role == .special, specials.merge(reader.record) {
      return diagnostics.skip(.repeatedID, at: location)
    }
    diagnostics.rows += 1
    if role == .special, !specials.isFull {
      specials.append(reader.record, at: location)
    } else {
      try sink.take(reader.record, at: location)
    }
  }
}
