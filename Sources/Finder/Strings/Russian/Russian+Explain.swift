import FetchKit

extension Russian {
  var explanation: String { "Что спрошено" }

  func title(of part: ExplainPart) -> String {
    switch part {
    case .words: "Словами"
    case .predicate: "Условие"
    case .sql: "SQL"
    case .values: "Значения"
    case .plan: "План"
    case .result: "Итог"
    }
  }

  func found(_ count: Int, milliseconds: Double) -> String {
    "\(venues(count)) за \(figures.tenths(milliseconds)) мс"
  }

  func comparison(_ subject: String, _ comparison: ComparisonOperator, _ object: String) -> String?
  {
    switch comparison {
    case .equal: "\(subject): равно \(object)"
    case .notEqual: "\(subject): не равно \(object)"
    case .lessThan: "\(subject): меньше \(object)"
    case .lessThanOrEqual: "\(subject): не больше \(object)"
    case .greaterThan: "\(subject): больше \(object)"
    case .greaterThanOrEqual: "\(subject): не меньше \(object)"
    case .between: "\(subject): между \(object)"
    case .in: "\(subject): одно из \(object)"
    case .contains: "\(subject): содержит \(object)"
    case .beginsWith: "\(subject): начинается с \(object)"
    case .endsWith: "\(subject): кончается на \(object)"
    case .like, .matches: "\(subject): похоже на \(object)"
    case .typeEquals, .typeConforms: nil
    }
  }

  func all(_ parts: [String]) -> String { parts.joined(separator: ", и ") }

  func any(_ parts: [String]) -> String { parts.joined(separator: ", или ") }

  func not(_ part: String) -> String { "неверно: \(part)" }

  func missing(_ subject: String, isMissing: Bool) -> String {
    isMissing ? "\(subject): неизвестно" : "\(subject): известно"
  }
}
