public import FetchKit
import Foundation

/// What a variable is compared with.
public struct VariableUse: Hashable, Sendable {
  /// The attribute, or an expression as if it were one.
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
  /// What variables are compared with, by name; variables that are compared with nothing are omitted.
  public func usesOfVariables(in entity: EntityDescription) -> [String: VariableUse] {
    VariableScope(entity: entity).uses(in: .predicate(self))
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

/// The meaning of key paths and variables in a part of a predicate.
private struct VariableScope {
  let entity: EntityDescription
  /// The lists whose elements the variables of subqueries stand for.
  var lists: [String: ToManyDescription] = [:]

  func uses(in node: PredicateNode) -> [String: VariableUse] {
    var scope = self
    if case .expression(.subquery(let collection, let variable, _)) = node {
      scope.lists[variable] = entity.toMany.first {
        collection.expression == .keyPath($0.name)
      }
    }
    var uses: [String: VariableUse] = [:]
    for child in node.children { uses.merge(scope.uses(in: child)) { first, _ in first } }
    guard case .predicate(.comparison(let comparison)) = node else { return uses }
    return uses.merging(self.uses(in: comparison)) { first, _ in first }
  }

  /// A variable has the type of the other side; within a function, that of the first attribute.
  private func uses(in comparison: ComparisonPredicate) -> [String: VariableUse] {
    var found: [String: VariableUse] = [:]
    let sides = (comparison.left, comparison.right)
    for (side, other) in [sides, (sides.1, sides.0)] where !side.variables.isEmpty {
      let whole = side.isArithmetic ? operand(other) : nil
      guard let attribute = whole ?? firstAttribute(of: other) ?? firstAttribute(of: side)
      else { continue }
      for name in side.variables where lists[name] == nil && found[name] == nil {
        found[name] = VariableUse(
          attribute: attribute, isList: comparison.isList(side),
          comparison: (side == comparison.left ? comparison.comparison.mirrored : nil)
            ?? comparison.comparison)
      }
    }
    return found
  }

  /// A side of a comparison as an attribute; nil for a constant.
  private func operand(_ side: FetchExpression) -> AttributeDescription? {
    if let attribute = attribute(side) { return attribute }
    return side.kind(for: entity, elements: lists).flatMap(AttributeType.init).map {
      AttributeDescription(side.expressionFormat, $0)
    }
  }

  private func firstAttribute(of side: FetchExpression) -> AttributeDescription? {
    side.keyPaths.sorted().lazy.compactMap { attribute(.keyPath($0)) }.first
  }

  /// The attribute of a key path, also of one through a list or to its scalar elements; a count is a whole number.
  private func attribute(_ expression: FetchExpression) -> AttributeDescription? {
    switch expression {
    case .step(let base, let path):
      guard case .variable(let name) = base.expression else { return nil }
      return lists[name]?.attribute(atKeyPath: path)
    case .keyPath(let path, _):
      if let attribute = entity.attribute(forKeyPath: path) { return attribute }
      if path.hasSuffix("@count") { return AttributeDescription(path, .integer) }
      if let list = entity.toMany.first(where: { $0.name == path && $0.isScalar }) {
        return list.attribute(atKeyPath: "self")
      }
      return entity.toMany.lazy.filter { path.hasPrefix($0.name + ".") }.compactMap {
        $0.attribute(atKeyPath: String(path.dropFirst($0.name.count + 1)))
      }.first
    default: return nil
    }
  }
}

extension ComparisonPredicate {
  fileprivate func isList(_ side: FetchExpression) -> Bool {
    guard case .variable = side, side == right else { return false }
    return comparison == .in || comparison == .between
  }
}

extension ToManyDescription {
  fileprivate func attribute(atKeyPath keyPath: String) -> AttributeDescription? {
    attributeIndex(forKeyPath: keyPath).map { attributes[$0] }
  }
}

extension FetchExpression {
  /// Whether its variables have the type of its value.
  fileprivate var isArithmetic: Bool {
    switch self {
    case .variable, .keyPath, .step, .constant: true
    case .aggregate(let elements): elements.allSatisfy(\.isArithmetic)
    case .function(let function, let operands):
      [.add, .subtract, .multiply, .divide].contains(function)
        && operands.allSatisfy(\.isArithmetic)
    default: false
    }
  }
}

extension AttributeType {
  /// The type of an expression's values; nil if a text cannot be one.
  fileprivate init?(_ kind: FetchValue.Kind) {
    switch kind {
    case .number: self = .double
    case .string: self = .string
    case .date: self = .date
    case .null, .data, .list, .object: return nil
    }
  }
}
