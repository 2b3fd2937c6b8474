/// A terminal: where canvases are shown and events come from.
@MainActor
public protocol TerminalDriver: AnyObject {
  /// The size right now; draw each frame in this size.
  var size: Size { get }
  /// What the terminal can do.
  var capabilities: Capabilities { get }
  /// Where the events arrive.
  var events: EventQueue { get }

  /// Shows a canvas with the cursor at a cell (nil: hidden), sending only what has changed.
  func show(_ canvas: Canvas, cursor: Point?)
  /// Sends an escape sequence between frames, such as OSC 52 or a title, as it is.
  func write(escape: String)
  /// Makes the next `show` send everything, for a terminal that somebody else has drawn on.
  func redraw()
  /// Switches mouse reports on or off.
  func setMouse(enabled: Bool)
  /// Gives the terminal back, stops the process as ctrl-z does, and returns when it goes on.
  func suspend()
  /// Gives the terminal back for good; the second call does nothing.
  func end()
}
