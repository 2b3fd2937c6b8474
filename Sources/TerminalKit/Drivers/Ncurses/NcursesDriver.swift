import CTerminal

/// The terminal, drawn on with ncurses and read by a decoder of its own.
///
/// There is one at a time. It gives the terminal back on every way out: `end()`, exit, a signal, a
/// crash.
@MainActor
public final class NcursesDriver: TerminalDriver {
  /// Where the events arrive.
  public let events: EventQueue

  private let session: NcursesSession
  private var encoder: CellEncoder
  private var shown: Canvas?
  private var ncursesSize: Size
  private var isMouseEnabled: Bool
  private var hasEnded = false

  /// Takes the terminal over.
  ///
  /// Throws a `DriverError`, with nothing printed and nothing changed, when there is no terminal or
  /// ncurses cannot use it.
  public init(options: DriverOptions, events: EventQueue = EventQueue()) throws(DriverError) {
    self.events = events
    session = try NcursesSession(options: options, events: events)
    encoder = CellEncoder(
      depth: session.capabilities.colors, isUnicode: session.capabilities.isUnicode,
      pairLimit: cterminal_pairs())
    isMouseEnabled = options.reportsMouse
    ncursesSize = session.descriptors.size ?? Size(columns: 80, rows: 24)
    resize(to: ncursesSize)
    session.switchReportsOn(withMouse: isMouseEnabled)
    // The main actor moves to another thread when the main function first waits.
    Task { cterminal_guard_thread() }
  }

  /// What the terminal can do.
  public var capabilities: Capabilities { session.capabilities }

  /// The size of the terminal right now.
  public var size: Size { session.descriptors.size ?? ncursesSize }

  /// Shows a canvas with the cursor at a cell (nil: hidden), sending only what has changed.
  public func show(_ canvas: Canvas, cursor: Point?) {
    guard !hasEnded, !canvas.size.isEmpty else { return }
    cterminal_guard_thread()
    if cterminal_take_continued() { reenter() }
    if canvas.size != ncursesSize { resize(to: canvas.size) }
    let runs = shown.map { canvas.runs(changedFrom: $0) } ?? canvas.allRuns
    draw(FramePlan(runs, of: canvas), of: canvas)
    flush(cursor.flatMap { canvas.bounds.contains($0) ? $0 : nil }, isLarge: runs.count > 1)
    if capabilities.hasLinks {
      session.send(LinkWriter.sequences(for: runs, of: canvas, after: shown))
    }
    shown = canvas
  }

  /// Sends an escape sequence as it is.
  public func write(escape: String) {
    if !hasEnded { session.send(escape) }
  }

  /// Makes the next `show` send everything.
  public func redraw() {
    guard !hasEnded else { return }
    shown = nil
    cterminal_repaint()
    session.switchReportsOn(withMouse: isMouseEnabled)
  }

  /// Switches mouse reports on or off.
  public func setMouse(enabled: Bool) {
    isMouseEnabled = enabled
    if !hasEnded { session.switchReportsOn(withMouse: enabled) }
  }

  /// Gives the terminal back, stops the process group as ctrl-z does, and returns when it goes on;
  /// `.resumed` is posted then.
  public func suspend() {
    guard !hasEnded else { return }
    cterminal_leave()
    cterminal_stop_process()
    reenter()
    events.post(.resumed)
  }

  /// Gives the terminal back for good; the second call does nothing.
  public func end() {
    guard !hasEnded else { return }
    hasEnded = true
    session.close()
  }

  private func reenter() {
    cterminal_reenter()
    resize(to: size)
    session.switchReportsOn(withMouse: isMouseEnabled)
  }

  private func resize(to size: Size) {
    ncursesSize = size
    cterminal_resize(Int32(clamping: size.columns), Int32(clamping: size.rows))
    shown = nil
  }

  private func draw(_ plan: FramePlan, of canvas: Canvas) {
    for (index, pass) in plan.passes.enumerated() {
      if index > 0 { flush(nil, isLarge: false) }
      for run in pass { draw(run, of: canvas) }
    }
  }

  private func draw(_ run: Run, of canvas: Canvas) {
    let cells = encoder.encode(run, of: canvas)
    cterminal_draw(Int32(run.row), Int32(run.columns.lowerBound), cells, Int32(cells.count))
  }

  /// A small change is drawn in one go anyway.
  private func flush(_ cursor: Point?, isLarge: Bool) {
    cterminal_flush(
      Int32(cursor?.row ?? -1), Int32(cursor?.column ?? 0), isLarge && capabilities.isSynchronized)
  }
}
