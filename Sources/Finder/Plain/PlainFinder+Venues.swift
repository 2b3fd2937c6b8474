import FetchKit
import Venues

extension PlainFinder {
  /// Tells what is shown and the first venues.
  func list() async throws -> [String] {
    mode = .list
    current = nil
    let (choices, entity) = (choices, origin.entity)
    let figures = try await store.snapshot {
      try ListFigures.fetch(choices, in: entity, from: $0)
    }
    total = figures.shown.count
    told = 0
    return text.summary(figures, choices, sorts) + (try await page())
  }

  /// Tells the next venues.
  func more() async throws -> [String] {
    guard mode == .list else { return try await list() }
    return told < total ? try await page() : [strings.plainNoMore]
  }

  /// Tells all of the venue in a 0-based row.
  func detail(_ row: Int) async throws -> [String] {
    guard let venue = try await venue(at: row) else { return [strings.plainNoNumber(row + 1)] }
    mode = .list
    current = row
    return text.detail(venue, number: row + 1)
  }

  /// The venue in a 0-based row; nil where there is none.
  func venue(at row: Int) async throws -> Venue? {
    guard row >= 0 else { return nil }
    var request = request()
    request.fetchOffset = row
    request.fetchLimit = 1
    return try await store.fetch(request).first
  }

  private func request() -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: origin.entity)
    request.predicate = choices.predicate
    request.sortDescriptors = sorts.descriptors
    return request
  }

  private func page() async throws -> [String] {
    var request = request()
    request.fetchOffset = told
    request.fetchLimit = Self.pageLength
    let venues = try await store.fetch(request)
    let lines = venues.enumerated().map { text.row($0.element, number: told + $0.offset + 1) }
    told += venues.count
    return lines + (told < total ? [strings.plainMore(told, of: total)] : [])
  }
}
