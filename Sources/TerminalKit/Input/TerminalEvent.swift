/// An event of the terminal, or a signal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key.
  case key(KeyPress)
  /// The mouse.
  case mouse(MouseEvent)
  /// Pasted text, unsanitized, with "\n" between lines.
  case paste(String)
  /// The terminal was resized.
  case resize(Size)
  /// The terminal's window gained (true) or lost the focus.
  case focus(Bool)
  /// SIGINT from outside; ctrl-c on the keyboard is a key.
  case interrupt
  /// SIGTERM or SIGHUP, by number.
  case terminate(Int32)
  /// SIGTSTP from outside: call the driver's `suspend()`; ctrl-z on the keyboard is a key.
  case suspend
  /// The process was resumed after a stop.
  case resumed
  /// The terminal's background color, in reply to the query at the start (0 to 255 each).
  case backgroundColor(red: UInt8, green: UInt8, blue: UInt8)
  /// The terminal was closed; no events follow.
  case hangup
}
