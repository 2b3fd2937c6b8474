import CTerminal

/// The terminal, drawn on with ncurses and read by a decoder of its own.
///
/// There is one at a time. It gives the terminal back on every way out: `end()`, exit, a signal, a
/// crash.
@MainActor
public final class NcursesDriver: TerminalDriver {
  /// What the terminal can do.
  public let capabilities: Capabilities
  /// Where the events arrive.
  public let events: EventQueue

  private let descriptors: TerminalDescriptors
  private let thread: InputThread
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
    let guess = TerminalGuess(environment: options.environment)
    let descriptors = try TerminalDescriptors()
    let isUnicode = cterminal_use_utf8_locale() && !options.isASCIIOnly
    let signals = cterminal_watch_signals()
    do throws(DriverError) {
      let type = try Self.start(guess.types, on: descriptors)
      let depth = ColorDepth(colors: Int(cterminal_colors(options.allowsColor)))
      capabilities = Capabilities(
        colors: depth, isUnicode: isUnicode, isSynchronized: guess.isEmulator,
        hasLinks: options.sendsLinks ?? guess.hasLinks, hasMouse: guess.isEmulator, type: type)
      thread = try InputThread(
        descriptors, signals: signals, escapeDelay: options.escapeDelay,
        isAsking: guess.isEmulator, queue: events)
    } catch {
      cterminal_end()
      cterminal_unwatch_signals()
      descriptors.close()
      throw error
    }
    encoder = CellEncoder(
      depth: capabilities.colors, isUnicode: isUnicode, pairLimit: cterminal_pairs())
    self.descriptors = descriptors
    self.events = events
    isMouseEnabled = options.reportsMouse
    ncursesSize = descriptors.size ?? Size(columns: 80, rows: 24)
    options.logPath.withOptionalCString(cterminal_redirect_errors)
    cterminal_resize(Int32(ncursesSize.columns), Int32(ncursesSize.rows))
    cterminal_reenter()
    switchModesOn()
    if guess.isEmulator { send(Self.question) }
  }

  /// The size of the terminal right now.
  public var size: Size { descriptors.size ?? ncursesSize }

  /// Shows a canvas with the cursor at a cell (nil: hidden), sending only what has changed.
  public func show(_ canvas: Canvas, cursor: Point?) {
    guard !hasEnded else { return }
    if cterminal_take_continued() { reenter() }
    if canvas.size != ncursesSize { resize(to: canvas.size) }
    let old = shown
    let runs = old.map { canvas.runs(changedFrom: $0) } ?? canvas.allRuns
    let passes = FramePlan(runs, of: canvas).passes
    let isLarge = runs.count > 1
    for (index, pass) in passes.enumerated() {
      for run in pass { draw(run, of: canvas) }
      if index < passes.count - 1 { cterminal_flush(-1, 0, false) }
    }
    let isSynchronized = isLarge && capabilities.isSynchronized
    let place = cursor.flatMap { canvas.bounds.contains($0) ? $0 : nil }
    cterminal_flush(Int32(place?.row ?? -1), Int32(place?.column ?? 0), isSynchronized)
    if capabilities.hasLinks {
      send(LinkWriter.sequences(for: runs, of: canvas, after: old))
    }
    shown = canvas
  }

  /// Sends an escape sequence as it is.
  public func write(escape: String) {
    if !hasEnded { send(escape) }
  }

  /// Makes the next `show` send everything.
  public func redraw() {
    shown = nil
    if !hasEnded { cterminal_repaint() }
  }

  /// Switches mouse reports on or off.
  public func setMouse(enabled: Bool) {
    isMouseEnabled = enabled
    if !hasEnded { switchModesOn() }
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
    send(Self.modesOff)
    thread.stop()
    cterminal_discard_input()
    cterminal_end()
    cterminal_restore_errors()
    cterminal_unwatch_signals()
    descriptors.close()
  }

  /// The background, and then what the terminal is: all answer the second, and after the first.
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
  private static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
  private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"
  private static let modesOff = mouseOff + "\u{1B}[?1004l\u{1B}[?2004l"

  private static func start(
    _ types: [String], on descriptors: TerminalDescriptors
  ) throws(DriverError) -> String {
    var code = Int32(CTERMINAL_UNKNOWN_TYPE)
    for type in types where code == CTERMINAL_UNKNOWN_TYPE {
      code = cterminal_start(type, descriptors.input, descriptors.output)
      if code == CTERMINAL_STARTED { return type }
    }
    switch Int(code) {
    case Int(CTERMINAL_CANNOT_POSITION): throw .cannotPosition(types[0])
    case Int(CTERMINAL_UNKNOWN_TYPE): throw .unknownType(types[0])
    default: throw .system("cannot change the modes of the terminal")
    }
  }

  private func reenter() {
    cterminal_reenter()
    resize(to: size)
    switchModesOn()
  }

  private func resize(to size: Size) {
    ncursesSize = size
    cterminal_resize(Int32(size.columns), Int32(size.rows))
    shown = nil
  }

  private func switchModesOn() {
    guard capabilities.hasMouse else { return }
    send((isMouseEnabled ? Self.mouseOn : Self.mouseOff) + "\u{1B}[?1004h\u{1B}[?2004h")
  }

  private func draw(_ run: Run, of canvas: Canvas) {
    let cells = encoder.encode(run, of: canvas)
    cterminal_draw(
      Int32(run.row), Int32(run.columns.lowerBound), cells, Int32(cells.count))
  }

  private func send(_ text: String) {
    guard !text.isEmpty else { return }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { _ = cterminal_send($0.baseAddress, $0.count) }
    }
  }
}

extension Optional<String> {
  /// Calls with a C string, or with nil.
  fileprivate func withOptionalCString(_ body: (UnsafePointer<CChar>?) -> Void) {
    if let text = self { text.withCString { body($0) } } else { body(nil) }
  }
}
