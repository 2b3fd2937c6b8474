import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct FilterStateTests {
  @Test func `40 columns have room for counts of a million venues`() {
    var state = FilterState(choices: FilterChoices(), sorts: .standard, total: 1_000_000)
    let names = ["toggle.deals", "sum.deals", "toggle.walking", "toggle.tips"]
    state.counts = FilterCounts(
      Dictionary(uniqueKeysWithValues: names.map { ($0, FetchValue.integer(1_000_000)) }))
    var canvas = Canvas(size: Size(columns: 40, rows: 24))
    let render = RenderContext(for: Capabilities())
    _ = FilterView(
      layout: FilterLayout(state: state, render: render, area: canvas.bounds)
    ).draw(on: &canvas)
    #expect(
      canvas.lines().filter { $0.contains("[ ] ") && $0.contains("1,000,000") } == [
        "  [ ] Offering a deal  1,000,000 places", "  [ ] Within 500 m     1,000,000 places",
        "  [ ] Has user tips    1,000,000 places",
      ])
  }

  @Test func `toggling twice changes nothing`() {
    var state = FilterState(choices: FilterChoices(), sorts: .standard)
    for row in FilterRow.fixed(hasOpen: false, .standard).prefix(8) {
      #expect(state.focus == row && !state.isChosen(row))
      state.toggle()
      #expect(state.isChosen(row))
      state.toggle()
      #expect(!state.isChosen(row))
      state.viewport.move(by: 1)
    }
    #expect(state.choices == FilterChoices())
  }

  @Test(arguments: [
    (SortOption.by(.distance), ["-location.distance", "name"]),
    (.nameAscending, ["name"]),
    (.nameDescending, ["-name"]),
    (.by(.price), ["priceInfo.tier", "name"]),
    (.by(.rating), ["-rating", "name"]),
    (.by(.tips), ["-stats.tipCount", "name"]),
    (.by(.checkins), ["-stats.checkinsCount", "name"]),
  ])
  func `a sort order starts with the best value, and choosing it again reverses it`(
    option: SortOption, keys: [String]
  ) {
    let sorts = option.choose(over: .standard)
    #expect(sorts.map { ($0.ascending ? "" : "-") + $0.keyPath } == keys)
    #expect(SortOption.common.filter { $0.index(in: sorts) == 0 } == [option])
  }

  @Test func `sort orders are added in the chosen order, and choosing one again reverses it`() {
    func keys(_ sorts: [SortChoice]) -> [String] {
      sorts.map { ($0.ascending ? "" : "-") + $0.keyPath }
    }
    var sorts = SortOption.by(.price).toggle(in: .standard)
    #expect(keys(sorts) == ["priceInfo.tier", "name"])
    sorts = SortOption.by(.tips).toggle(in: sorts)
    #expect(keys(sorts) == ["priceInfo.tier", "-stats.tipCount", "name"])
    sorts = SortOption.by(.price).toggle(in: sorts)
    #expect(keys(sorts) == ["-priceInfo.tier", "-stats.tipCount", "name"])
    sorts = SortOption.nameDescending.toggle(in: sorts)
    #expect(keys(sorts) == ["-priceInfo.tier", "-stats.tipCount", "-name"])
    sorts = SortOption.by(.price).remove(from: SortOption.by(.tips).remove(from: sorts))
    #expect(keys(sorts) == ["-name"])
    #expect(SortOption.nameDescending.remove(from: sorts) == .standard)
    #expect(keys(SortOption.by(.distance).toggle(in: .standard)) == ["-location.distance", "name"])
  }

  @Test func `the radius has fixed steps, one of 15 minutes`() {
    var state = FilterState(choices: FilterChoices(), sorts: .standard)
    state.choices.radius = 600
    state.changeRadius(longer: true)
    #expect(state.choices.radius == 750)
    state.choices.radius = 600
    state.changeRadius(longer: false)
    #expect(state.choices.radius == 500)
    for _ in 0..<3 { state.changeRadius(longer: true) }
    #expect(Strings().walkingTime(state.choices.radius) == "15 min")
    for _ in 0..<20 { state.changeRadius(longer: true) }
    #expect(state.choices.radius == 10_000)
  }

  @Test func `a range of one number has the same words everywhere`() throws {
    let summary = FilterSummary(render: RenderContext(for: Capabilities()))
    func text(_ condition: FetchPredicate) -> String? {
      var choices = FilterChoices()
      choices.condition = condition
      return summary.filter(choices)
    }
    let bin = VenueGrouping(.rating, width: 0.5).predicate(ofSection: "5.5")
    #expect(text(bin) == "rating 5.5 to 6")
    #expect(text(VenueSectioning.rating.predicate(ofSection: "5")) == "rating 9 or more")
    #expect(text(VenueSectioning.rating.predicate(ofSection: "2")) == "rating 6 to 7")
    #expect(text(VenueSectioning.tips.predicate(ofSection: "2")) == "tips 5 to 9")
    #expect(text(VenueSectioning.distance.predicate(ofSection: "0")) == "distance less than 500 m")
    #expect(text(try FetchPredicate(format: "rating >= 5")) == "rating 5 or more")
    #expect(text(try FetchPredicate(format: "stats.tipCount <= 5")) == "tips up to 5")
    #expect(text(try FetchPredicate(format: "rating > 5")) == "rating is greater than 5")
  }

  @Test(
    arguments: [
      ("0", nil, "0"), ("1", nil, "1 to 4"), ("6", nil, "100 or more"), ("0.0", 5, "0 to 4"),
      ("3.0", 1, "3"),
    ] as [(String, Double?, String)])
  func `groups of whole numbers do not share their ends`(
    name: String, width: Double?, title: String
  ) {
    let grouping = VenueGrouping(.tips, width: width)
    #expect(Strings().title(ofGroup: name, in: grouping) == title)
  }
}
