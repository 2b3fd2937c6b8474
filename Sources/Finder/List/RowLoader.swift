import FetchKit
import Venues

/// Reads the venues of a viewport, and of the pages around it, without making anybody wait.
final class RowLoader {
  /// Rows are read in multiples of this, so that one more line rarely means one more fetch.
  static let batch = 64
  /// How many rows of a long list come first: more than any terminal shows, and the page after them.
  static let first = 1024

  /// The list that is shown.
  var results: FetchedResultsController<Venue>
  private let context: FinderContext
  private var loading: Task<Void, Never>?
  /// What the newest reading is to bring; nil when it has ended.
  private(set) var wanted: Range<Int>?
  /// The number of the newest reading: an older one that ends late has nothing to say any more.
  private var number = 0
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
    number += 1
    tried = nil
    wanted = nil
  }

  /// Begins to read what is missing among some places, or else among those around them.
  @discardableResult
  func load(around places: Range<Int>, height: Int) -> Task<Void, Never>? {
    let seen = batches(around: places, height: 0)
    let isSeen = isTried(seen) || !seen.contains(where: isMissing)
    let range = isSeen ? batches(around: places, height: height) : seen
    guard range != wanted, range != tried, range.contains(where: isMissing) else { return nil }
    wanted = range
    number += 1
    loading?.cancel()
    let task = context.tasks.start { [self, number] in await read(range, number) }
    loading = task
    return task
  }

  /// Waits for the newest reading.
  func waitForRows() async { await loading?.value }

  /// The venues at some places, nil for those that cannot be read; nil when some are to come.
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
      isRead = !Task.isCancelled
    }
    guard own == number else { return }
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
