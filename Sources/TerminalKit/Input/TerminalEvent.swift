/// What comes from the terminal, and from the system about it.
public enum TerminalEvent: Hashable, Sendable {
  /// A key.
  case key(KeyPress)
  /// The mouse.
  case mouse(MouseEvent)
  /// Text pasted in one go, as it came, with "\n" between lines; sanitize it before use.
  case paste(String)
  /// The terminal has another size now.
  case resize(Size)
  /// The terminal's window got (true) or lost the focus.
  case focus(Bool)
  /// SIGINT from outside; ctrl-c on the keyboard is a key.
  case interrupt
  /// SIGTERM or SIGHUP, by number: finish in order.
  case terminate(Int32)
  /// SIGTSTP from outside: call the driver's `suspend()`; ctrl-z on the keyboard is a key.
  case suspend
  /// The process goes on after a stop: draw.
  case resumed
  /// The terminal's background, in answer to the question asked at the start (0 to 255 each).
  case backgroundColor(red: UInt8, green: UInt8, blue: UInt8)
  /// The terminal is gone; no event will follow.
  case hangup
}
