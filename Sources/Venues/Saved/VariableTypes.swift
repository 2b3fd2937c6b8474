public import FetchKit
import Foundation

/// The attribute that a variable is compared with.
public struct VariableUse: Hashable, Sendable {
  public let attribute: AttributeDescription
  /// Whether the variable is a list, as after `IN`.
  public let isList: Bool
  /// The comparison with the attribute on the left.
  public let comparison: ComparisonOperator

  /// A value of the right type, to check a predicate with.
  fileprivate var sample: FetchValue {
    let value: FetchValue =
      switch attribute.type {
      case .integer, .double: 1
      case .boolean: true
      case .string, .data: "a"
      case .date: .date(Date(timeIntervalSince1970: 0))
      }
    return isList ? .list([value, value]) : value
  }
}

extension FetchPredicate {
  /// The attributes that variables are compared with, by name; variables without one are omitted.
  public func usesOfVariables(in entity: EntityDescription) -> [String: VariableUse] {
    switch self {
    case .constant: [:]
    case .comparison(let comparison): comparison.usesOfVariables(in: entity)
    case .and(let parts), .or(let parts):
      parts.reduce(into: [:]) { $0.merge($1.usesOfVariables(in: entity)) { first, _ in first } }
    case .not(let inner): inner.predicate.usesOfVariables(in: entity)
    }
  }

  /// The error of a variable that is compared with no attribute; nil without one.
  package func faultOfVariables(in entity: EntityDescription) -> ErrorMessage? {
    let uses = usesOfVariables(in: entity)
    return variables.sorted().first { uses[$0] == nil }.map {
      ErrorMessage("predicate.variableWithoutType", "compare $\($0) with an attribute")
    }
  }

  /// Checks the predicate with values of the right types for its variables.
  public func checkTemplate(for entity: EntityDescription) throws(FetchPredicateError) {
    try substituting(usesOfVariables(in: entity).mapValues(\.sample)).check(for: entity)
  }
}

extension ComparisonPredicate {
  /// A variable gets the first attribute of the other side, or else of its own side.
  fileprivate func usesOfVariables(in entity: EntityDescription) -> [String: VariableUse] {
    var found: [String: VariableUse] = [:]
    for (side, other) in [(left, right), (right, left)] {
      guard
        let attribute = other.firstAttribute(in: entity) ?? side.firstAttribute(in: entity)
      else { continue }
      for name in side.variables where found[name] == nil {
        found[name] = VariableUse(
          attribute: attribute, isList: isList(side),
          comparison: side == left ? comparison.flipped : comparison)
      }
    }
    return found
  }

  private func isList(_ side: FetchExpression) -> Bool {
    guard case .variable = side, side == right else { return false }
    return comparison == .in || comparison == .between
  }
}

extension ComparisonOperator {
  /// The operator with its sides exchanged.
  fileprivate var flipped: ComparisonOperator {
    switch self {
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    default: self
    }
  }
}

extension FetchExpression {
  fileprivate func firstAttribute(in entity: EntityDescription) -> AttributeDescription? {
    keyPaths.sorted().lazy.compactMap { entity.attribute(atKeyPath: $0) }.first
  }
}

extension EntityDescription {
  /// The attribute of a key path, also of one through a to-many; a count is a whole number.
  fileprivate func attribute(atKeyPath keyPath: String) -> AttributeDescription? {
    if let attribute = attribute(forKeyPath: keyPath) { return attribute }
    if keyPath.hasSuffix("@count") { return AttributeDescription(keyPath, .integer) }
    for list in toMany where keyPath.hasPrefix(list.name + ".") {
      let rest = String(keyPath.dropFirst(list.name.count + 1))
      return list.attributeIndex(forKeyPath: rest).map { list.attributes[$0] }
    }
    return nil
  }
}
