import Terminal
import VenueImport

/// An import under way, and its report; the list below stays alive.
final class ImportScreen: Screen {
  private let context: FinderContext
  private let path: String
  private let cancellation = ImportCancellation()
  private let start: Duration
  private var progress = ImportProgress(bytes: 0, totalBytes: nil, rows: 0)
  /// nil while the import is under way.
  private var report: ImportReport?
  private var lines: [SpanLine] = []
  private var scrolled = ScrolledLines()

  /// Begins to import; `finish` gets the report.
  init(
    _ context: FinderContext, _ files: any FinderFiles, path: String,
    finish: @escaping (ImportReport) -> Void
  ) {
    self.context = context
    self.path = path
    start = context.clock()
    context.work.start { [self] in
      let report = await files.importVenues(
        from: path, into: context.store, cancellation: cancellation
      ) { progress in
        Task { @MainActor in self.show(progress) }
      }
      self.report = report
      finish(report)
    }
  }

  var name: String { "\(context.look.strings.importing) \(path)" }

  var placement: Placement { .box(Size(columns: 64, rows: 10)) }

  var bindings: [KeyBinding] {
    [
      KeyBinding(.giveUp, isEnabled: report == nil, rank: 1) { _ = self.cancellation.cancel() },
      KeyBinding(.back, isEnabled: report != nil, rank: 1) { self.context.pop(self) },
      KeyBinding(.accept, isEnabled: report != nil) { self.context.pop(self) },
    ] + ScrolledLines.bindings { $0(&self.scrolled) }
  }

  func handle(_ event: TerminalEvent) -> Bool { scrolled.handle(event) }

  private func show(_ progress: ImportProgress) {
    self.progress = progress
    context.work.wake()
  }

  func layout(in area: Rect) {
    let text = ImportText(look: context.look)
    let columns = area.columns - 4
    lines =
      report.map { text.lines($0, columns: columns) }
      ?? text.lines(progress, seconds: (context.clock() - start) / .seconds(1), columns: columns)
    scrolled.fit(count: lines.count, height: area.rows - 2)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let inner = Box.draw(on: &canvas, in: area, title: name, look: context.look)
    scrolled.draw(lines, on: &canvas, in: inner.inset(left: 1, right: 1))
    return nil
  }
}
