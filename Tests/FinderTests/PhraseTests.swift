import FetchKit
import Foundation
import TerminalKit
import Testing
import VenueImport
import Venues

@testable import Finder

/// What the parts below the screens say in English is told in the user's language.
@MainActor
@Suite struct PhraseTests {
  /// Where such sentences are written, in calls and in cases.
  private nonisolated static let folders = [
    "Sources/Collation", "Sources/FetchKit", "Sources/VenueImport",
  ]
  private nonisolated static let files = ["Sources/boba/Output/ExportFile.swift"]
  private nonisolated static let calls = [
    "fail(", "failure(", "FetchPredicateError(", "StoreError(", "ImportFailure(", "Failure(",
    ".badData(",
    "ErrorMessage(",
  ]
  private nonisolated static let cases: [String] = []

  private struct Sentence: Hashable {
    let text: String
    let file: String
  }

  @Test func `every sentence of other parts is known in every language`() throws {
    let sentences = try Self.sentences()
    #expect(sentences.count > 120)
    for (language, phrases) in [("zh", Phrases(\.chinese)), ("ru", Phrases(\.russian))] {
      let missing = sentences.filter { phrases.known($0.text) == nil && !$0.text.hasSuffix("'7'7") }
      #expect(
        missing.isEmpty,
        "Sources/Finder/Strings/Phrases has no \(language) for \(missing.map { "\($0.file): \($0.text)" })"
      )
    }
  }

  @Test func `a sentence has as many gaps in every language`() {
    for phrase in Phrase.all {
      let gaps = [phrase.english, phrase.chinese, phrase.russian].map {
        $0.components(separatedBy: "{}").count
      }
      #expect(Set(gaps).count == 1, "\(phrase)")
    }
    #expect(Set(Phrase.all.map(\.english)).count == Phrase.all.count)
  }

  @Test(arguments: [
    (
      "cannot open /tmp/x: No such file or directory", "不открыть",
      "не открыть /tmp/x: нет такого файла или папки"
    ),
    ("cannot write x: no space left on device", "", "нельзя записать x: на диске нет места"),
    ("bad line: expected 3 cells, found 2", "", "ошибка в строке: ячеек нужно 3, а здесь 2"),
    ("rating: expected a number, found an array", "", "rating: нужно: число, а здесь: массив"),
    (
      "unexpected end of file in an object that begins at line 1, column 2 (byte 3)", "",
      "файл кончился внутри, не закончено: объект (строка 1, столбец 2, байт 3)"
    ),
    ("something new", "", "something new"),
  ])
  func `a sentence is put together of its parts`(english: String, _: String, russian: String) {
    #expect(Russian().phrase(english) == russian)
    #expect(English().phrase(english) == english)
  }

  @Test(arguments: [
    (Language.chinese, "SELF 不能直接比较，请写出它的键"),
    (.russian, "SELF не сравнить целиком, назовите его ключ"),
  ])
  func `a wrong condition is told in the language of the screens`(language: Language, words: String)
    async throws
  {
    let trial = try await Trial(
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, language: language))
    await trial.press("f", "G", "enter")
    await trial.type("SELF == 3")
    await trial.press("enter")
    #expect(trial.lines.contains { $0.contains(words) }, "\(trial.lines)")
  }
}

// MARK: - Reading the sources

extension PhraseTests {
  private static func sentences() throws -> Set<Sentence> {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var paths = files
    for folder in folders {
      let all = FileManager.default.enumerator(atPath: package.appending(path: folder).path)
      paths += (all?.compactMap { $0 as? String } ?? []).filter {
        // What `#Predicate` cannot be is told to programmers only.
        $0.hasSuffix(".swift") && !$0.hasPrefix("Typed/")
      }
      .map { "\(folder)/\($0)" }
    }
    return try paths.reduce(into: []) { found, path in
      let text = try String(contentsOf: package.appending(path: path), encoding: .utf8)
      let name = URL(filePath: path).lastPathComponent
      found.formUnion(
        (inCalls(text) + (cases.contains(name) ? inCases(text) : [])).map {
          Sentence(text: $0, file: name)
        })
    }
  }

  /// What a call says: the last of its literals with what is added to it.
  private static func inCalls(_ source: String) -> [String] {
    let lines = source.split(separator: "\n").filter { !$0.contains(/^ *\/\//) }
    let code = lines.joined(separator: "\n")
    return calls.flatMap { call in
      code.ranges(of: call).compactMap { range -> String? in
        let before =
          range.lowerBound > code.startIndex ? code[code.index(before: range.lowerBound)] : " "
        guard !before.isLetter || call.hasPrefix("."),
          before != "." || call.first == "F" || call == "fail("
        else { return nil }
        let found = literals(in: code[range.upperBound...]).filter(isSentence)
        // What is reported names its field first.
        return call == "report(" ? found.last : found.max { $0.count < $1.count }
      }
    }
  }

  private static func inCases(_ source: String) -> [String] {
    source.split(separator: "\n").filter {
      $0.contains(/^ *(case [.0-9(][^"]*|default): (return )?"/)
    }
    .flatMap { line in literals(in: line.drop { $0 != "\"" }) }.filter(isSentence)
  }

  private static func isSentence(_ text: String) -> Bool {
    text != "null" && text.contains(/[a-z]{3}/) && !text.contains(/^[a-z.]+\.[a-zA-Z0-9]+$/)
  }

  /// The literals up to the end of a call, those that are added to one another as one, with 7 for what is put in.
  private static func literals(in text: Substring) -> [String] {
    var rest = text
    var depth = 0
    var found: [String] = []
    var isAdded = false
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        let literal = literal(&rest)
        if isAdded, let last = found.popLast() {
          found.append(last + literal)
        } else {
          found.append(literal)
        }
        isAdded = false
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth < 0 { return found }
      case "+": isAdded = true
      case " ", "\n": break
      default: isAdded = false
      }
    }
    return found
  }

  /// Reads to the end of a literal whose quote was read.
  private static func literal(_ rest: inout Substring) -> String {
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\" else {
        text.append(character)
        continue
      }
      let next = rest.popFirst()
      if next == "(" {
        text += "7"
        skipInterpolation(&rest)
      } else if let next {
        text.append(next)
      }
    }
    return text
  }

  private static func skipInterpolation(_ rest: inout Substring) {
    var depth = 0
    while let character = rest.popFirst() {
      if character == "\"" { _ = literal(&rest) }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth < 0 { return }
    }
  }
}
