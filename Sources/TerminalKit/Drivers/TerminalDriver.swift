/// A terminal that shows canvases and sends events.
@MainActor
public protocol TerminalDriver: AnyObject {
  /// The current size, in which each frame must be drawn.
  var size: Size { get }
  /// The capabilities of the terminal.
  var capabilities: Capabilities { get }
  /// The queue of its events.
  var events: EventQueue { get }

  /// Shows a canvas with the cursor at a cell (nil: hidden), sending only changed cells.
  func show(_ canvas: Canvas, cursor: Point?)
  /// Sends an escape sequence, such as OSC 52, between frames.
  func write(escape: String)
  /// Makes the next `show` send all cells, because something else has drawn on the terminal.
  func redraw()
  /// Switches mouse reports on or off.
  func setMouse(enabled: Bool)
  /// Restores the terminal, stops the process as ctrl-z does, and returns when it is resumed.
  func suspend()
  /// Restores the terminal, runs a program by its path and arguments, and returns its exit code when it has ended; nil
  /// if it cannot be started.
  func run(_ command: [String]) -> Int32?
  /// Restores the terminal; later calls have no effect.
  func end()
}

/// An error that prevents the use of a terminal; nothing has been printed or changed.
public enum DriverError: Error, Hashable, Sendable {
  /// Neither input nor output is a terminal, and there is no controlling one.
  case noTerminal
  /// The system knows neither the type in TERM nor xterm-256color.
  case unknownType(String)
  /// A terminal of this type cannot move its cursor.
  case cannotPosition(String)
  /// A system call failed.
  case system(String)
}

extension DriverError: CustomStringConvertible {
  /// The reason in English, without "error:".
  public var description: String {
    switch self {
    case .noTerminal: "no terminal"
    case .unknownType(let type): "unknown terminal type \(type)"
    case .cannotPosition(let type): "a terminal of type \(type) cannot move its cursor"
    case .system(let reason): reason
    }
  }
}

/// Options of a terminal driver.
public struct DriverOptions: Hashable, Sendable {
  /// Whether to use colors (NO_COLOR).
  public var allowsColor: Bool
  /// Whether to report the mouse, which disables the terminal's text selection.
  public var reportsMouse: Bool
  /// Whether to draw ASCII only.
  public var isASCIIOnly: Bool
  /// The file that receives standard error while the terminal is in use; nil to discard it.
  public var logPath: String?
  /// The environment, for TERM and similar variables.
  public var environment: [String: String]

  /// Creates options from an environment.
  public init(
    environment: [String: String], allowsColor: Bool = true, reportsMouse: Bool = true,
    isASCIIOnly: Bool = false, logPath: String? = nil
  ) {
    self.environment = environment
    self.allowsColor = allowsColor
    self.reportsMouse = reportsMouse
    self.isASCIIOnly = isASCIIOnly
    self.logPath = logPath
  }
}
