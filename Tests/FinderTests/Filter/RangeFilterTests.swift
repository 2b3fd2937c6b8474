import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct RangeFilterTests {
  private static let english = Strings().format

  @Test(
    arguments: [
      ("8", RangeFilter.rating, 8, nil), ("8+", .rating, 8, nil), ("7.5 - 9", .rating, 7.5, 9),
      (">= 8", .rating, 8, nil), ("<=8", .rating, nil, 8), ("-6", .rating, nil, 6),
      ("500m", .distance, nil, 500), ("1.5km", .distance, nil, 1500), ("500", .distance, nil, 500),
      ("500m+", .distance, 500, nil), ("0.5–1.5 km", .distance, 500, 1500),
      ("500-1.5km", .distance, 500, 1500), ("1km..2km", .distance, 1000, 2000),
      ("10-50", .tips, 10, 50), (">10", .tips, 11, nil), ("< 10", .tips, nil, 9),
      ("1,000+", .checkins, 1000, nil), ("15 min", .distance, nil, 1200),
    ] as [(String, RangeFilter, Double?, Double?)])
  func `ranges are read`(text: String, filter: RangeFilter, lower: Double?, upper: Double?) {
    #expect(Self.english.range(text, of: filter) == NumberRange(lower: lower, upper: upper))
  }

  @Test(arguments: [
    ("x", RangeFilter.rating), ("8-", .tips), ("9-8", .rating), (">8", .rating), ("8 m", .tips),
    ("1-2-3", .tips), ("<500", .distance), ("", .rating), ("5 parsecs", .distance),
  ])
  func `other texts are not ranges`(text: String, filter: RangeFilter) {
    guard text != "8-" else {
      #expect(Self.english.range(text, of: filter) == NumberRange(lower: 8))
      return
    }
    #expect(Self.english.range(text, of: filter) == nil)
  }

  @Test(arguments: RangeFilter.allCases)
  func `a range can be typed as it is shown for editing`(filter: RangeFilter) {
    let numbers: [Double?] = [nil, 1, 7.25, 250, 1234, 1500, 12_000]
    for language in [Language.english, .russian] {
      let format = Strings(language).format
      for lower in numbers {
        for upper in numbers where (lower ?? 0) <= upper ?? .infinity {
          var range = NumberRange(lower: lower, upper: upper)
          guard range != NumberRange() else { continue }
          let text = format.text(range, of: filter)
          if lower == nil, !filter.isUpward { range.lower = 0 }
          #expect(format.range(text, of: filter) == range, "\(text)")
        }
      }
    }
  }

  @Test(arguments: RangeFilter.allCases)
  func `stepping leads from any number to the last stop and back`(filter: RangeFilter) {
    var range: NumberRange?
    for _ in filter.stops { range = filter.stepped(range, further: !filter.isUpward) }
    #expect(range != nil && range == filter.stepped(range, further: !filter.isUpward))
    for _ in filter.stops { range = filter.stepped(range, further: filter.isUpward) }
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

  @Test func `a digit begins a range, and Enter twice applies it`() async throws {
    let app = try await AppHarness()
    await app.press(["f"] + Array(repeating: "j", count: 18) + ["1", "0", "+", "enter", "enter"])
    #expect(app.finder.stack.top is VenueListScreen)
    #expect(app.lines[1].hasPrefix(" tips 10 or more "))
    await app.press("f", "1", "enter")
    #expect(app.lines[1].hasPrefix(" $ · tips 10 or more "))
  }

  @Test func `a range is typed, filters at once, and an invalid one stays with its reason`()
    async throws
  {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 17) + ["enter"])
    await app.type("1-1.5km")
    #expect(app.lines[1].hasPrefix(" distance 1 km to 1.5 km"))
    #expect(app.lines.contains { $0.contains("3 of 30 venues match") })
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("Distance   1 km to 1.5 km") })
    await app.press("k", "j", "enter", "ctrl-u")
    await app.type("far")
    await app.press("enter", "j")
    #expect(app.lines.contains { $0.contains("Distance   far such as 500 m or 15 min") })
    await app.press("ctrl-s")
    #expect(app.finder.stack.top is FilterScreen)
    await app.press("ctrl-u")
    await app.type("2 km")
    await app.press("enter")
    #expect(app.finder.stack.top is VenueListScreen)
    #expect(app.lines[1].hasPrefix(" distance up to 2 km"))
    #expect(app.lines.contains { $0.contains("6 of 30 venues") })
  }
}
