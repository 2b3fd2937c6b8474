import FetchKit
import Venues

/// Reads the venues of a window, and of the pages around it, without making anybody wait.
final class RowLoader {
  /// Rows are read in multiples of this, so that one more line rarely means one more fetch.
  static let batch = 64

  private let results: FetchedResultsController<Venue>
  private let context: FinderContext
  private var loading: Task<Void, Never>?
  private var wanted: Range<Int>?
  /// What has been read, successfully or not, since the list last changed.
  private var tried: Range<Int>?
  /// How often the list has changed.
  private(set) var revision = 0

  init(_ results: FetchedResultsController<Venue>, _ context: FinderContext) {
    self.results = results
    self.context = context
  }

  /// Makes everything be looked at anew.
  func listDidChange() {
    revision += 1
    tried = nil
    wanted = nil
  }

  /// Begins to read what is missing among some places and those around them.
  func load(around places: Range<Int>, height: Int) {
    let range = batches(around: places, height: height)
    guard range != wanted, range != tried, range.contains(where: isMissing) else { return }
    wanted = range
    loading?.cancel()
    loading = context.work.start { [self] in await read(range) }
  }

  /// The venues at some places, nil for those that cannot be read; nil when some are to come.
  func rows(_ places: Range<Int>) -> [Venue?]? {
    let rows = places.map { results.loadedObject(atIndex: $0) }
    let isTried = tried.map { $0.contains(places) } ?? false
    return isTried || !rows.contains { $0 == nil } ? rows : nil
  }

  private func read(_ range: Range<Int>) async {
    let own = revision
    var isRead = true
    do {
      isRead = try await results.load(range)
    } catch {
      context.report(error)
      isRead = !Task.isCancelled
    }
    guard own == revision, wanted == range else { return }
    wanted = nil
    if isRead { tried = range }
  }

  private func isMissing(_ place: Int) -> Bool { results.loadedObject(atIndex: place) == nil }

  private func batches(around places: Range<Int>, height: Int) -> Range<Int> {
    let start = max(0, places.lowerBound - height) / Self.batch * Self.batch
    let end = (places.upperBound + height + Self.batch - 1) / Self.batch * Self.batch
    return (start..<end).clamped(to: 0..<results.numberOfObjects)
  }
}
