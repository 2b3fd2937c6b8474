import JSONStream
import Venues

/// Reads the places of an input, and hands each venue to a sink.
struct VenueIntake<Sink: VenueSink>: ~Copyable {
  var reader: PlaceReader
  var sink: Sink
  /// The venues of the specials answer that is being read, up to its end.
  private var specials = SpecialsAnswer()
  /// The error of a file whose only root value is not a venue.
  private(set) var strayRoot: ImportFailure?

  init(format: ImportFormat, sink: Sink) {
    reader = PlaceReader(format: format)
    self.sink = sink
  }

  mutating func beginList() { specials = SpecialsAnswer() }

  mutating func endList() throws(ImportFailure) {
    specials.removeRepeatedDeals()
    for venue in specials.venues { try sink.take(venue.record, at: venue.location) }
    specials = SpecialsAnswer()
  }

  /// Reads the place, and hands it on when it is a venue; `inputOffset` converts the offsets of its values to those in the
  /// input.
  mutating func take(
    _ value: JSONValue, tips: JSONValue?, _ role: ElementRole, _ input: inout InputCursor,
    inputOffset: (Int) -> Int = { $0 }
  ) throws(ImportFailure) {
    let outcome = reader.read(
      value, tips: tips, deal: role == .special ? input.scanner.tape.root : nil)
    let location = input.location(after: value.offset)
    for problem in reader.values.problems {
      let problemLocation = input.location(after: inputOffset(problem.offset))
      input.diagnostics.warn(problem.reason, at: problemLocation)
    }
    switch outcome {
    case .row(let format):
      if input.diagnostics.format == nil { input.diagnostics.format = format }
      try handOn(role, at: location, &input.diagnostics)
    case .skipped(let reason):
      if input.open.isEmpty, strayRoot == nil, !reader.values.isTabular {
        strayRoot = ImportFailure(failure(of: value, reason), at: location)
      }
      input.diagnostics.skip(reason, id: reader.record[.id], at: location)
    }
  }

  /// The failure of a file whose only root value is not a venue.
  private func failure(of value: JSONValue, _ reason: SkipReason) -> ImportFailure.Reason {
    if isTable(value) { return .columns }
    guard reason == .noName else { return .onlySkipped(reason) }
    if let message = value[.message]?.text, !message.isBlank {
      return .apiError(APIError(code: nil, type: nil, detail: message.line))
    }
    return .noVenues(namedObjects: UnexpectedMember.path(inRoot: value.source))
  }

  /// Whether an object holds columns instead of venues, as pandas writes them unless it is asked for records.
  private func isTable(_ value: JSONValue) -> Bool {
    let name = value[.name]?.kind
    let keys = Set(JSONMembers(of: value.source).map(\.key))
    return name == .object || name == .array || keys.isSuperset(of: ["columns", "data"])
  }

  /// Hands the venue on, or keeps that of a deal until the end of the answer.
  private mutating func handOn(
    _ role: ElementRole, at location: InputLocation, _ diagnostics: inout ImportDiagnostics
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

/// Receives the venues of an input one by one.
protocol VenueSink {
  /// Receives a venue; its texts are valid only during the call.
  mutating func take(_ record: borrowing VenueRecord, at location: InputLocation)
    throws(ImportFailure)
}
