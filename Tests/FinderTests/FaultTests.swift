import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// What is wrong with a condition is told in the user's language.
@MainActor
@Suite struct FaultTests {
  @Test(arguments: [
    (
      "rating >> 3", "应为键路径、值或条件，却是 '>'",
      "нужно: ключ, значение или условие, а здесь: '>'"
    ),
    (
      "name CONTANS 'x'", "应为比较，如 == 或 CONTAINS，却是 'CONTANS'，是否指 CONTAINS？",
      "нужно: сравнение, например == или CONTAINS, а здесь: 'CONTANS'; может быть, CONTAINS?"
    ),
    (
      "rating > 3 7", "应为结尾、AND 或 OR，却是数字 7",
      "нужно: конец, AND или OR, а здесь: число 7"
    ),
    (
      "ratin > 3", "Venue 没有键 'ratin'，是否指 'rating'？",
      "у Venue нет ключа 'ratin'; может быть, 'rating'?"
    ),
    ("name == 'x", "字符串缺少结尾的 '", "строка не закрыта знаком '"),
    ("name == ?", "'?' 不能出现在条件中", "знака '?' в условиях не бывает"),
    (
      "name > 3", "> 不能比较字符串与数字", "> не сравнивает: строка и число"
    ),
    (
      "rating CONTAINS 'x'", "CONTAINS 需要字符串，却是数字",
      "CONTAINS: нужна строка, а здесь: число"
    ),
    (
      "rating BETWEEN 3", "BETWEEN 需要恰好两个值的列表",
      "BETWEEN: нужен список ровно из двух значений"
    ),
    ("rating IN {1, 2", "应为 ',' 或 '}' ，却是结尾", "нужно: ',' или '}', а здесь: конец"),
    (
      "summ(rating) > 3", "没有函数 'summ'，是否指 'sum:'？",
      "нет функции 'summ'; может быть, 'sum:'?"
    ),
    (
      "SELF == 3", "SELF 不能直接比较，请写出它的键", "SELF не сравнить целиком, назовите его ключ"
    ),
  ])
  func `what is wrong is told in words`(text: String, chinese: String, russian: String) throws {
    let problem = try #require(ConditionText(text, position: text.count).problem)
    #expect(Chinese().fault(problem.fault) == chinese)
    #expect(Russian().fault(problem.fault) == russian)
    #expect(English().fault(problem.fault) == problem.fault.description)
  }
}
