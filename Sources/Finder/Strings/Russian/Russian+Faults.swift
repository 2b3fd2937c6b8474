import FetchKit

extension Russian {
  func fault(_ fault: PredicateFault, behind characters: Int) -> String {
    "знак \(figures.count(characters + 1)): \(self.fault(fault))"
  }

  func fault(_ fault: PredicateFault) -> String {
    switch fault {
    case .unexpected(let found, let expected, let meant):
      "нужно: \(words(expected)), а здесь: \(words(found))" + hint(meant)
    case .unknownKey(let key, let entity, let meant):
      "у \(entity) нет ключа '\(key)'" + hint(meant.map { "'\($0)'" })
    case .unknownFunction(let name, let meant):
      "нет функции '\(name)'" + hint(meant.map { "'\($0)'" })
    case .unknownSign(let sign): "знака '\(sign)' в условиях не бывает"
    case .openString(let quote): "строка не закрыта знаком \(quote)"
    case .incomparable(let comparison, let left, let right):
      "\(comparison) не сравнивает: \(words(left)) и \(words(right))"
    case .noString(let comparison, let kind):
      "\(comparison): нужна строка, а здесь: \(words(kind))"
    case .noBounds: "BETWEEN: нужен список ровно из двух значений"
    case .other(let text): phrase(text)
    }
  }

  private func hint(_ meant: String?) -> String { meant.map { "; может быть, \($0)?" } ?? "" }

  private func words(_ found: PredicateFinding) -> String {
    switch found {
    case .sign(let text): "'\(text)'"
    case .string(let text): "строка \"\(text)\""
    case .number(let text): "число \(text)"
    case .end: "конец"
    }
  }

  private func words(_ expected: PredicateExpectation) -> String {
    switch expected {
    case .sign(let sign): "'\(sign)'"
    case .commaOr(let sign): "',' или '\(sign)'"
    case .parenthesis(let name): "'(' после \(name)"
    case .anything: "ключ, значение или условие"
    case .keyOrValue(let word): "ключ или значение (ключ с именем из языка пишется #\(word))"
    case .keyPath: "ключ"
    case .keyAfterPoint: "ключ после точки"
    case .variable: "переменная, например $x"
    case .end: "конец, AND или OR"
    case .comparison: "сравнение, например == или CONTAINS"
    case .comparisonOfAny: "сравнение, например == или IN"
    case .options: "буквы c, d, l и n"
    case .expression: "перед этим выражение, а не условие"
    }
  }

  private func words(_ kind: PredicateKind) -> String {
    switch kind {
    case .null: "nil"
    case .number: "число"
    case .string: "строка"
    case .date: "дата"
    case .data: "данные"
    case .list: "список"
    case .object: "объект"
    }
  }
}
