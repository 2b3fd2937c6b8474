import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct RangeFilterTests {
  @Test(
    arguments: [
      ("8", RangeFilter.rating, 8, nil), ("8+", .rating, 8, nil), ("7.5 - 9", .rating, 7.5, 9),
      (">= 8", .rating, 8, nil), ("<=8", .rating, nil, 8), ("-6", .rating, nil, 6),
      ("500m", .distance, nil, 500), ("1.5km", .distance, nil, 1500), ("500", .distance, nil, 500),
      ("500m+", .distance, 500, nil), ("0.5–1.5 km", .distance, 500, 1500),
      ("500-1.5km", .distance, 500, 1500), ("1km..2km", .distance, 1000, 2000),
      ("9-8", .rating, 8, 9), ("1.5km-500m", .distance, 500, 1500),
      ("2000-1 km", .distance, 1000, 2000),
      ("10-50", .tips, 10, 50), (">10", .tips, 11, nil), ("< 10", .tips, nil, 9),
      ("1,000+", .checkins, 1000, nil), ("1 000 000", .checkins, 1_000_000, nil),
      ("15 min", .distance, nil, 1200),
      ("$$", .price, nil, 2), ("2", .price, nil, 2), ("$$-$$$", .price, 2, 3),
      ("$$$+", .price, 3, nil), ("<3", .price, nil, 2), (">8", .rating, 8, nil),
      ("< 8.7", .rating, nil, 8.7), ("<500", .distance, nil, 500), ("8 or more", .rating, 8, nil),
      ("8.5 or better", .rating, 8.5, nil), ("At least 8", .rating, 8, nil),
      ("more than 20", .tips, 21, nil), ("under 20", .tips, nil, 19), ("at most 3", .price, nil, 3),
      ("$$ or more", .price, 2, nil), ("between 10 and 50", .tips, 10, 50),
      ("from 500 m to 1 km", .distance, 500, 1000), ("15 min walk", .distance, nil, 1200),
      ("1 h", .distance, nil, 4800), ("1.5 hours", .distance, nil, 7200),
      ("1 h 10 min walk", .distance, nil, 5600), ("30 min-1 h", .distance, 2400, 4800),
      ("15 min walking", .distance, nil, 1200), ("exactly 10", .tips, 10, 10),
      ("only $$", .price, 2, 2),
      ("up to 15 mins", .distance, nil, 1200), ("15 min walk (1.2 km)", .distance, nil, 1200),
      ("< 15 min", .distance, nil, 1200), ("up to 1 km", .distance, nil, 1000),
      ("1 km or more", .distance, 1000, nil), ("１０～５０", .tips, 10, 50),
      ("８．５＋", .rating, 8.5, nil), ("7~9", .rating, 7, 9), ("＄＄", .price, nil, 2),
      ("500 метров", .distance, nil, 500), ("1～2千米", .distance, 1000, 2000),
      ("1-2 километра", .distance, 1000, 2000), ("2英里+", .distance, 3218.688, nil),
      ("100 футов", .distance, nil, 30.48),
    ] as [(String, RangeFilter, Double?, Double?)])
  func `ranges are read`(text: String, filter: RangeFilter, lower: Double?, upper: Double?) {
    let range = RangeWords(strings: Strings()).range(text, of: filter)
    #expect(
      range.map { NumberRange(lower: $0.lower, upper: $0.upper) }
        == NumberRange(lower: lower, upper: upper))
  }

  @Test(arguments: [
    (">8", RangeFilter.rating, "rating > 8.0", "more than 8", ">8"),
    ("less than 8.5", .rating, "rating < 8.5", "less than 8.5", "<8.5"),
    ("< 567 m", .distance, "location.distance < 567", "less than 567 m", "<567 m"),
    ("> 1.5km", .distance, "location.distance > 1500", "more than 1.5 km", ">1.5 km"),
    (
      "< 15 min", .distance, "location.distance < 1200", "less than 15 min (less than 1.2 km)",
      "<15 min"
    ),
    ("> 10", .tips, "stats.tipCount >= 11", "11 or more", "11+"),
  ])
  func `a range without its end is that everywhere`(
    text: String, filter: RangeFilter, predicate: String, words: String, typed: String
  ) throws {
    let strings = Strings()
    let range = try #require(RangeWords(strings: strings).range(text, of: filter))
    #expect(filter.predicate(range).predicateFormat == predicate)
    #expect(RangeWords(strings: strings).texts(range, of: filter).first == words)
    #expect(strings.format.text(range, of: filter) == typed)
    #expect(RangeWords(strings: strings).range(typed, of: filter) == range)
    var choices = FilterChoices()
    choices.ranges[filter] = range
    let decoded = try JSONDecoder().decode(NumberRange.self, from: JSONEncoder().encode(range))
    #expect(decoded == range)
    let chosen = try #require(choices.chosenPredicate)
    #expect(FilterChoices(recognizing: chosen).chosenPredicate == chosen)
  }

  @Test func `ranges of earlier versions have both ends`() throws {
    let range = try JSONDecoder().decode(NumberRange.self, from: Data(#"{"lower":8}"#.utf8))
    #expect(range == NumberRange(lower: 8))
  }

  @Test(arguments: [
    ("x", RangeFilter.rating), ("8-", .tips), ("8 m", .tips),
    ("1-2-3", .tips), ("", .rating), ("5", .price), ("or more", .tips), ("15 min wolk", .distance),
    ("$$$$$", .price), ("5 parsecs", .distance), ("10 20", .checkins), ("500 1 km", .distance),
  ])
  func `other texts are not ranges`(text: String, filter: RangeFilter) {
    guard text != "8-" else {
      #expect(RangeWords(strings: Strings()).range(text, of: filter) == NumberRange(lower: 8))
      return
    }
    #expect(RangeWords(strings: Strings()).range(text, of: filter) == nil)
  }

  @Test func `prices with a gap between them are marked on their scale`() {
    let style = RenderStyle(theme: Theme(.dark, depth: .trueColor), symbols: .unicode)
    let spans = style.scale([0...0.25, 0.5...0.75], columns: 8) { _ in 1 }.spans
    #expect(
      spans.map { $0.style.foreground == style.theme.bar.foreground }
        == [true, true, false, false, true, true, false, false])
  }

  @Test(
    arguments: [
      (nil, 1, ["exactly $"]), (nil, 2, ["up to $$", "to $$"]), (2, 2, ["exactly $$", "= $$"]),
      (3, nil, ["$$$ or more"]), (4, nil, ["exactly $$$$"]),
    ] as [(Double?, Double?, [String])])
  func `one price is not a range`(lower: Double?, upper: Double?, texts: [String]) {
    let range = NumberRange(lower: lower, upper: upper)
    #expect(RangeWords(strings: Strings()).texts(range, of: .price) == texts)
  }

  @Test(arguments: RangeFilter.allCases)
  func `a range can be typed as it is shown for editing`(filter: RangeFilter) {
    let numbers: [Double?] =
      filter == .price ? [nil, 1, 2, 3, 4] : [nil, 1, 7.25, 250, 1234, 1500, 12_000]
    for language in [Language.english, .russian] {
      let format = Strings(language).format
      for lower in numbers {
        for upper in numbers where (lower ?? 0) <= upper ?? .infinity {
          var range = NumberRange(lower: lower, upper: upper)
          guard range != NumberRange() else { continue }
          let text = format.text(range, of: filter)
          if lower == nil, !filter.limitsUpperEnd { range.lower = 0 }
          #expect(format.range(text, of: filter) == range, "\(text)")
        }
      }
    }
  }

  @Test(arguments: RangeFilter.allCases, Language.all)
  func `a range can be typed as it is shown`(filter: RangeFilter, language: Language) {
    let words = RangeWords(strings: Strings(language))
    let numbers: [Double?] = filter == .price ? [nil, 1, 2, 3, 4] : [nil, 1, 7, 80, 240, 12_000]
    for (lower, upper) in numbers.flatMap({ lower in numbers.map { (lower, $0) } }) {
      let isMinutes = filter == .distance && lower ?? upper == 80
      let range = NumberRange(lower: lower, upper: upper, unit: isMinutes ? .minutes : nil)
      guard lower ?? 0 <= upper ?? .infinity, lower != nil || upper != nil else { continue }
      var choices = FilterChoices()
      choices[filter] = range
      for text in words.texts(range, of: filter) {
        var typed = FilterChoices()
        typed[filter] = words.range(text, of: filter)
        #expect(typed == choices, "\(text)")
      }
    }
  }

  @Test(arguments: RangeFilter.allCases)
  func `stepping leads from any number to the last stop and back`(filter: RangeFilter) {
    var range: NumberRange?
    for _ in filter.stops { range = filter.stepped(range, further: !filter.limitsUpperEnd) }
    #expect(range != nil && range == filter.stepped(range, further: !filter.limitsUpperEnd))
    for _ in filter.stops { range = filter.stepped(range, further: filter.limitsUpperEnd) }
    #expect(range == nil)
  }

  @Test func `a saved predicate becomes a range again`() {
    var choices = FilterChoices()
    choices.ranges = [
      .rating: NumberRange(lower: 7.5, upper: 9), .distance: NumberRange(upper: 1500),
      .tips: NumberRange(lower: 10),
    ]
    #expect(FilterChoices(recognizing: choices.predicate(except: [.closed])) == choices)
    #expect(SavedChoices(choices).choices == choices)
  }

  @Test func `Enter edits a range, ctrl-s applies it, and digits mean the numbered rows elsewhere`()
    async throws
  {
    let app = try await AppHarness()
    await app.press(["f"] + Array(repeating: "j", count: 19) + ["enter"])
    #expect(app.lines.contains { $0.contains("          such as 10+ or 10-50") })
    await app.resize(to: Size(columns: 132, rows: 50))
    #expect(app.lines.contains { $0.contains("            such as 10+ or 10-50") })
    await app.press("1")
    #expect(app.lines.contains { $0.contains("            = 1 or more") })
    await app.press("x")
    #expect(app.lines.contains { $0.contains("            not valid, try 10+ or 10-50") })
    await app.press("ctrl-s")
    #expect(app.lines.contains { $0.contains("            not valid, try 10+ or 10-50") })
    #expect(app.lines.last == " Not valid: Tips   esc cancel  ⏎ set  ctrl-s apply")
    await app.press("backspace", "0", "+", "enter")
    #expect(app.finder.stack.top is VenueListScreen)
    #expect(app.lines[1].hasPrefix(" tips 10 or more "))
    await app.press("f", "1", "enter")
    #expect(app.lines[1].hasPrefix(" $ · tips 10 or more "))
  }

  @Test func `rows show their digits where these do not begin a range`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    let digits = { app.lines.compactMap { $0.firstMatch(of: /[1-8] \[ \]/) }.count }
    await app.press(["f"] + Array(repeating: "j", count: 19))
    #expect(digits() == 0)
    await app.press(Array(repeating: "k", count: 10))
    #expect(digits() == 8)
  }

  @Test func `a range is typed, filters at once, and an invalid one stays with its reason`()
    async throws
  {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 18) + ["enter"])
    await app.type("1-1.5km")
    #expect(app.lines[1].hasPrefix(" distance 1 km to 1.5 km"))
    #expect(app.lines.contains { $0.contains("3 of 30 venues match") })
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("Distance     1 km to 1.5 km") })
    await app.press("k", "j", "enter", "ctrl-u")
    await app.type("far")
    await app.press("enter", "j")
    #expect(app.lines.contains { $0.contains("Distance     far") })
    #expect(app.lines.contains { $0.contains("            not valid, try 500 m or 15 min") })
    await app.press("ctrl-s")
    #expect(app.finder.stack.top is FilterScreen)
    await app.press("ctrl-u")
    await app.type("2 km")
    await app.press("enter")
    #expect(app.finder.stack.top is VenueListScreen)
    #expect(app.lines[1].hasPrefix(" distance up to 2 km"))
    #expect(app.lines.contains { $0.contains("6 of 30 venues") })
  }

  @Test(
    arguments: [
      (16, ["9", "<$", ">$$$$"], "not valid: $ to $$$$, such as $$ or $$-$$$", "   $ to $$$$"),
      (
        17, ["12", "8-12", ">10", "<0", "good"], "not valid: 0 to 10, such as 8+ or 7-9",
        "   not valid: 0 to 10"
      ),
    ])
  func `a number that no venue can have is invalid, with the limits`(
    row: Int, texts: [String], remark: String, short: String
  ) async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: row) + ["enter"])
    for text in texts {
      await app.type(text)
      #expect(app.lines.contains { $0.contains("   \(remark)") }, "\(text)")
      #expect(app.finder.list.state.choices.isEmpty)
      await app.press("ctrl-u")
    }
    await app.resize(to: Size(columns: 40, rows: 24))
    await app.type("99")
    #expect(app.lines.contains { $0.hasSuffix(short) })
  }

  @Test func `a saved rating above the limit still filters`() async throws {
    let app = try await AppHarness()
    try SavedFilter(name: "best", predicate: FetchPredicate(format: "rating >= 12"), sort: [])
      .save(in: app.store)
    await app.press("F", "enter")
    #expect(app.lines[1].hasPrefix(" rating 12 or more "))
    #expect(app.names.isEmpty)
  }

  @Test func `an invalid range restricts nothing`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 19) + ["enter"])
    await app.type("15 min")
    #expect(app.lines.contains { $0.contains("not valid, try 10+ or 10-50") })
    #expect(app.lines[1].hasPrefix(" All venues "))
    #expect(app.finder.list.state.choices.isEmpty)
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("15 min") })
    #expect(app.lines[1].hasPrefix(" All venues "))
  }

  @Test func `an invalid range keeps the valid one before it`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 19) + ["enter"])
    await app.type("20")
    await app.press("enter", "k", "j", "enter")
    await app.type("15 min")
    #expect(app.lines[1].hasPrefix(" tips 20 or more "))
  }

  @Test func `minutes on foot are shown as they were typed`() async throws {
    let app = try await AppHarness()
    await app.press(["f"] + Array(repeating: "j", count: 18) + ["enter"])
    await app.type("15 min")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains(/Distance     to 15 min +[▁-█]/) })
    await app.press("k", "j", "enter")
    #expect(app.lines.contains { $0.hasSuffix("Distance     15 min") })
    await app.resize(to: Size(columns: 132, rows: 50))
    await app.press("enter")
    #expect(app.lines.contains { $0.contains(/Distance     up to 15 min \(1.2 km\) +[▁-█]/) })
    #expect(app.lines[1].hasPrefix(" distance up to 15 min walking (1.2 km) "))
    await app.press("k", "j", "enter", "ctrl-u")
    await app.type("10-15 min")
    #expect(app.lines[1].hasPrefix(" distance 10 min to 15 min (800 m to 1.2 km) "))
    await app.press("enter", ">")
    #expect(app.lines[1].hasPrefix(" distance 800 m to 1.5 km "))
  }

  @Test(arguments: Language.all)
  func `minutes stay minutes in a saved state and when they are edited`(language: Language) throws {
    let format = Strings(language).format
    let range = try #require(format.range("12.5 min", of: .distance))
    #expect(range == NumberRange(upper: 1000, unit: .minutes))
    #expect(format.range(format.text(range, of: .distance), of: .distance) == range)
    var choices = FilterChoices()
    choices[.distance] = range
    let data = try JSONEncoder().encode(SavedChoices(choices))
    #expect(try JSONDecoder().decode(SavedChoices.self, from: data).choices == choices)
  }

  @Test func `walking distance and a range of distances replace each other`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press("f", "6")
    #expect(app.lines.contains { $0.contains("Distance     up to 500 m") })
    #expect(app.lines[1].hasPrefix(" within 500 m "))
    await app.press(Array(repeating: "j", count: 13) + [">"])
    #expect(app.lines[1].hasPrefix(" distance up to 750 m "))
    #expect(app.lines.contains { $0.contains("[ ] Within 500 m                   0 places") })
    await app.press("enter", "ctrl-u")
    await app.type("1 km+")
    await app.press("enter", "g", "6")
    #expect(app.lines[1].hasPrefix(" within 500 m "))
    await app.press("6")
    #expect(app.lines[1].hasPrefix(" All venues "))
  }

  @Test func `ranges without data say so`() async throws {
    let app = try await AppHarness()
    await app.press("f")
    #expect(app.lines.contains { $0.contains("Rating       no data") })
    #expect(app.lines.contains { $0.contains("Tips         any ") })
    var venue = try app.store.venue(named: "Teado")
    venue.rating = 8
    try await app.store.write("Rate") { [venue] in $0.update(venue) }
    await app.until(shows: "Rating       any ")
  }

  @Test func `the range of prices is a run of the chosen levels`() {
    var choices = FilterChoices()
    let runs: [(NumberRange?, Set<PriceLevel>)] = [
      (NumberRange(upper: 2), [.cheap, .moderate]),
      (NumberRange(lower: 3), [.expensive, .veryExpensive]),
      (NumberRange(lower: 2, upper: 3), [.moderate, .expensive]),
      (NumberRange(upper: 1), [.cheap]), (nil, []),
    ]
    for (range, prices) in runs {
      choices[.price] = range
      #expect(choices.prices == prices)
      #expect(choices[.price] == range)
    }
    for prices in [[.cheap, .expensive], [.unknown, .cheap], []] as [Set<PriceLevel>] {
      choices.prices = prices
      #expect(choices[.price] == nil)
    }
  }

  @Test(arguments: RangeFilter.allCases)
  func `a place on a scale becomes the nearest stop`(filter: RangeFilter) {
    let steps = Double(filter == .price ? filter.stops.count : filter.stops.count + 1)
    for (index, stop) in filter.stops.enumerated() {
      let place = (Double(index) + (filter == .price ? 0.5 : 1)) / steps
      let range = filter.range(nil, movedTo: place)
      #expect(
        range == (filter.limitsUpperEnd ? NumberRange(upper: stop) : NumberRange(lower: stop)))
      let both = NumberRange(lower: filter.stops[0], upper: filter.stops.last)
      let moved = filter.range(both, movedTo: place)
      #expect(moved?.lower == stop || moved?.upper == stop)
    }
  }

  @Test func `a click on a scale sets the range, dragging changes it`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press("f")
    func row(_ text: String) -> Int? { app.lines.firstIndex { $0.contains(text) } }
    await app.click(column: 124, row: try #require(row("  Distance     any")))
    let clicked = try #require(row("▌ Distance     up to 1 km"))
    await app.post(.mouse(MouseEvent(.drag, button: .left, at: Point(column: 127, row: clicked))))
    #expect(row("▌ Distance     up to 3 km") == clicked)
    #expect(app.lines[1].hasPrefix(" distance up to 3 km"))
  }

  @Test func `prices are typed as a range, which ticks their levels`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 16))
    #expect(app.lines.contains { $0.contains("▌ Price") })
    await app.press("enter")
    await app.type("$$-$$$")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("Price range  $$ to $$$") })
    #expect(app.lines.contains { $0.contains("[x] $$ ") })
    #expect(app.lines[1].hasPrefix(" $$, $$$ "))
    await app.press(">")
    #expect(app.lines[1].hasPrefix(" $$, $$$, $$$$ "))
  }

  @Test(arguments: [
    (["<", "5"], "rating less than 5"), ([">", "9"], "rating more than 9"),
    (["<", "=", "5"], "rating up to 5"), (["=", "5"], "rating exactly 5"),
    (["-", "5"], "rating up to 5"), ([">", ">", "5"], "rating 5 or more"),
  ])
  func `a sign before a number makes a comparison`(keys: [String], words: String) async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 17) + keys + ["enter", "ctrl-s"])
    #expect(app.lines[1].hasPrefix(" \(words) "), "\(app.lines[1])")
  }

  @Test func `applying an invalid field again names it`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 17))
    await app.type("9-12")
    await app.press("ctrl-s")
    #expect(app.message == "Not valid: Rating")
    #expect(app.lines.contains { $0.contains("▌ Rating       9-12") })
  }
}
