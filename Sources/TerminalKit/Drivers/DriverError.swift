/// Why a terminal cannot be used; nothing has been printed, and nothing needs to be restored.
public enum DriverError: Error, Hashable, Sendable {
  /// There is no terminal to draw on or to read from.
  case noTerminal
  /// Neither the type in TERM nor xterm-256color is known to this system.
  case unknownType(String)
  /// A terminal of this type cannot put text anywhere but at its end.
  case cannotPosition(String)
  /// The system refused something, such as a thread.
  case system(String)
}
