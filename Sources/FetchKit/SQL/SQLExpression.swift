/// What kind of value an SQL expression has: it decides what may be compared with what.
enum SQLKind: Hashable, Sendable {
  case null
  case number
  case string
  case date
  case data

  init(_ type: AttributeType) {
    switch type {
    case .integer, .double, .boolean: self = .number
    case .string: self = .string
    case .date: self = .date
    case .data: self = .data
    }
  }

  /// The kind of a constant; nil for a list or an object, which no column can hold.
  init?(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool, .integer, .double: self = .number
    case .string: self = .string
    case .date: self = .date
    case .data: self = .data
    case .list, .object: return nil
    }
  }

  /// The kind in words for messages.
  var name: String { kind.rawValue }

  /// The kind as messages know it.
  var kind: PredicateKind {
    switch self {
    case .null: .null
    case .number: .number
    case .string: .string
    case .date: .date
    case .data: .data
    }
  }
}

/// An operand as SQL.
struct SQLExpression: Hashable, Sendable {
  var fragment: SQLFragment
  var kind: SQLKind
  /// Whether the value may be NULL.
  var isOptional: Bool
  /// The value of a constant.
  var constant: Value?

  init(_ fragment: SQLFragment, _ kind: SQLKind, isOptional: Bool = true) {
    self.fragment = fragment
    self.kind = kind
    self.isOptional = isOptional
  }

  /// A constant; nil for a list or an object.
  init?(constant: Value) {
    let constant = constant.withoutNaN
    guard let kind = SQLKind(constant) else { return nil }
    fragment = constant.isNull ? "NULL" : .value(constant)
    self.kind = kind
    isOptional = constant.isNull
    self.constant = constant
  }

  /// Whether this is a constant with a value.
  var isValue: Bool { constant.map { !$0.isNull } ?? false }
}
