import FetchKit
import TerminalKit
import Testing
import VenueImport
import Venues

@testable import Finder

/// Errors are shown in the user's language.
@MainActor
@Suite struct ErrorTextTests {
  @Test(arguments: [
    (
      "rating >> 3", "意外的 '>'：此处应为键路径、值或条件",
      "неожиданное '>': ожидается ключ, значение или условие"
    ),
    (
      "name CONTANS 'x'", "意外的 'CONTANS'：此处应为比较运算，如 == 或 CONTAINS，是否指 'CONTAINS'？",
      "неожиданное 'CONTANS': ожидается сравнение, например == или CONTAINS; возможно, 'CONTAINS'?"
    ),
    (
      "rating > 3 7", "意外的 '7'：此处应为 AND、OR 或结尾",
      "неожиданное '7': ожидается AND, OR или конец"
    ),
    (
      "ratin > 3", "Venue 没有键 'ratin'，是否指 'rating'？",
      "неизвестный ключ 'ratin' в Venue; возможно, 'rating'?"
    ),
    ("name == 'x", "字符串未结束：缺少 '", "строка не закрыта: ожидается '"),
    ("name == ?", "无效字符 '?'", "недопустимый символ '?'"),
    (
      "name > 3", "> 不能用于字符串与数字",
      "> не применяется к таким значениям: строка и число"
    ),
    (
      "rating CONTAINS 'x'", "CONTAINS 需要字符串，实为数字",
      "CONTAINS: требуется строка, получено: число"
    ),
    (
      "rating BETWEEN 3", "BETWEEN 需要恰好两个值的列表",
      "BETWEEN: требуется список ровно из двух значений"
    ),
    (
      "rating IN {1, 2", "条件意外结束：此处应为 ',' 或 '}'",
      "условие оборвано: ожидается ',' или '}'"
    ),
    (
      "SELF == 3", "== 不能用于对象与数字",
      "== не применяется к таким значениям: объект и число"
    ),
  ])
  func `an invalid condition is explained`(text: String, chinese: String, russian: String) throws {
    let problem = try #require(ConditionText(text, position: text.count).problem)
    #expect(Strings(.chinese).text(problem.fault) == chinese)
    #expect(Strings(.russian).text(problem.fault) == russian)
    #expect(Strings().text(problem.fault) == problem.fault.description)
  }

  @Test func `nested messages are translated, too`() {
    let error = ImportFailure(.cannotOpen("/tmp/x", errno: 2))
    #expect(Strings().text(of: error) == "cannot open /tmp/x: no such file or directory")
    #expect(Strings(.chinese).text(of: error) == "无法打开 /tmp/x：没有该文件或文件夹")
    #expect(
      Strings(.russian).text(of: error)
        == "не удаётся открыть /tmp/x: нет такого файла или папки")
  }

  @Test(arguments: [
    (Language.chinese, "== 不能用于对象与数字"),
    (.russian, "== не применяется к таким значениям"),
  ])
  func `the filter screen explains an invalid condition`(language: Language, words: String)
    async throws
  {
    let app = try await AppHarness(
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, language: language))
    await app.press("f", "G", "enter")
    await app.type("SELF == 3")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains(words) }, "\(app.lines)")
  }
}
