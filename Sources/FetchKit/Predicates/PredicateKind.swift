/// What kind of value an operand is.
public enum PredicateKind: String, Hashable, Sendable {
  /// No value.
  case null = "nil"
  /// A number, or truth, which counts as one.
  case number = "a number"
  /// A text.
  case string = "a string"
  /// A moment.
  case date = "a date"
  /// Bytes.
  case data = "data"
  /// Values in a row.
  case list = "a list"
  /// Values under names.
  case object = "an object"
}
