import FetchKit
import Foundation
import Testing
import Venues

@testable import Finder

/// The files of `Resources/Strings`, compared with the texts in the sources.
@MainActor
@Suite struct TranslationTests {
  private nonisolated static let translated = Language.all.filter { $0 != .english }

  @Test func `every file of translations is embedded`() throws {
    let folder = SourceText.package.appending(path: "Resources/Strings")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(Self.translated.map { "\($0.code).json" }))
  }

  @Test(arguments: translated)
  func `every text is translated, and every translation is used`(language: Language) throws {
    let translation = try #require(Translation(language))
    let keys = try Set(SourceText.english().keys)
    #expect(keys.count > 600)
    let errors = try SourceText.errorIdentifiers()
    #expect(errors.count > 200)
    let known = Set(translation.texts.keys)
    #expect(keys.union(errors).subtracting(known) == [], "missing in \(language.code).json")
    #expect(known.subtracting(keys).subtracting(errors) == [], "unused in \(language.code).json")
  }

  @Test(arguments: translated)
  func `a translation has the placeholders and plural forms of the text`(language: Language) throws
  {
    let translation = try #require(Translation(language))
    for (key, english) in try SourceText.english() {
      let forms: [String: String]
      switch try #require(translation.texts[key], "\(key)") {
      case .plain(let text):
        #expect(!english.isPlural || translation.plurals.categories == [.other], "\(key)")
        forms = ["": text]
      case .plural(let texts):
        #expect(english.isPlural, "\(key)")
        #expect(Set(texts.keys) == Set(translation.plurals.categories.map(\.rawValue)), "\(key)")
        forms = texts
      }
      for text in forms.values {
        #expect(text.placeholders == english.placeholders, "\(key): \(text)")
      }
    }
  }

  @Test func `a missing translation falls back to English`() {
    let strings = Strings(.russian)
    #expect(strings.text("no.such.key", "{0} of {1}", "1", "2") == "1 of 2")
    #expect(strings.text("no.such.key", 2, one: "{0} cup", other: "{0} cups") == "2 cups")
    #expect(Strings().text(ErrorMessage("no.such.id", "no \("tea")")) == "no tea")
  }

  @Test func `a placeholder in an argument stays`() {
    #expect(Strings().text("no.such.key", "{1}: {0} {2}", "{1}", "a") == "a: {1} {2}")
  }
}

// MARK: - Reading the sources

/// The texts of the sources: calls of `text("key", "English …")` and messages of errors.
@MainActor
private enum SourceText {
  struct English {
    var placeholders: Set<String>
    var isPlural: Bool
  }

  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The English texts of the finder and of errors with a message of their own by key.
  static func english() throws -> [String: English] {
    var texts = try calls().merging(messages()) { call, _ in call }
    for action in Action.allCases {
      let hasWords = !Strings().searchWords(for: action).isEmpty
      for part in ["title", "hint"] + (hasWords ? ["words"] : []) {
        texts["action.\(action.rawValue).\(part)"] = English(placeholders: [], isPlural: false)
      }
    }
    for column in VenueColumn.allCases {
      texts["column.\(column.rawValue)"] = English(placeholders: [], isPlural: false)
    }
    for point in CompassPoint.allCases {
      texts["direction.\(point.rawValue)"] = English(placeholders: [], isPlural: false)
      texts["directionWords.\(point.rawValue)"] = English(placeholders: [], isPlural: false)
    }
    for command in PlainCommand.allCases {
      for part in ["names", "help"] + (command.takesText ? ["argument"] : []) {
        texts["plain.\(command.rawValue).\(part)"] = English(
          placeholders: part == "help" ? command.english.help.placeholders : [], isPlural: false)
      }
    }
    return texts
  }

  /// The identifiers of the errors that users see.
  static func errorIdentifiers() throws -> Set<String> {
    let literal =
      /"((?:store|predicate|pattern|system|value|savedFilters|import|export)\.[A-Za-z0-9.]+)"/
    return try sources(
      "Sources/FetchKit", "Sources/Venues", "Sources/VenueImport", "Sources/boba/Output"
    ).reduce(
      into: ["suggestion"]
    ) { found, source in found.formUnion(source.matches(of: literal).map { String($0.1) }) }
  }

  private static func calls() throws -> [String: English] {
    let call = /[^A-Za-z]text\(\s*"([a-zA-Z.]+)",\s*/
    var texts: [String: English] = [:]
    for source in try sources("Sources/Finder") {
      for match in source.matches(of: call) {
        let rest = source[match.range.upperBound...]
        let forms = rest.prefixMatch(of: /[^"()]*one:\s*"([^"]*)",\s*other:\s*"([^"]*)"/)
        let plain = rest.prefixMatch(of: /"([^"]*)"/)
        let text = forms.map { "\($0.1)\($0.2)" } ?? plain.map { String($0.1) } ?? ""
        let isPlural = forms != nil || texts[String(match.1)]?.isPlural == true
        texts[String(match.1)] = English(placeholders: text.placeholders, isPlural: isPlural)
      }
    }
    return texts
  }

  /// The messages whose text follows their identifier.
  private static func messages() throws -> [String: English] {
    let identifiers = try errorIdentifiers()
    let message = /"([A-Za-z0-9.]+)",\s*(?:"""((?:[^"]|"[^"])*)"""|"((?:[^"\\]|\\.)*)")/
    var texts: [String: English] = [:]
    for source in try sources("Sources/FetchKit", "Sources/Venues", "Sources/VenueImport") {
      for match in source.matches(of: message) where identifiers.contains(String(match.1)) {
        let text = match.2 ?? match.3 ?? ""
        // An interpolation with a literal in it is not read to its end.
        guard text.count(where: { $0 == "(" }) == text.count(where: { $0 == ")" }) else { continue }
        let count = text.ranges(of: "\\(").count
        let placeholders = Set((0..<count).map { "{\($0)}" })
        texts[String(match.1)] = English(placeholders: placeholders, isPlural: false)
      }
    }
    return texts
  }

  private static func sources(_ folders: String...) throws -> [String] {
    try folders.flatMap { folder in
      let files = FileManager.default.enumerator(atPath: package.appending(path: folder).path)
      return try (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: package.appending(path: "\(folder)/\($0)"), encoding: .utf8) }
    }
  }
}

extension String {
  fileprivate var placeholders: Set<String> {
    Set(matches(of: /\{[0-9]\}/).map { String($0.0) })
  }
}

extension PluralRule {
  fileprivate var categories: [PluralCategory] {
    switch self {
    case .other: [.other]
    case .oneOther: [.one, .other]
    case .oneFewMany: PluralCategory.allCases
    }
  }
}
