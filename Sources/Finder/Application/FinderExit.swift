/// Why the finder ended.
public enum FinderExit: Hashable, Sendable {
  /// The user quit.
  case quit
  /// The user pressed ctrl-c, or SIGINT came.
  case interrupted
  /// SIGTERM or SIGHUP came, by number.
  case terminated(Int32)
  /// Another file took the place of the store: it has to be opened again.
  case storeReplaced
  /// The terminal is gone.
  case hangup
}
