import Foundation

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let list = try context.operand(of: sequence)
    let value = try expression(element, context)
    switch list {
    case .collection(let collection):
      return .condition(.comparison(collection.elements, .contains, value))
    case .range(let range): return .condition(range.contains(value))
    case .constant(let captured as any CapturedRange):
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
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    try quantified(.any, context.operand(of: sequence), variable, test, context)
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    try quantified(.all, context.operand(of: sequence), variable, test, context)
  }
}

extension TranslatableExpression {
  fileprivate func quantified<Element>(
    _ modifier: ComparisonModifier, _ sequence: TypedOperand,
    _ variable: PredicateExpressions.Variable<Element>, _ test: some PredicateExpression,
    _ context: TranslationContext
  ) throws(TypedQueryError) -> TypedOperand {
    switch sequence {
    case .collection(let collection):
      let (context, element) = context.inside(collection, variable)
      let test = try condition(test, context)
      return .condition(
        modifier == .any
          ? collection.hasElement(element, where: test)
          : collection.hasOnlyElements(element, where: test))
    case .constant(let elements as [Element]):
      var result = FetchPredicate.constant(modifier != .any)
      for element in elements {
        let test = try condition(test, context.binding(variable, to: .constant(element)))
        result = modifier == .any ? .either(result, test) : .both(result, test)
      }
      return .condition(result)
    case let other: throw other.mismatch(TypedQueryError.Operand.collection, for: operatorName)
    }
  }
}

extension PredicateExpressions.Filter: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let list = try context.operand(of: sequence)
    guard case .collection(let collection) = list else {
      throw list.mismatch(TypedQueryError.Operand.toMany, for: operatorName)
    }
    let (context, element) = context.inside(collection, variable)
    let test = try condition(filter, context)
    return .collection(collection.filtered(element, test))
  }
}

extension PredicateExpressions.SequenceMinimum: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    try context.operand(of: elements)
      .extreme(.min, "@min", of: Elements.Output.Element.self, for: operatorName)
  }
}

extension PredicateExpressions.SequenceMaximum: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    try context.operand(of: elements)
      .extreme(.max, "@max", of: Elements.Output.Element.self, for: operatorName)
  }
}

// MARK: - Ranges

extension PredicateExpressions.Range: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    .range(
      RangeOperand(
        lower: try expression(lower, context), upper: try expression(upper, context),
        includesUpper: false))
  }
}

extension PredicateExpressions.ClosedRange: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    .range(
      RangeOperand(
        lower: try expression(lower, context), upper: try expression(upper, context),
        includesUpper: true))
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let value = try expression(element, context)
    switch try context.operand(of: range) {
    case .range(let range): return .condition(range.contains(value))
    case .constant(let range as any CapturedRange):
      return .condition(try range.condition(on: value, for: operatorName))
    case let other: throw other.mismatch(TypedQueryError.Operand.range, for: operatorName)
    }
  }
}

extension CapturedRange {
  fileprivate func condition(on value: FetchExpression, for name: String) throws(TypedQueryError)
    -> FetchPredicate
  {
    guard let range = operand else {
      throw TypedQueryError(name, .incomparableType("\(Self.self)"))
    }
    return range.contains(value)
  }
}

// MARK: - Over the elements

extension CollectionOperand {
  /// Returns the condition that some element matches a predicate.
  fileprivate func hasElement(_ element: String, where test: FetchPredicate) -> FetchPredicate {
    if test == .constant(false) { return test }
    return quantified(.any, element, test)
      ?? .compared(filtered(element, test).count, .greaterThan, .constant(.integer(0)))
  }

  /// Returns the condition that every element matches a predicate.
  fileprivate func hasOnlyElements(_ element: String, where test: FetchPredicate) -> FetchPredicate
  {
    if test == .constant(true) { return test }
    return quantified(.all, element, test)
      ?? .compared(filtered(element, test.opposite).count, .equal, .constant(.integer(0)))
  }

  fileprivate func filtered(_ element: String, _ test: FetchPredicate) -> CollectionOperand {
    guard test != .constant(true) else { return self }
    return CollectionOperand(
      elements: .subquery(elements, variable: element, test), hasKeys: hasKeys)
  }

  /// `ANY tips.text == "good"` for a single comparison of an element; nil for other predicates.
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
  /// Returns the value of one element as the values of all; nil for a computation.
  fileprivate func mapped(over elements: FetchExpression, _ element: String) -> FetchExpression? {
    switch self {
    case .variable(element): elements
    case .step(let base, let keyPath) where base.expression == .variable(element):
      elements.appending(key: keyPath)
    default: nil
    }
  }
}

extension TypedOperand {
  fileprivate func extreme(
    _ function: ExpressionFunction, _ key: String, of type: Any.Type, for name: String
  ) throws(TypedQueryError) -> TypedOperand {
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
