import FetchKit

extension Chinese {
  func fault(_ fault: PredicateFault, behind characters: Int) -> String {
    "第 \(figures.count(characters + 1)) 个字符：\(self.fault(fault))"
  }

  func fault(_ fault: PredicateFault) -> String {
    switch fault {
    case .unexpected(let found, let expected, let meant):
      "应为\(words(expected))，却是\(words(found))" + hint(meant)
    case .unknownKey(let key, let entity, let meant):
      "\(entity) 没有键 '\(key)'" + hint(meant.map { "'\($0)'" })
    case .unknownFunction(let name, let meant):
      "没有函数 '\(name)'" + hint(meant.map { "'\($0)'" })
    case .unknownSign(let sign): "'\(sign)' 不能出现在条件中"
    case .openString(let quote): "字符串缺少结尾的 \(quote)"
    case .incomparable(let comparison, let left, let right):
      "\(comparison) 不能比较\(words(left))与\(words(right))"
    case .noString(let comparison, let kind): "\(comparison) 需要字符串，却是\(words(kind))"
    case .noBounds: "BETWEEN 需要恰好两个值的列表"
    case .other(let text): phrase(text)
    }
  }

  private func hint(_ meant: String?) -> String { meant.map { "，是否指 \($0)？" } ?? "" }

  private func words(_ found: PredicateFinding) -> String {
    switch found {
    case .sign(let text): " '\(text)'"
    case .string(let text): "字符串 \"\(text)\""
    case .number(let text): "数字 \(text)"
    case .end: "结尾"
    }
  }

  private func words(_ expected: PredicateExpectation) -> String {
    switch expected {
    case .sign(let sign): " '\(sign)' "
    case .commaOr(let sign): " ',' 或 '\(sign)' "
    case .parenthesis(let name): " \(name) 后的 '(' "
    case .anything: "键路径、值或条件"
    case .keyOrValue(let word): "键路径或值（与关键字同名的键写作 #\(word)）"
    case .keyPath: "键路径"
    case .keyAfterPoint: "点后的键"
    case .variable: "变量，如 $x "
    case .end: "结尾、AND 或 OR"
    case .comparison: "比较，如 == 或 CONTAINS"
    case .comparisonOfAny: "比较，如 == 或 IN"
    case .options: "选项 c、d、l 和 n"
    case .expression: "此前为表达式而非条件"
    }
  }

  private func words(_ kind: PredicateKind) -> String {
    switch kind {
    case .null: "空值"
    case .number: "数字"
    case .string: "字符串"
    case .date: "日期"
    case .data: "数据"
    case .list: "列表"
    case .object: "对象"
    }
  }
}
