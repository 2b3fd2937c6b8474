import FetchKit
import TerminalKit
import Venues

/// The screen of a walk through venues: its stops with the distances between them, and a map.
final class CrawlScreen: CommandScreen {
  private let context: FinderContext
  private let ids: Set<ObjectID>
  private let origin: Origin
  /// The start of the walk in words, such as "from 234 Canal St"; nil if it may start anywhere.
  private let start: String?
  /// nil until it is planned.
  private var crawl: Crawl?
  /// The walk before each change by the user, and the row of the cursor.
  private var earlier: [(crawl: Crawl, row: Int)] = []
  private var viewport = ListViewport()
  private var area = Rect(.zero)
  private let open: (ObjectID) -> Void

  /// Plans a walk through venues from the user's location, which may have a name; `open` shows the details of one.
  init(
    _ context: FinderContext, _ ids: [ObjectID], from placeName: String?,
    open: @escaping (ObjectID) -> Void
  ) {
    self.context = context
    self.ids = Set(ids)
    self.open = open
    origin = context.origin
    start = origin.coordinate == nil ? nil : context.strings.origin(origin, named: placeName)
    context.open { [self, store = context.store, start = origin.coordinate] in
      show(try await Self.plan(ids, in: store, from: start), cursor: 0)
    }
  }

  @concurrent private nonisolated static func plan(
    _ ids: [ObjectID], in store: FetchStore, from start: Coordinate?
  ) async throws -> Crawl {
    Crawl(through: try await store.objects(with: ids, as: Venue.self), from: start)
  }

  /// Whether the user changed the stops or their order.
  var isEdited: Bool { !earlier.isEmpty }

  /// Whether it was planned through these venues and from the current location.
  func isCurrent(for ids: [ObjectID]) -> Bool {
    self.ids == Set(ids) && origin == context.origin
  }

  var name: String { context.strings.crawl }

  typealias Command = KeyCommand<CrawlScreen>

  nonisolated static let commands: [Command] =
    [
      Command(.back, rank: 1) { $0.context.pop($0) },
      Command(.open, rank: 2, unless: { $0.noStops }) { screen in
        if let id = screen.stop?.venue.objectID { screen.open(id) }
      },
      Command(.exportFile, rank: 3, unless: { $0.noStops ?? $0.noFiles }) { $0.export() },
      Command(.copy, rank: 4, unless: { $0.noStops }) { $0.copy() },
      Command(.remove, rank: 5, unless: { $0.noStops }) { $0.removeStop() }
        .titled { $0.context.strings.removesStop },
      Command(.moveUp, unless: { $0.noStops ?? $0.isFirst }) { $0.moveStop(by: -1) },
      Command(.moveDown, rank: 6, unless: { $0.noStops ?? $0.isLast }) { $0.moveStop(by: 1) }
        .hinted(after: .moveUp) { $0.context.strings.moves },
      Command(.undo, rankFor: { $0.noStops == nil ? nil : 2 }) { $0.undo() },
    ] + ListViewport.commands { screen, change in change(&screen.viewport) }

  private var noStops: DisabledReason? { stop == nil ? .listIsEmpty : nil }
  private var isFirst: DisabledReason? { viewport.cursor == 0 ? .isFirst : nil }
  private var isLast: DisabledReason? { viewport.cursor + 1 == viewport.count ? .isLast : nil }
  private var noFiles: DisabledReason? { context.files == nil ? .noFiles : nil }

  private var stop: Crawl.Stop? {
    crawl.flatMap { $0.stops.indices.contains(viewport.cursor) ? $0.stops[viewport.cursor] : nil }
  }

  private func show(_ crawl: Crawl, cursor: Int) {
    self.crawl = crawl
    viewport.replace(count: crawl.stops.count, cursor: cursor)
  }

  // MARK: - Changes

  private func removeStop() {
    guard let name = stop?.venue.name else { return }
    edit { [row = viewport.cursor] in $0.remove(at: row) }
    context.notify(
      context.strings.removedStop(name, undoKey: context.keyName(of: .undo)))
  }

  private func moveStop(by rows: Int) {
    edit { [row = viewport.cursor] in $0.swapAt(row, row + rows) }
    viewport.move(by: rows)
  }

  private func edit(_ change: (inout [Crawl.Stop]) -> Void) {
    guard var crawl else { return }
    earlier.append((crawl, viewport.cursor))
    crawl.edit(change)
    show(crawl, cursor: viewport.cursor)
  }

  private func undo() {
    guard let last = earlier.popLast() else {
      return context.notify(context.strings.nothingToUndo)
    }
    show(last.crawl, cursor: last.row)
  }

  // MARK: - Copies and files

  /// Performs an action on the walk without the venues that were deleted.
  private func withCurrentCrawl(_ body: @escaping (Crawl) async -> Void) {
    guard var crawl else { return }
    context.open { [self] in
      let ids = crawl.stops.compactMap(\.venue.objectID)
      let current = Set(
        try await context.store.objects(with: ids, as: Venue.self).map(\.objectID))
      guard !current.isEmpty else { return context.notify(context.strings.areGone) }
      if current.count < ids.count {
        crawl.edit { $0.removeAll { !current.contains($0.venue.objectID) } }
        show(crawl, cursor: viewport.cursor)
      }
      await body(crawl)
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
