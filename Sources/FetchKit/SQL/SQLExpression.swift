/// An operand as SQL.
struct SQLExpression: Hashable, Sendable {
  var fragment: SQLFragment
  var kind: Value.Kind
  /// Whether the value may be NULL.
  var isOptional: Bool
  /// The value of a constant.
  var constant: Value?

  init(_ fragment: SQLFragment, _ kind: Value.Kind, isOptional: Bool = true) {
    self.fragment = fragment
    self.kind = kind
    self.isOptional = isOptional
  }

  /// A constant; nil for a list or an object.
  init?(constant: Value) {
    let constant = constant.withoutNaN
    guard constant.isScalar else { return nil }
    fragment = constant.isNull ? "NULL" : .value(constant)
    kind = constant.kind
    isOptional = constant.isNull
    self.constant = constant
  }

  /// Whether this is a constant with a value.
  var isValue: Bool { constant.map { !$0.isNull } ?? false }
}
