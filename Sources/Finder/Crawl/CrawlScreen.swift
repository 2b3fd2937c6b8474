import FetchKit
import TerminalKit
import Venues

/// The screen of a walk through venues: its stops with the distances between them, and a map.
final class CrawlScreen: Screen {
  private let context: FinderContext
  /// The venues to visit.
  private let ids: [ObjectID]
  /// The start of the walk in words, such as "from 234 Canal St"; nil if it may start anywhere.
  private let start: String?
  /// nil until it is planned.
  private var crawl: Crawl?
  private var viewport = ListViewport()
  private var area = Rect(.zero)
  private let open: (ObjectID) -> Void

  /// Plans a walk through venues from the user's location, which may have a name; `open` shows the details of one.
  init(
    _ context: FinderContext, _ ids: [ObjectID], from placeName: String?,
    open: @escaping (ObjectID) -> Void
  ) {
    self.context = context
    self.open = open
    self.ids = ids
    let origin = context.origin
    start = origin.coordinate == nil ? nil : context.strings.origin(origin, named: placeName)
    context.open { [self, store = context.store, start = origin.coordinate] in
      crawl = try await Self.plan(ids, in: store, from: start)
      viewport.replace(count: crawl?.stops.count ?? 0, cursor: 0)
    }
  }

  @concurrent private nonisolated static func plan(
    _ ids: [ObjectID], in store: FetchStore, from start: Coordinate?
  ) async throws -> Crawl {
    Crawl(through: try await store.objects(with: ids, as: Venue.self), from: start)
  }

  var name: String { context.strings.crawl }

  typealias Command = KeyCommand<CrawlScreen>

  var bindings: [KeyBinding] { Self.commands.bound(to: self) }

  nonisolated static let commands: [Command] =
    [
      Command(.back, rank: 1) { $0.context.pop($0) },
      Command(.open, rank: 2, unless: { $0.noStops }) { screen in
        if let id = screen.stop?.venue.objectID { screen.open(id) }
      },
      Command(.exportFile, rank: 3, unless: { $0.noStops ?? $0.noFiles }) { $0.export() },
      Command(.copy, rank: 4, unless: { $0.noStops }) { $0.copy() },
    ] + ListViewport.commands { screen, change in change(&screen.viewport) }

  private var noStops: DisabledReason? { stop == nil ? .listIsEmpty : nil }
  private var noFiles: DisabledReason? { context.files == nil ? .noFiles : nil }

  private var stop: Crawl.Stop? {
    crawl.flatMap { $0.stops.indices.contains(viewport.cursor) ? $0.stops[viewport.cursor] : nil }
  }

  /// Performs an action on the walk, which is planned again if some of its venues were deleted.
  private func withCurrentCrawl(_ body: @escaping (Crawl) async -> Void) {
    guard let old = crawl else { return }
    context.open { [self] in
      let new = try await Self.plan(ids, in: context.store, from: old.start)
      guard !new.stops.isEmpty else { return context.notify(context.strings.areGone) }
      if new.stops.count < old.stops.count {
        crawl = new
        viewport.replace(count: new.stops.count, cursor: viewport.cursor)
      }
      await body(crawl ?? old)
    }
  }

  private func copy() {
    withCurrentCrawl { [self] crawl in
      let route = await context.clipboard.copy(lines(crawl).joined(separator: "\n"))
      context.notify(context.strings.copied(context.strings.stops(crawl.stops.count), route))
    }
  }

  /// A title with the number of stops, the length and the start, and a line per stop.
  private func lines(_ crawl: Crawl) -> [String] {
    let strings = context.strings
    let title = [strings.stops(crawl.stops.count), strings.onFoot(crawl.length), start]
    return [title.compactMap(\.self).joined(separator: " · ")]
      + crawl.lines { strings.lengthAndTime($0, after: $1) }
  }

  private func export() {
    guard let files = context.files else { return }
    withCurrentCrawl { [self] in export($0, files) }
  }

  private func export(_ crawl: Crawl, _ files: any FinderFiles) {
    let lines = lines(crawl)
    FileCommands(context: context).openExport(
      of: context.strings.stops(crawl.stops.count), as: CrawlFormat.allCases.map(\.rawValue),
      named: "crawl"
    ) { name, path in
      guard let kind = CrawlFormat(rawValue: name) else { return }
      try await files.write(kind.text(crawl, lines: lines), to: path)
    }
  }

  func handle(_ event: TerminalEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    _ = viewport.follow(mouse, in: frame.rows)
    return true
  }

  private var frame: CrawlFrame { CrawlFrame(area, stops: crawl?.stops.count ?? area.rows) }

  func layout(in area: Rect) {
    self.area = area
    viewport.resize(height: frame.rows.rows)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    CrawlView(crawl: crawl, start: start, viewport: viewport, render: context.render).draw(
      on: &canvas, in: area)
    return nil
  }
}
