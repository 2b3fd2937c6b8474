/// A terminal for tests: keeps what is shown, and plays events.
@MainActor
public final class RecordingDriver: TerminalDriver {
  /// The size, which a test may change.
  public private(set) var size: Size
  /// What the terminal can do.
  public var capabilities: Capabilities
  /// Where the events arrive.
  public let events = EventQueue()

  /// All canvases in the order they were shown.
  public private(set) var frames: [Canvas] = []
  /// The cursor of each canvas.
  public private(set) var cursors: [Point?] = []
  /// All escape sequences that were sent between frames.
  public private(set) var escapes: [String] = []
  /// How often everything was to be sent again.
  public private(set) var redraws = 0
  /// How often the process was to stop.
  public private(set) var suspensions = 0
  /// Whether mouse reports are on.
  public private(set) var isMouseEnabled = true
  /// True after `end()`.
  public private(set) var hasEnded = false

  /// Makes a terminal of this size.
  public init(size: Size = Size(columns: 80, rows: 24), capabilities: Capabilities = .init()) {
    self.size = size
    self.capabilities = capabilities
  }

  /// The canvas on show; nil before the first.
  public var screen: Canvas? { frames.last }
  /// The rows of the canvas on show as text.
  public var lines: [String] { screen?.lines() ?? [] }
  /// Where the cursor stands; nil when it is hidden.
  public var cursor: Point? { cursors.last ?? nil }

  /// Presses keys, each named as in `KeyPress.description`; returns false, and presses none, when a
  /// name is unknown.
  @discardableResult
  public func press(_ names: String...) -> Bool {
    let presses = names.compactMap { KeyPress($0) }
    guard presses.count == names.count else { return false }
    events.post(presses.map { .key($0) })
    return true
  }

  /// Types text key by key.
  public func type(_ text: String) {
    events.post(text.map { .key(.character($0)) })
  }

  /// Changes the size and says so.
  public func resize(to size: Size) {
    self.size = size
    events.post(.resize(size))
  }

  /// Keeps the canvas.
  public func show(_ canvas: Canvas, cursor: Point?) {
    frames.append(canvas)
    cursors.append(cursor)
  }

  /// Keeps the sequence.
  public func write(escape: String) {
    escapes.append(escape)
  }

  /// Counts.
  public func redraw() {
    redraws += 1
  }

  /// Keeps whether mouse reports are on.
  public func setMouse(enabled: Bool) {
    isMouseEnabled = enabled
  }

  /// Counts, and goes on at once.
  public func suspend() {
    suspensions += 1
    events.post(.resumed)
  }

  /// Keeps that it is over.
  public func end() {
    hasEnded = true
  }
}
