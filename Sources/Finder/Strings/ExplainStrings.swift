import FetchKit

/// The words of the explanation of a list.
protocol ExplainStrings {
  /// The name of the screen.
  var explanation: String { get }
  func title(of part: ExplainPart) -> String
  /// How many venues there were in how many milliseconds.
  func found(_ count: Int, milliseconds: Double) -> String
  /// A comparison in words; nil for one that has none.
  func comparison(_ subject: String, _ comparison: ComparisonOperator, _ object: String) -> String?
  func all(_ parts: [String]) -> String
  func any(_ parts: [String]) -> String
  func not(_ part: String) -> String
  /// What is missing or present, such as "no rating" for nil.
  func missing(_ subject: String, isMissing: Bool) -> String
}

extension English {
  var explanation: String { "What is asked" }

  func title(of part: ExplainPart) -> String {
    switch part {
    case .words: "In words"
    case .predicate: "Predicate"
    case .sql: "SQL"
    case .values: "Values"
    case .plan: "Plan"
    case .result: "Result"
    }
  }

  func found(_ count: Int, milliseconds: Double) -> String {
    "\(venues(count)) in \(figures.tenths(milliseconds)) ms"
  }

  func comparison(_ subject: String, _ comparison: ComparisonOperator, _ object: String) -> String?
  {
    switch comparison {
    case .equal: "\(subject) is \(object)"
    case .notEqual: "\(subject) is not \(object)"
    case .lessThan: "\(subject) is less than \(object)"
    case .lessThanOrEqual: "\(subject) is at most \(object)"
    case .greaterThan: "\(subject) is more than \(object)"
    case .greaterThanOrEqual: "\(subject) is at least \(object)"
    case .between: "\(subject) is between \(object)"
    case .in: "\(subject) is one of \(object)"
    case .contains: "\(subject) contains \(object)"
    case .beginsWith: "\(subject) begins with \(object)"
    case .endsWith: "\(subject) ends with \(object)"
    case .like, .matches: "\(subject) looks like \(object)"
    case .typeEquals, .typeConforms: nil
    }
  }

  func all(_ parts: [String]) -> String { parts.joined(separator: ", and ") }

  func any(_ parts: [String]) -> String { parts.joined(separator: ", or ") }

  func not(_ part: String) -> String { "not: \(part)" }

  func missing(_ subject: String, isMissing: Bool) -> String {
    isMissing ? "\(subject) is not known" : "\(subject) is known"
  }
}
