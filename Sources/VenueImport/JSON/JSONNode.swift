/// What a value on the tape is.
package enum JSONKind: UInt8, Sendable {
  case null, `false`, `true`, number, string, array, object
}

/// One value on the tape, in document order; the children of a container follow it.
struct JSONNode {
  var kind: JSONKind
  /// The key of a member, `.element` elsewhere.
  var name: FieldName
  /// Whether a text holds escapes and must be unescaped.
  var isEscaped: Bool
  /// Where the value begins, in bytes from the scanned slice; for a text the byte after its quote.
  var start: UInt32
  /// Bytes of a scalar (of a text without quotes), children of a container.
  var length: UInt32
  /// The index of the next sibling, or of what follows the parent.
  var next: UInt32
}
