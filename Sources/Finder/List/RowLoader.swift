import FetchKit
import Venues

/// Loads the venues of a viewport, and of the pages around it, in the background.
final class RowLoader {
  /// Nearby rows are loaded in multiples of this number, so that scrolling by a line rarely needs a fetch.
  static let batch = 64
  /// The number of rows of a long list that are fetched first: more than any terminal shows, and a page after them.
  static let first = 1024

  /// The visible list.
  var results: FetchedResultsController<Venue>
  private let context: FinderContext
  private var loading: Task<Void, Never>?
  /// The rows of the newest load; nil if it has ended.
  private(set) var requested: Range<Int>?
  /// Whether visible rows are missing.
  private var isAwaited = false
  /// The number of the newest load; results of older ones are ignored.
  private var number = 0
  /// The rows that were loaded, successfully or not, since the list last changed.
  private var tried: Range<Int>?
  /// The number of changes of the list.
  private(set) var revision = 0

  init(_ results: FetchedResultsController<Venue>, _ context: FinderContext) {
    self.results = results
    self.context = context
  }

  /// Discards all loaded rows.
  func listDidChange() {
    revision += 1
    number += 1
    tried = nil
    requested = nil
  }

  /// Starts loading the missing rows of a range or, if there are none, those around it.
  @discardableResult
  func load(around places: Range<Int>, height: Int) -> Task<Void, Never>? {
    let seen = places.clamped(to: 0..<results.numberOfObjects)
    let isSeen = isTried(seen) || !seen.contains(where: isMissing)
    isAwaited = !isSeen
    let range = isSeen ? batches(around: places, height: height) : seen
    guard range != requested, range != tried, range.contains(where: isMissing) else { return nil }
    requested = range
    number += 1
    loading?.cancel()
    let task = context.tasks.start(redraws: false) { [self, number] in await read(range, number) }
    loading = task
    return task
  }

  /// Waits for the newest load.
  func waitForRows() async { await loading?.value }

  /// The venues of a range of rows, nil for those that cannot be read; nil while some are loading.
  func rows(_ places: Range<Int>) -> [Venue?]? {
    let rows = places.map { results.loadedObject(atIndex: $0) }
    return isTried(places) || !rows.contains { $0 == nil } ? rows : nil
  }

  private func isTried(_ places: Range<Int>) -> Bool { tried.map { $0.contains(places) } ?? false }

  private func read(_ range: Range<Int>, _ own: Int) async {
    var isRead = true
    do {
      isRead = try await results.load(range)
    } catch {
      context.report(error)
      context.tasks.wake()
      isRead = !Task.isCancelled
    }
    guard own == number else { return }
    requested = nil
    if isRead { tried = range }
    if isAwaited { context.tasks.wake() }
  }

  private func isMissing(_ place: Int) -> Bool { !results.hasLoadedObject(atIndex: place) }

  private func batches(around places: Range<Int>, height: Int) -> Range<Int> {
    let start = max(0, places.lowerBound - height) / Self.batch * Self.batch
    let end = (places.upperBound + height + Self.batch - 1) / Self.batch * Self.batch
    return (start..<end).clamped(to: 0..<results.numberOfObjects)
  }
}
