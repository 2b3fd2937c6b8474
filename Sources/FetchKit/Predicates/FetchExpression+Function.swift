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
      let nearest = NearestName.nearest(
        to: selector, in: ExpressionFunction.allCases.map(\.rawValue))
      let hint = nearest.map { ", did you mean '\($0)'?" } ?? ""
      throw FetchPredicateError(.parse, "there is no function '\(selector)'\(hint)")
    }
    guard function.accepts(argumentCount: arguments.count) else {
      throw FetchPredicateError(.parse, function.complaint(argumentCount: arguments.count))
    }
    self = .function(function, arguments)
  }
}

extension ExpressionFunction {
  /// Whether a call may have so many arguments.
  func accepts(argumentCount: Int) -> Bool {
    self.argumentCount.map { $0 == argumentCount } ?? (argumentCount > 0)
  }

  /// What is wrong with so many arguments.
  func complaint(argumentCount found: Int) -> String {
    guard let argumentCount else { return "\(rawValue) takes a collection, found nothing" }
    let noun = argumentCount == 1 ? "argument" : "arguments"
    return "\(rawValue) takes \(argumentCount) \(noun), found \(found)"
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
