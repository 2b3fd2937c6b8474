import FetchKit

extension Chinese {
  var explanation: String { "查询说明" }

  func title(of part: ExplainPart) -> String {
    switch part {
    case .words: "文字说明"
    case .predicate: "条件"
    case .sql: "SQL"
    case .values: "值"
    case .plan: "查询计划"
    case .result: "结果"
    }
  }

  func found(_ count: Int, milliseconds: Double) -> String {
    "\(figures.tenths(milliseconds)) 毫秒找到 \(venues(count))"
  }

  func comparison(_ subject: String, _ comparison: ComparisonOperator, _ object: String) -> String?
  {
    switch comparison {
    case .equal: "\(subject) 是 \(object)"
    case .notEqual: "\(subject) 不是 \(object)"
    case .lessThan: "\(subject) 小于 \(object)"
    case .lessThanOrEqual: "\(subject) 不大于 \(object)"
    case .greaterThan: "\(subject) 大于 \(object)"
    case .greaterThanOrEqual: "\(subject) 不小于 \(object)"
    case .between: "\(subject) 介于 \(object)"
    case .in: "\(subject) 是 \(object) 之一"
    case .contains: "\(subject) 包含 \(object)"
    case .beginsWith: "\(subject) 以 \(object) 开头"
    case .endsWith: "\(subject) 以 \(object) 结尾"
    case .like, .matches: "\(subject) 类似 \(object)"
    case .typeEquals, .typeConforms: nil
    }
  }

  func all(_ parts: [String]) -> String { parts.joined(separator: "，且 ") }

  func any(_ parts: [String]) -> String { parts.joined(separator: "，或 ") }

  func not(_ part: String) -> String { "并非：\(part)" }

  func missing(_ subject: String, isMissing: Bool) -> String {
    isMissing ? "\(subject) 不明" : "\(subject) 已知"
  }
}
