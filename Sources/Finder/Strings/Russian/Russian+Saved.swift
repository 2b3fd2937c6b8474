import FetchKit
import Venues

extension Russian {
  var savedFilters: String { "Сохранённые фильтры" }
  var saveFilterAs: String { "Сохранить фильтр как" }

  func nothingSaved(_ key: String) -> String { "пока нет ни одного; \(key) сохранит фильтр" }

  func saved(_ name: String, isReplacing: Bool) -> String {
    isReplacing ? "\(name): заменён" : "сохранён как \(name)"
  }

  func forgotten(_ name: String) -> String { "\(name): удалён" }
  func forgets(_ name: String) -> String { "Сохранённый фильтр «\(name)» будет удалён." }

  var nameWanted: String { "фильтру нужно имя" }
  var openIsOfNow: String { "часы работы меняются: выбирайте их каждый раз заново" }

  func valueWanted(_ variable: String, _ use: VariableUse) -> String {
    "\(variable), \(sortKey(use.attribute.keyPath))"
  }

  func wrongValue(_ use: VariableUse) -> String { "нужно: \(kind(of: use))" }

  func kind(of use: VariableUse) -> String {
    words(use.attribute.type) + (use.isLength ? " в метрах" : "")
      + (use.isList ? " или несколько через запятую" : "")
  }

  private func words(_ type: AttributeType) -> String {
    switch type {
    case .string: "текст"
    case .integer: "целое число"
    case .double: "число"
    case .boolean: "true или false"
    case .date: "время, например 2026-01-31T12:00:00Z"
    case .data: "данные"
    }
  }
}
