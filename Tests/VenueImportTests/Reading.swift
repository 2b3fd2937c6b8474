import FetchKit
import Venues

@testable import VenueImport

/// The result of reading bytes.
struct Reading: Equatable {
  var rows: [String] = []
  var locations: [InputLocation] = []
  var format: ImportFormat?
  var skipped: [String] = []
  var warnings: [String] = []
  /// `line:column @offset message`.
  var failure: String?
  var count = 0

  init(
    _ text: String, format: ImportFormat = .auto, isLenient: Bool = false, windowSize: Int = 1 << 18
  ) {
    self.init(
      bytes: Array(text.utf8), format: format, isLenient: isLenient, windowSize: windowSize)
  }

  init(
    bytes: [UInt8], format: ImportFormat = .auto, isLenient: Bool = false, windowSize: Int = 1 << 18
  ) {
    self.init(
      .bytes(bytes, name: "test"), format: format, isLenient: isLenient, windowSize: windowSize)
  }

  init(
    _ source: ImportSource, format: ImportFormat = .auto, isLenient: Bool = false,
    windowSize: Int = 1 << 18
  ) {
    do throws(ImportFailure) {
      let input = try OpenedInput(source)
      var walker = VenueWalker(
        input, format: format, isLenient: isLenient, sink: RecordingSink(), windowSize: windowSize)
      do throws(ImportFailure) {
        try walker.run()
      } catch {
        failure = Self.text(error)
      }
      rows = walker.venues.sink.rows
      locations = walker.venues.sink.locations
      note(walker.input.diagnostics)
    } catch {
      failure = Self.text(error)
    }
  }

  private mutating func note(_ diagnostics: ImportDiagnostics) {
    format = diagnostics.format
    count = diagnostics.rows
    skipped = diagnostics.skippedRows.map {
      "\($0.location.line):\($0.location.column) \($0.message)"
    }
    warnings = diagnostics.reportedWarnings.map {
      "\($0.location.line):\($0.location.column) @\($0.location.offset) \($0.message)"
    }
  }

  private static func text(_ failure: ImportFailure) -> String {
    guard let place = failure.location else { return failure.message }
    return "\(place.line):\(place.column) @\(place.offset) \(failure.message)"
  }

  /// The extras of the only venue of a text.
  static func extras(_ text: String) throws -> String? {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
    _ = VenueImporter(store: store).run(.bytes(Array(text.utf8), name: "test"))
    return try store.fetch(FetchRequest<Venue>()).first?.extras
  }
}
