internal import Collation
import Foundation

extension FetchExpression {
  /// Makes a call of a function by its selector, such as `sum:` or `add:to:`.
  ///
  /// Throws a `FetchPredicateError` of stage `parse` for an unknown selector or a wrong number of arguments.
  public init(forFunction selector: String, arguments: [FetchExpression])
    throws(FetchPredicateError)
  {
    guard let function = ExpressionFunction(rawValue: selector) else {
      throw FetchPredicateError(.parse, ExpressionFunction.unknown(selector))
    }
    if let problem = function.problem(argumentCount: arguments.count) {
      throw FetchPredicateError(.parse, problem)
    }
    self = .function(function, arguments)
  }
}

extension ExpressionFunction {
  /// Why a call cannot have that many arguments; nil when it can.
  func problem(argumentCount found: Int) -> FetchPredicateError.Reason? {
    guard let argumentCount else { return found > 0 ? nil : .missingCollection(function: rawValue) }
    return found == argumentCount
      ? nil : .wrongArgumentCount(function: rawValue, expected: argumentCount, found: found)
  }

  static func unknown(_ selector: String) -> FetchPredicateError.Reason {
    let suggestion = NearestName.nearest(to: selector, in: allCases.map(\.rawValue))
    return .unknownFunction(selector, suggestion: suggestion)
  }
}

extension FetchExpression {
  /// The constant that a `CAST` writes which has no other form in the language; nil for other calls.
  var writtenConstant: FetchExpression? {
    guard case .function(.cast, let arguments) = self, arguments.count == 2,
      let value = arguments[0].constantValue, case .string(let type) = arguments[1].constantValue
    else { return nil }
    switch (type, value) {
    case ("NSDate", .integer), ("NSDate", .double):
      return value.doubleValue.map { .constant(.date(Date(timeIntervalSinceReferenceDate: $0))) }
    case ("NSData", .string), ("NSDictionary", .list),
      ("NSNumber", .string("inf")), ("NSNumber", .string("-inf")):
      let constant = try? FunctionEvaluator.value(of: .cast, [value, .string(type)])
      return constant.flatMap { $0.isNull ? nil : .constant($0) }
    default: return nil
    }
  }
}
