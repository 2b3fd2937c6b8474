import Foundation

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let list = try context.term(of: sequence)
    let value = try context.term(of: element).expression(for: operatorName)
    switch list {
    case .collection(let collection):
      return .condition(.comparison(collection.elements, .contains, value))
    case .range(let range): return .condition(range.contains(value))
    case .constant(let captured as any RangeConstant):
      return .condition(try captured.condition(on: value, for: operatorName))
    case .constant, .value, .condition, .object, .order, .optional:
      let list = try list.expression(for: operatorName)
      guard LHS.Output.self is any StringProtocol.Type else {
        return .condition(.compared(value, .in, list))
      }
      return .condition(.compared(list, .contains, value))
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    switch try context.term(of: sequence) {
    case .collection(let collection):
      let (context, element) = context.inside(collection, variable)
      let test = try context.term(of: test).condition(for: operatorName)
      return .condition(collection.hasElement(element, where: test))
    case .constant(let elements as [Element]):
      let tests = try context.conditions(on: elements, variable, test, for: operatorName)
      return .condition(tests.reduce(.constant(false), FetchPredicate.either))
    case let other: throw other.mismatch(TypedQueryError.Operand.collection, for: operatorName)
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    switch try context.term(of: sequence) {
    case .collection(let collection):
      let (context, element) = context.inside(collection, variable)
      let test = try context.term(of: test).condition(for: operatorName)
      return .condition(collection.hasOnlyElements(element, where: test))
    case .constant(let elements as [Element]):
      let tests = try context.conditions(on: elements, variable, test, for: operatorName)
      return .condition(tests.reduce(.constant(true), FetchPredicate.both))
    case let other: throw other.mismatch(TypedQueryError.Operand.collection, for: operatorName)
    }
  }
}

extension PredicateExpressions.Filter: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let list = try context.term(of: sequence)
    guard case .collection(let collection) = list else {
      throw list.mismatch(TypedQueryError.Operand.toMany, for: operatorName)
    }
    let (context, element) = context.inside(collection, variable)
    let test = try context.term(of: filter).condition(for: operatorName)
    return .collection(collection.filtered(element, test))
  }
}

extension PredicateExpressions.SequenceMinimum: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    try context.term(of: elements)
      .extreme(.min, "@min", of: Elements.Output.Element.self, for: operatorName)
  }
}

extension PredicateExpressions.SequenceMaximum: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    try context.term(of: elements)
      .extreme(.max, "@max", of: Elements.Output.Element.self, for: operatorName)
  }
}

// MARK: - Ranges

extension PredicateExpressions.Range: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    .range(
      RangeTerm(
        lower: try context.term(of: lower).expression(for: operatorName),
        upper: try context.term(of: upper).expression(for: operatorName), includesUpper: false))
  }
}

extension PredicateExpressions.ClosedRange: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    .range(
      RangeTerm(
        lower: try context.term(of: lower).expression(for: operatorName),
        upper: try context.term(of: upper).expression(for: operatorName), includesUpper: true))
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let value = try context.term(of: element).expression(for: operatorName)
    switch try context.term(of: range) {
    case .range(let range): return .condition(range.contains(value))
    case .constant(let range as any RangeConstant):
      return .condition(try range.condition(on: value, for: operatorName))
    case let other: throw other.mismatch(TypedQueryError.Operand.range, for: operatorName)
    }
  }
}

extension RangeConstant {
  fileprivate func condition(on value: FetchExpression, for name: String) throws(TypedQueryError)
    -> FetchPredicate
  {
    guard let range = rangeTerm else {
      throw TypedQueryError(name, .incomparableType("\(Self.self)"))
    }
    return range.contains(value)
  }
}

// MARK: - Over the elements

extension TermContext {
  /// A condition for each element of a captured array.
  fileprivate func conditions<Element>(
    on elements: [Element], _ variable: PredicateExpressions.Variable<Element>,
    _ test: some PredicateExpression, for name: String
  ) throws(TypedQueryError) -> [FetchPredicate] {
    var conditions: [FetchPredicate] = []
    for element in elements {
      let context = binding(variable, to: .constant(element))
      conditions.append(try context.term(of: test).condition(for: name))
    }
    return conditions
  }
}

extension CollectionTerm {
  /// Some element fulfils a condition.
  fileprivate func hasElement(_ element: String, where test: FetchPredicate) -> FetchPredicate {
    if test == .constant(false) { return test }
    return quantified(.any, element, test)
      ?? .compared(filtered(element, test).count, .greaterThan, .constant(.integer(0)))
  }

  /// Every element fulfils a condition.
  fileprivate func hasOnlyElements(_ element: String, where test: FetchPredicate) -> FetchPredicate
  {
    if test == .constant(true) { return test }
    return quantified(.all, element, test)
      ?? .compared(filtered(element, test.opposite).count, .equal, .constant(.integer(0)))
  }

  /// The elements that fulfil a condition.
  fileprivate func filtered(_ element: String, _ test: FetchPredicate) -> CollectionTerm {
    guard test != .constant(true) else { return self }
    return CollectionTerm(
      elements: .subquery(elements, variable: element, test), hasKeys: hasKeys)
  }

  /// `ANY tips.text == "good"` for a single comparison of an element; nil for anything else.
  private func quantified(
    _ modifier: ComparisonModifier, _ element: String, _ test: FetchPredicate
  ) -> FetchPredicate? {
    guard case .comparison(let comparison) = test, comparison.modifier == .direct,
      case .keyPath = elements, !comparison.right.variables.contains(element),
      let left = comparison.left.mapped(over: elements, element)
    else { return nil }
    return .comparison(
      left, comparison.comparison, comparison.right, modifier: modifier,
      options: comparison.options)
  }
}

extension FetchExpression {
  /// A value of one element as the values of all; nil when this is more than the value itself.
  fileprivate func mapped(over elements: FetchExpression, _ element: String) -> FetchExpression? {
    switch self {
    case .variable(element): elements
    case .step(.variable(element), let keyPath): elements.appending(key: keyPath)
    default: nil
    }
  }
}

extension Term {
  /// The least or greatest element of a list; nil for an empty one.
  fileprivate func extreme(
    _ function: ExpressionFunction, _ key: String, of type: Any.Type, for name: String
  ) throws(TypedQueryError) -> Term {
    guard isOrderedAsStored(type) else {
      throw TypedQueryError(name, .incomparableType("\(type)"))
    }
    switch self {
    case .collection(let collection): return .value(collection.elements.appending(key: key))
    case .constant: return .value(.calculated(function, [try expression(for: name)]))
    case .condition, .value, .object, .range, .order, .optional:
      throw mismatch(TypedQueryError.Operand.toMany, for: name)
    }
  }
}
