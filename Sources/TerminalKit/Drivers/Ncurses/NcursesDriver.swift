import CTerminal

/// A terminal driver that draws with ncurses and decodes input itself.
///
/// There must be only one. It restores the terminal whenever the program ends: `end()`, exit, a signal, a crash.
@MainActor
public final class NcursesDriver: TerminalDriver {
  /// The queue of its events.
  public let events: EventQueue

  private var session: NcursesSession
  private var encoder: CellEncoder
  /// nil for terminals that may have other codes for colors.
  private var styleFilter: StyleFilter?
  private var shown: Canvas?
  private var ncursesSize: Size
  private var isMouseEnabled: Bool
  private var hasEnded = false

  /// Opens the terminal.
  ///
  /// Throws a `DriverError`, with nothing printed or changed, if there is no terminal or ncurses cannot use it.
  public init(options: DriverOptions, events: EventQueue = EventQueue()) throws(DriverError) {
    self.events = events
    session = try NcursesSession(options: options, events: events)
    encoder = CellEncoder(
      depth: session.capabilities.colors, isUnicode: session.capabilities.isUnicode,
      pairLimit: cterminal_pairs())
    styleFilter = session.capabilities.isSynchronized ? StyleFilter() : nil
    isMouseEnabled = options.reportsMouse
    ncursesSize = session.descriptors.size ?? Size(columns: 80, rows: 24)
    resize(to: ncursesSize)
    session.enableReports(withMouse: isMouseEnabled)
    // The main actor moves to another thread at the first await of the main function.
    Task { cterminal_guard_thread() }
  }

  /// The capabilities of the terminal.
  public var capabilities: Capabilities { session.capabilities }

  /// The current size of the terminal.
  public var size: Size { session.descriptors.size ?? ncursesSize }

  /// Shows a canvas with the cursor at a cell (nil: hidden), sending only changed cells.
  public func show(_ canvas: Canvas, cursor: Point?) {
    guard !hasEnded, !canvas.size.isEmpty else { return }
    cterminal_guard_thread()
    if cterminal_take_continued() { reenter() }
    if canvas.size != ncursesSize { resize(to: canvas.size) }
    let runs = shown.map { canvas.runs(changedFrom: $0) } ?? canvas.allRuns
    draw(FramePlan(runs, of: canvas), of: canvas)
    flush(cursor.flatMap { canvas.bounds.contains($0) ? $0 : nil })
    if capabilities.hasLinks {
      session.send(LinkWriter.sequences(for: runs, of: canvas, after: shown))
    }
    shown = canvas
  }

  /// Sends an escape sequence.
  public func write(escape: String) {
    if !hasEnded { session.send(escape) }
  }

  /// Makes the next `show` send all cells.
  public func redraw() {
    guard !hasEnded else { return }
    shown = nil
    styleFilter?.reset()
    cterminal_repaint()
    session.enableReports(withMouse: isMouseEnabled)
  }

  /// Switches mouse reports on or off.
  public func setMouse(enabled: Bool) {
    isMouseEnabled = enabled
    if !hasEnded { session.enableReports(withMouse: enabled) }
  }

  /// Restores the terminal, stops the process group as ctrl-z does, and posts `.resumed` when it is resumed.
  public func suspend() {
    guard !hasEnded else { return }
    cterminal_leave()
    cterminal_stop_process()
    reenter()
    events.post(.resumed)
  }

  /// Restores the terminal, runs a program in it, and returns its exit code when it has ended; nil if it cannot be
  /// started.
  ///
  /// The program gets all input until it ends.
  public func run(_ command: [String]) -> Int32? {
    guard !hasEnded else { return nil }
    session.pauseInput()
    cterminal_leave()
    let code = session.run(command)
    reenter()
    _ = cterminal_take_continued()
    session.resumeInput(for: events)
    return code
  }

  /// Restores the terminal; later calls have no effect.
  public func end() {
    guard !hasEnded else { return }
    hasEnded = true
    session.close()
  }

  private func reenter() {
    cterminal_reenter()
    styleFilter?.reset()
    resize(to: size)
    session.enableReports(withMouse: isMouseEnabled)
  }

  private func resize(to size: Size) {
    ncursesSize = size
    cterminal_resize(Int32(clamping: size.columns), Int32(clamping: size.rows))
    shown = nil
  }

  private func draw(_ plan: FramePlan, of canvas: Canvas) {
    for (index, pass) in plan.passes.enumerated() {
      if index > 0 { flush(nil) }
      for run in pass { draw(run, of: canvas) }
    }
  }

  private func draw(_ run: Run, of canvas: Canvas) {
    let cells = encoder.encode(run, of: canvas)
    cterminal_draw(Int32(run.row), Int32(run.columns.lowerBound), cells, Int32(cells.count))
  }

  /// Sends what has changed, as a synchronized update if it does not fit into one packet.
  private func flush(_ cursor: Point?) {
    var start: UnsafePointer<UInt8>?
    let count = cterminal_update(Int32(cursor?.row ?? -1), Int32(cursor?.column ?? 0), &start)
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let frame = styleFilter?.filter(bytes) ?? Array(bytes)
    let isSynchronized = frame.count > Self.packetSize && capabilities.isSynchronized
    NcursesSession.send(isSynchronized ? Self.updateStart + frame + Self.updateEnd : frame)
  }

  /// The bytes that arrive together over ssh.
  private static let packetSize = 1024
  private static let updateStart = Array("\u{1B}[?2026h".utf8)
  private static let updateEnd = Array("\u{1B}[?2026l".utf8)
}

/// The runs of a frame in passes, so that text after a flag is positioned explicitly.
///
/// Terminals disagree about the width of a flag (two regional indicators). Each pass starts with an explicit
/// cursor movement.
struct FramePlan: Equatable {
  private(set) var passes: [[Run]] = []

  init(_ runs: [Run], of canvas: Canvas) {
    for run in runs {
      for (pass, part) in Self.parts(of: run, in: canvas).enumerated() {
        if pass == passes.count { passes.append([]) }
        passes[pass].append(part)
      }
    }
  }

  private static func parts(of run: Run, in canvas: Canvas) -> [Run] {
    let start = run.row * canvas.size.columns
    var parts: [Run] = []
    var lower = run.columns.lowerBound
    for column in run.columns.dropLast()
    where isRisky(canvas.slots[start + column]) && !isRisky(canvas.slots[start + column + 1]) {
      parts.append(Run(row: run.row, columns: lower..<(column + 1)))
      lower = column + 1
    }
    parts.append(Run(row: run.row, columns: lower..<run.columns.upperBound))
    return parts
  }

  private static func isRisky(_ slot: Slot) -> Bool {
    (0x1F1E6...0x1F1FF).contains(slot.glyph)
  }
}
