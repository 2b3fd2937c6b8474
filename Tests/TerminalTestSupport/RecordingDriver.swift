public import TerminalKit

/// A terminal for tests that records frames and posts events.
@MainActor
public final class RecordingDriver: TerminalDriver {
  /// The current size.
  public private(set) var size: Size
  /// The capabilities of the terminal.
  public var capabilities: Capabilities
  /// The queue of its events.
  public let events = EventQueue()

  /// All shown canvases in order.
  public private(set) var frames: [Canvas] = []
  /// The cursor of each canvas.
  public private(set) var cursors: [Point?] = []
  /// All escape sequences.
  public private(set) var escapes: [String] = []
  /// The number of calls of `redraw`.
  public private(set) var redraws = 0
  /// The number of calls of `suspend`.
  public private(set) var suspensions = 0
  /// The programs that were run, with their arguments.
  public private(set) var programs: [[String]] = []
  /// The exit code of programs; nil if they cannot be started.
  public var exitCode: Int32? = 0
  /// Whether mouse reports are enabled.
  public private(set) var isMouseEnabled = true
  /// True after `end()`.
  public private(set) var hasEnded = false

  /// Creates a terminal.
  public init(size: Size = Size(columns: 80, rows: 24), capabilities: Capabilities = .init()) {
    self.size = size
    self.capabilities = capabilities
  }

  /// The last shown canvas; nil before the first.
  public var screen: Canvas? { frames.last }
  /// The rows of the last canvas as text.
  public var lines: [String] { screen?.lines() ?? [] }
  /// The position of the cursor; nil if it is hidden.
  public var cursor: Point? { cursors.last ?? nil }

  /// Presses keys, each named as in `KeyPress.description`; returns false, and presses none, if a name is unknown.
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

  /// Changes the size and posts a resize.
  public func resize(to size: Size) {
    self.size = size
    events.post(.resize(size))
  }

  /// Records the canvas.
  public func show(_ canvas: Canvas, cursor: Point?) {
    frames.append(canvas)
    cursors.append(cursor)
  }

  /// Records the sequence.
  public func write(escape: String) {
    escapes.append(escape)
  }

  /// Counts.
  public func redraw() {
    redraws += 1
  }

  /// Records the state of mouse reports.
  public func setMouse(enabled: Bool) {
    isMouseEnabled = enabled
  }

  /// Counts and resumes at once.
  public func suspend() {
    suspensions += 1
    events.post(.resumed)
  }

  /// Records the program, which ends at once with `exitCode`.
  public func run(_ command: [String]) -> Int32? {
    programs.append(command)
    return exitCode
  }

  /// Records the end.
  public func end() {
    hasEnded = true
  }
}
