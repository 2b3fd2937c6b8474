/// How many connections a store has to its file.
public enum StoreConnections: Sendable {
  /// One, used by turns: enough for a program that asks and ends, and opening it writes nothing.
  case one
  /// Several readers beside one writer, so that nobody who reads waits for a write.
  case many
}
