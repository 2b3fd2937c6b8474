internal import Collation
import Foundation

/// What a part of a typed predicate means to FetchKit.
///
/// Foundation's operators give conditions, values and lists alike as expressions; FetchKit tells them apart.
indirect enum Term {
  /// A truth value, never nil.
  case condition(FetchPredicate)
  /// A text, a number, a date or a Boolean; nil where the row has no value.
  case value(FetchExpression)
  /// A Swift value that does not depend on the row.
  case constant(Any)
  /// Something with key paths: the row, an element of a to-many, a structure inside of them.
  case object(ObjectTerm)
  /// The elements of a to-many, or some of them.
  case collection(CollectionTerm)
  case range(RangeTerm)
  /// The result of comparing two texts, a `ComparisonResult`.
  case order(FetchExpression, FetchExpression, TextOptions)
  /// An optional that is no value: nil unless the condition holds.
  case optional(Term, present: FetchPredicate)
}

/// The elements of a to-many.
struct CollectionTerm {
  let elements: FetchExpression
  /// Whether the elements have key paths of their own.
  let hasKeys: Bool

  var count: FetchExpression { elements.appending(key: "@count") }
}

/// The bounds of a range; nil for one that is open to that side.
struct RangeTerm {
  let lower: FetchExpression?
  let upper: FetchExpression?
  let includesUpper: Bool

  /// Whether a value lies within the bounds.
  func contains(_ value: FetchExpression) -> FetchPredicate {
    if includesUpper, let lower, let upper {
      return .compared(value, .between, .list([lower, upper]))
    }
    let isAbove = lower.map { FetchPredicate.compared(value, .greaterThanOrEqual, $0) }
    let isBelow = upper.map {
      FetchPredicate.compared(value, includesUpper ? .lessThanOrEqual : .lessThan, $0)
    }
    return .both(isAbove ?? .constant(true), isBelow ?? .constant(true))
  }
}

// MARK: - As what an operator needs

extension Term {
  /// The term as a condition; an error where it is no Boolean.
  func condition(for name: String) throws(TypedQueryError) -> FetchPredicate {
    switch self {
    case .condition(let predicate): return predicate
    case .value(let expression): return .compared(expression, .equal, .constant(.bool(true)))
    case .constant(let flag as Bool): return .constant(flag)
    case .constant, .object, .collection, .range, .order, .optional:
      throw mismatch(TypedQueryError.Operand.boolean, for: name)
    }
  }

  /// The term as a value; an error where it is a list, a range or an object as a whole.
  func expression(for name: String) throws(TypedQueryError) -> FetchExpression {
    switch self {
    case .condition(.constant(let flag)): return .constant(.bool(flag))
    case .condition(let predicate):
      return .conditional(predicate, .constant(.bool(true)), .constant(.bool(false)))
    case .value(let expression): return expression
    case .constant(let value):
      if let constant = Value(constant: value) { return .constant(constant) }
    case .optional(let term, let present):
      return .conditional(present, try term.expression(for: name), .constant(.null))
    case .object, .collection, .range, .order: break
    }
    throw mismatch(TypedQueryError.Operand.value, for: name)
  }

  func mismatch(_ expected: ErrorMessage, for name: String) -> TypedQueryError {
    TypedQueryError(name, .mismatchedOperand(expected: expected, found: title))
  }

  private var title: ErrorMessage {
    switch self {
    case .condition: ErrorMessage("typedQuery.condition", "a condition")
    case .value: TypedQueryError.Operand.value
    case .constant(let value): ErrorMessage("typedQuery.constant", "\("\(type(of: value))")")
    case .object(let object): object.title
    case .collection: ErrorMessage("typedQuery.list", "a list")
    case .range: TypedQueryError.Operand.range
    case .order: ErrorMessage("typedQuery.comparisonResult", "a ComparisonResult")
    case .optional(let term, _): ErrorMessage("typedQuery.optional", "an optional of \(term.title)")
    }
  }
}

// MARK: - As optionals

extension Term {
  /// What is inside of an optional, and when it is there.
  var unwrapped: (term: Term, present: FetchPredicate) {
    switch self {
    case .value(let expression): (self, .present(expression))
    case .optional(let term, let present): (term, present)
    case .constant(let value):
      if let value = unwrappedOptional(value) {
        (.constant(value), .constant(true))
      } else {
        (self, .constant(false))
      }
    case .condition, .object, .collection, .range, .order: (self, .constant(true))
    }
  }

  /// Whether this is nil for every row.
  var isNil: Bool {
    switch self {
    case .constant(let value): unwrappedOptional(value) == nil
    case .value(let expression): expression == .constant(.null)
    case .condition, .object, .collection, .range, .order, .optional: false
    }
  }

  /// The term as the result of a `flatMap`: nil unless the condition holds.
  func when(_ present: FetchPredicate) throws(TypedQueryError) -> Term {
    switch self {
    case .value(let expression): return .value(expression.when(present))
    case .optional(let term, let inner): return .optional(term, present: .both(present, inner))
    case .constant(let value):
      guard let constant = Value(constant: value) else { return .optional(self, present: present) }
      return .value(FetchExpression.constant(constant).when(present))
    case .condition, .object, .collection, .range, .order:
      return .optional(self, present: present)
    }
  }
}
