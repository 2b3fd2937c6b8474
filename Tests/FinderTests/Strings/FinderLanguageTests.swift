import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct FinderLanguageTests {
  @Test func `the palette switches the language, which the next session restores`() async throws {
    let store = try FetchStore.seeded()
    let app = try await AppHarness(store: store)
    await app.press(":")
    await app.type("language")
    #expect(app.lines.contains { $0.contains("Language: 简体中文") })
    await app.type(" ru")
    await app.press("enter")
    #expect(app.message == "Язык: Русский")
    #expect(app.lines[1].hasPrefix(" Все заведения "))
    _ = await app.finder.finish(.quit)
    let next = try await AppHarness(store: store)
    #expect(next.lines[1].hasPrefix(" Все заведения "))
    var settings = FinderSettings(origin: .asImported(Origin.seed), language: .english)
    settings.hasOwnLanguage = true
    let english = try await AppHarness(store: store, settings: settings)
    #expect(english.lines[1].hasPrefix(" All venues "))
  }

  @Test(arguments: [(Language.russian, "Нет"), (.chinese, "无"), (.english, "None")])
  func `no second grouping is not called no sections`(language: Language, title: String)
    async throws
  {
    let app = try await AppHarness(
      settings: FinderSettings(origin: .asImported(Origin.seed), language: language))
    await app.press("b", "x")
    #expect(app.lines.contains { $0.contains(" \(title) ") })
  }

  private func app(_ size: Size, _ language: Language) async throws -> AppHarness {
    try await AppHarness(
      size,
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, language: language))
  }

  @Test(
    arguments: [Language.chinese, .russian],
    [
      ("list", []), ("filter", ["f", "space"]), ("detail", ["enter"]), ("map", ["m"]),
      ("help", ["?"]),
    ] as [(String, [String])])
  func `screens in other languages`(
    language: Language, screen: (name: String, keys: [String])
  ) async throws {
    for size in [Size.usual, .small] {
      let app = try await app(size, language)
      await app.press(screen.keys)
      try Dump.expect(
        app.screen, is: "\(screen.name)-\(language.code)-\(size.columns)x\(size.rows)")
    }
  }

  @Test(arguments: [
    (Language.chinese, " Showing English: Chinese needs Unicode"),
    (.russian, " Showing English: Russian needs Unicode"),
    (.english, " f filter  / search  s sort"),
  ])
  func `in ASCII mode texts are English, with one message`(
    language: Language, line: String
  ) async throws {
    let app = try await AppHarness(
      settings: FinderSettings(origin: .asImported(Origin.seed), language: language),
      capabilities: Capabilities(isUnicode: false))
    #expect(app.lines.last?.hasPrefix(line) == true)
    await app.press("j")
    #expect(app.lines.last?.hasPrefix(" f filter  / search  s sort") == true)
  }

  @Test(arguments: Language.all)
  func `every filter row shows its count in 40 columns`(language: Language) async throws {
    let app = try await app(Size(columns: 40, rows: 24), language)
    await app.press("f")
    try Dump.expect(app.screen, is: "filter-\(language.code)-40x24")
    let sorts = Strings(language).sortBy
    let rows = app.lines.prefix { !$0.contains(sorts) }.filter { $0.contains("[ ] ") }
    #expect(rows.count >= 8)
    #expect(rows.allSatisfy { $0.contains(/\s\d/) })
  }

  @Test(arguments: [
    (1, "1 заведение"), (2, "2 заведения"), (5, "5 заведений"), (11, "11 заведений"),
    (14, "14 заведений"), (21, "21 заведение"), (22, "22 заведения"), (25, "25 заведений"),
    (111, "111 заведений"), (0, "0 заведений"), (1001, "1\u{A0}001 заведение"),
  ])
  func `Russian nouns agree with their numbers`(count: Int, text: String) {
    #expect(Strings(.russian).venues(count) == text)
  }

  @Test(arguments: [
    (1, "1 из 1 заведения"), (21, "1 из 21 заведения"), (30, "1 из 30 заведений"),
    (11, "1 из 11 заведений"),
  ])
  func `in Russian the total of a part is in the genitive`(total: Int, text: String) {
    #expect(Strings(.russian).venues(1, of: total) == text)
  }

  @Test(arguments: [
    (Language.english, LengthUnits.metric, 567.0, "567 m", "567 meters"),
    (.english, .metric, 1, "1 m", "1 meter"),
    (.english, .metric, 1371, "1.4 km", "1.4 kilometers"),
    (.english, .metric, 1_234_000, "1,234 km", "1,234 kilometers"),
    (.english, .imperial, 100, "328 ft", "328 feet"),
    (.english, .imperial, 0.3, "1 ft", "1 foot"),
    (.english, .imperial, 567, "0.4 mi", "0.4 miles"),
    (.english, .imperial, 2_000_000, "1,243 mi", "1,243 miles"),
    (.russian, .metric, 561, "561 м", "561 метр"),
    (.russian, .metric, 563, "563 м", "563 метра"),
    (.russian, .metric, 567, "567 м", "567 метров"),
    (.russian, .metric, 1371, "1,4 км", "1,4 километра"),
    (.russian, .metric, 1_234_000, "1\u{A0}234 км", "1\u{A0}234 километра"),
    (.russian, .imperial, 1_600_000, "994 ми", "994 мили"),
    (.chinese, .metric, 567, "567米", "567米"),
    (.chinese, .metric, 1371, "1.4公里", "1.4公里"),
    (.chinese, .imperial, 100, "328英尺", "328英尺"),
  ])
  func `distances are formatted by language and units`(
    language: Language, units: LengthUnits, meters: Double, short: String, words: String
  ) {
    let strings = Strings(language, units: units)
    #expect(strings.format.distance(meters) == short)
    #expect(strings.plainDistance(meters) == words)
  }

  @Test(arguments: [
    (LengthUnits.metric, 500.0, "500 m"), (.metric, 1000, "1 km"), (.metric, 1500, "1.5 km"),
    (.imperial, 500, "1,640 ft"), (.imperial, 1609.344, "1 mi"), (.imperial, 3000, "1.9 mi"),
  ])
  func `a radius is written in full`(units: LengthUnits, meters: Double, text: String) {
    #expect(Strings(units: units).format.radius(meters) == text)
  }

  @Test(arguments: [
    (Language.english, LengthUnits.metric, 500.0, "within 500 meters"),
    (.english, .metric, 1, "within 1 meter"),
    (.english, .metric, 1000, "within 1 kilometer"),
    (.english, .metric, 1500, "within 1.5 kilometers"),
    (.english, .imperial, 500, "within 1,640 feet"),
    (.english, .imperial, 1609.344, "within 1 mile"),
    (.russian, .metric, 500, "в пределах 500 метров"),
    (.russian, .metric, 501, "в пределах 501 метра"),
    (.russian, .metric, 502, "в пределах 502 метров"),
    (.russian, .metric, 1000, "в пределах 1 километра"),
    (.russian, .metric, 2000, "в пределах 2 километров"),
    (.russian, .metric, 1500, "в пределах 1,5 километра"),
    (.russian, .imperial, 500, "в пределах 1\u{A0}640 футов"),
    (.russian, .imperial, 3218.688, "в пределах 2 миль"),
    (.chinese, .metric, 500, "500米以内"),
    (.chinese, .imperial, 1609.344, "1英里以内"),
  ])
  func `a radius in words`(
    language: Language, units: LengthUnits, meters: Double, text: String
  ) {
    #expect(Strings(language, units: units).plainChosen(.walking, radius: meters) == text)
  }

  @Test(arguments: [
    (LengthUnits.metric, 730.0, 500.0), (.metric, 2400, 2000), (.imperial, 731, 2000 * 0.3048),
    (.imperial, 3300, 2 * 1609.344), (.imperial, 1609, 5000 * 0.3048), (.metric, 0.7, 0.5),
  ])
  func `the scale is round in its units`(units: LengthUnits, room: Double, meters: Double) {
    let roundest = units.roundLengths(notAbove: room).first
    #expect(abs((roundest ?? 0) - meters) < 1e-6)
  }

  @Test(arguments: [
    ("en", Language.english), ("en_GB.UTF-8", .english), ("zh-Hans", .chinese),
    ("zh_CN.UTF-8", .chinese), ("ru", .russian), ("ru_RU", .russian), ("RU", .russian),
    ("C.UTF-8", nil), ("POSIX", nil), ("", nil), ("tlh", nil), ("english", nil),
  ])
  func `a code names a language`(code: String, language: Language?) {
    #expect(Language(code: code) == language)
  }

  @Test(arguments: Language.all)
  func `an undoable change is named in the language`(language: Language) async throws {
    let app = try await app(.usual, language)
    await app.press("*", "u")
    let strings = Strings(language)
    let step = strings.favoriteStep(true, "Boi Noodles", 1)
    #expect(app.message == strings.undone(step, redoKey: "ctrl-r"))
  }
}
