import Testing

@testable import FetchKit

/// Expressions so deep that recursion over them would overflow the stack.
@Suite struct ExpressionDepthTests {
  /// A way to put an expression into another one.
  enum Nesting: String, CaseIterable {
    case argument, sum, list, condition, branch, subqueryCollection, subqueryPredicate
    case union, step, element, index, assignment, everything

    func wrap(_ inner: FetchExpression, level: Int = 0) -> FetchExpression {
      switch self {
      case .argument: .function(.absolute, [inner])
      case .sum: .function(.add, [.constant(1), inner])
      case .list: .aggregate([inner, .keyPath("title")])
      case .condition: .conditional(holds(inner), .constant(1), .constant(2))
      case .branch: .conditional(.constant(true), inner, .constant(2))
      case .subqueryCollection: .subquery(inner, variable: "x", .constant(true))
      case .subqueryPredicate: .subquery(.keyPath("tips"), variable: "x", .not(holds(inner)))
      case .union: .setOperation(.union, .keyPath("tips"), inner)
      case .step: .step(.function(.noIndex, [inner]), keyPath: "price")
      case .element: .element(inner, .last)
      case .index: .element(.keyPath("tips"), .at(inner))
      case .assignment: .assignment("x", inner)
      case .everything: Self.allCases[level % (Self.allCases.count - 1)].wrap(inner)
      }
    }

    private func holds(_ expression: FetchExpression) -> FetchPredicate {
      .and([.comparison(.constant(1), .lessThan, expression), .constant(true)])
    }

    /// An expression of 10,000 levels.
    func deep(around core: FetchExpression = .keyPath("price")) -> FetchExpression {
      (0..<10_000).reduce(core) { wrap($0, level: $1) }
    }
  }

  private let message = "nested more than 500 levels deep"

  @Test(arguments: Nesting.allCases)
  func `ten thousand levels built in code do not overflow the stack`(nesting: Nesting) throws {
    let deep = nesting.deep(around: .variable("P"))
    let again = nesting.deep(around: .variable("P"))
    let isEqual = deep == again
    #expect(isEqual)
    #expect(deep.hashValue == again.hashValue)
    #expect(deep.expressionFormat.utf8.count > 10_000)
    #expect(deep.variables == ["P"])
    let predicate = FetchPredicate.comparison(deep, .equal, .constant(1))
    let bound = predicate.substituting(["P": 1])
    #expect(bound.variables == [])
    #expect(refusal { try deep.value(with: Library.sampleBooks[0]) }?.message == message)
    #expect(refusal { try bound.evaluate(with: Library.sampleBooks[0]) }?.message == message)
    #expect(refusal { try bound.check(for: Book.entity) }?.message == message)
  }

  @Test(arguments: [Nesting.sum, .everything])
  func `a store refuses ten thousand levels wherever a request may have them`(nesting: Nesting)
    throws
  {
    let store = try Library().store
    let deep = nesting.deep()
    let predicate = FetchPredicate.comparison(deep, .equal, .constant(1))
    var request = FetchRequest<Book>()
    request.predicate = predicate
    #expect(refusal { try store.fetch(request) }?.message == message)
    #expect(refusal { try store.count(request) }?.message == message)
    var sums = FetchRequest<Book>()
    sums.propertiesToFetch = [.expression(ExpressionDescription(name: "deep", expression: deep))]
    #expect(refusal { try store.dictionaries(sums) }?.message == message)
    var groups = FetchRequest<Book>()
    groups.propertiesToFetch = ["author"]
    groups.propertiesToGroupBy = ["author"]
    groups.havingPredicate = predicate
    #expect(refusal { try store.dictionaries(groups) }?.message == message)
    let update = BatchUpdateRequest(entity: Book.entity, set: ["price": deep])
    #expect(refusal { try store.perform(update) }?.message == message)
  }

  @Test func `predicates and expressions nested in each other are refused by their sum`() throws {
    var predicate = try FetchPredicate(format: "price > 1")
    for _ in 0..<20_000 {
      predicate = .comparison(
        .conditional(.not(.or([predicate])), .constant(1), .constant(0)), .equal, .constant(1))
    }
    #expect(refusal { try predicate.evaluate(with: Library.sampleBooks[0]) }?.message == message)
    #expect(predicate.predicateFormat.utf8.count > 500_000)
  }

  @Test func `values of variables count as levels of the predicate`() throws {
    let names = (0..<300).map { "V\($0)" }
    var values: [String: FetchExpression] = [:]
    for (name, next) in zip(names, names.dropFirst()) {
      values[name] = .function(.absolute, [.function(.absolute, [.variable(next)])])
    }
    values["V299"] = .constant(1)
    let predicate = try FetchPredicate(format: "$V0 == 1")
    let error = refusal { try predicate.evaluate(with: FetchValue.null, substituting: values) }
    #expect(error?.message == message)
    let few = values.filter { $0.key >= "V250" }
    #expect(
      try FetchPredicate(format: "$V250 == 1").evaluate(with: FetchValue.null, substituting: few))
  }

  @Test func `a deep expression that others share stays when one of them is released`() throws {
    var shared: [FetchExpression] = []
    var deep = FetchExpression.keyPath("price")
    for level in 0..<10_000 {
      deep = .function(.add, [deep, .function(.multiply, [deep, .constant(0)])])
      if level == 8 { shared.append(deep) }
    }
    deep = .constant(1)
    #expect(try shared[0].value(with: FetchValue.object(["price": 12])) == 12)
  }

  @Test func `a key path of very many keys is an error`() throws {
    let path = Array(repeating: "self", count: 100_000).joined(separator: ".")
    let predicate = FetchPredicate.comparison(.keyPath(path), .equal, .constant(1))
    let error = refusal { try predicate.evaluate(with: FetchValue.object(["self": 1])) }
    #expect(error?.message == message)
    #expect(throws: (any Error).self) { try predicate.check(for: Book.entity) }
  }
}
