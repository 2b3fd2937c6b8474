import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct StatisticsScreenTests {
  @Test(arguments: [Size.usual, .small, Size(columns: 132, rows: 43)])
  func `groups have counts, percentages, bars, sums and averages`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("b", "S", "6")
    try Dump.expect(app.screen, is: "numbers-\(size.columns)x\(size.rows)")
  }

  private func groups(_ app: AppHarness) -> [String] {
    app.lines.dropFirst(3).prefix { !$0.isEmpty && !$0.contains("─") }.map { line in
      line.dropFirst(3).split(separator: " ").prefix(2).joined(separator: " ")
    }
  }

  @Test(arguments: [["b", "S"], ["b", "x"], ["S"]])
  func `a menu of groupings says which ones have no data`(keys: [String]) async throws {
    let app = try await AppHarness()
    await app.press(keys)
    let empty = app.lines.filter { $0.contains("no data") }
    #expect(empty.count == 3)
    for title in ["Neighborhood", "Rating", "Chain"] {
      #expect(empty.contains { $0.contains(title) })
    }
  }

  @Test func `choosing the current grouping shows its groups again`() async throws {
    let app = try await AppHarness()
    await app.press("b")
    let before = app.lines
    await app.press("S", "enter")
    #expect(app.lines == before)
  }

  @Test func `statistics of no venues name the filter and the key that clears it`() async throws {
    let app = try await AppHarness()
    await app.press("f", "4", "enter", "b")
    let lines = app.lines.dropFirst(3).map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    #expect(lines.prefix(3) == ["Novenuesmatch", "$$$$", "Pressctoclearthefilter"])
    #expect(!app.lines.joined().contains("groups"))
    await app.press("f", "4", "enter")
    #expect(groups(app) == ["$ 27", "$$ 2", "$$$ 1"])
    await app.press("f", "4", "enter", "c")
    #expect(groups(app) == ["$ 27", "$$ 2", "$$$ 1"])
    #expect(app.lines[0].hasPrefix(" Statistics · Price  "))
    await app.press("esc")
    #expect(app.lines[1].hasPrefix(" All venues  "))
  }

  @Test func `groups can be sorted by any column`() async throws {
    let app = try await AppHarness()
    await app.press("b")
    #expect(groups(app) == ["$ 27", "$$ 2", "$$$ 1"])
    await app.press("s", "r")
    #expect(groups(app) == ["$$$ 1", "$$ 2", "$ 27"])
    await app.press("r")
    #expect(groups(app) == ["$ 27", "$$ 2", "$$$ 1"])
    await app.click(column: 5, row: 2)
    await app.click(column: 5, row: 2)
    #expect(groups(app) == ["$$$ 1", "$$ 2", "$ 27"])
  }

  @Test func `Enter opens a group, Esc leaves it`() async throws {
    let app = try await AppHarness()
    await app.press("j", "j", "j", "j")
    let before = app.screen
    await app.press("b", "j", "enter")
    #expect(app.names == ["CoCo Fresh Tea & Juice", "Chatime 日出茶太"])
    await app.press("esc")
    #expect(groups(app) == ["$ 27", "$$ 2", "$$$ 1"])
    await app.press("esc")
    #expect(app.screen == before)
  }

  @Test func `groups within groups are left one after the other`() async throws {
    let app = try await AppHarness()
    await app.press("b")
    let all = app.lines
    await app.press("enter")
    let outer = app.lines
    await app.press("b", "S", "3")
    let inner = app.lines
    await app.press("enter", "esc")
    #expect(app.lines == inner)
    await app.press("esc")
    #expect(app.lines == outer)
    await app.press("esc")
    #expect(app.lines == all)
    await app.press("esc", "esc")
    #expect(app.message == "Nothing to go back to; q to quit")
  }

  @Test func `opening a group again does not repeat its condition`() async throws {
    let app = try await AppHarness()
    await app.press("b", "S", "6", "j", "enter")
    let choices = app.finder.list.state.choices
    #expect(!choices.isEmpty)
    await app.press("b", "enter")
    #expect(app.finder.list.state.choices == choices)
    await app.press("b", "S", "3", "enter", "b", "S", "6", "enter")
    #expect(app.finder.list.state.choices.conditions.count == choices.conditions.count + 1)
  }

  @Test func `leaving a group restores the statistics`() async throws {
    let app = try await AppHarness()
    await app.press("b", "S", "3", "s", "j", "j")
    let before = app.screen
    await app.press("enter", "j", "esc")
    #expect(app.screen == before)
  }

  @Test func `the columns of a cross table with many names begin with the largest`() async throws {
    let store = try FetchStore.empty()
    try await store.write("Add") { transaction in
      for (number, city) in ["Ant", "Bee", "Bee", "Cat", "Cat", "Cat", nil, nil].enumerated() {
        var venue = Venue()
        (venue.id, venue.name, venue.location.city) = ("\(number)", "A", city)
        transaction.insert(venue)
      }
    }
    let query = GroupQuery(VenueGrouping(.price), second: VenueGrouping(.city))
    let groups = try await store.snapshot {
      try query.fetch(.constant(true), in: Venue.entity, from: $0)
    }
    #expect(groups.parts == ["Cat", "Bee", "Ant", ""])
  }

  @Test(arguments: VenueSectioning.allCases)
  func `an opened group has as many venues as its count`(grouping: VenueSectioning) async throws {
    let store = try FetchStore.seeded()
    let groups = try await store.snapshot {
      try GroupQuery(VenueGrouping(grouping)).fetch(.constant(true), in: Venue.entity, from: $0)
        .groups
    }
    #expect(groups.reduce(0) { $0 + $1.count } == 30)
    for group in groups {
      var request = FetchRequest<Venue>()
      request.predicate = grouping.predicate(ofSection: group.name)
      #expect(try await store.count(request) == group.count, "\(grouping) \(group.name)")
    }
  }

  @Test func `statistics open as they were left, with the current groups`() async throws {
    let app = try await AppHarness()
    await app.press("b", "S", "6", ">", "r")
    let left = app.lines
    await app.press("esc", "b")
    #expect(app.lines.dropLast(2) == left.dropLast(2))
    await app.press("S", "1", "x", "down", "down", "enter", "s")
    let crossed = app.lines
    await app.press("esc", "b")
    #expect(app.lines.dropLast(2) == crossed.dropLast(2))
    await app.press("esc", "f", "1", "enter", "b")
    #expect(app.lines[0].hasPrefix(" Statistics · Price × "))
    #expect(groups(app) == ["$ 27"])
  }

  @Test func `keys at the end of a scale say so`() async throws {
    let app = try await AppHarness()
    await app.press(["b", "S", "6"] + Array(repeating: ">", count: 20))
    #expect(app.message == "This is the largest value")
    #expect(app.lines.last?.contains(" < > ") == false)
    await app.press(Array(repeating: "<", count: 20))
    #expect(app.message == "This is the smallest value")
    await app.press(["esc", "f"] + Array(repeating: ">", count: 30))
    #expect(app.message == "This is the largest value")
    await app.press(["esc", "m"] + Array(repeating: "-", count: 60))
    #expect(app.message == "This is the smallest value")
    await app.press(Array(repeating: "+", count: 80))
    #expect(app.message == "This is the largest value")
  }

  @Test func `numbers are a histogram with adjustable steps`() async throws {
    let app = try await AppHarness()
    await app.press("b", "S", "6")
    #expect(groups(app) == ["500 m", "1 km", "2 km", "5 km"])
    await app.press(">")
    #expect(app.lines[0].hasPrefix(" Statistics · Distance · bins of 1 km "))
    #expect(counts(app) == [1, 5, 4, 3, 10, 6, 1])
    await app.press(">")
    #expect(app.lines[0].contains("bins of 2 km"))
    #expect(counts(app) == [6, 7, 16, 1])
    await app.press("<", "<")
    #expect(app.lines[0].contains("bins of 500 m"))
    await app.press(">", ">", ">", ">", ">")
    #expect(!app.lines[0].contains("steps"))
    await app.press("S", "1", ">")
    #expect(
      app.message
        == "Only groups of numbers have bins; S to group")
  }

  @Test(arguments: [
    (VenueSectioning.rating, [0.25, 0.5, nil, 2]), (.tips, [1, 2, nil, 10, 20]),
    (.distance, [100, 250, nil, 1000, 2000]), (.visitors, [50, 100, nil, 500]),
  ])
  func `bins become wider or narrower from those at first, up to the ends`(
    grouping: VenueSectioning, widths: [Double?]
  ) throws {
    let start = StatisticsState(grouping: grouping)
    let middle = try #require(widths.firstIndex(of: nil))
    var state = start
    for width in widths[(middle + 1)...] {
      state.changeWidth(wider: true, units: .metric)
      #expect(state.grouping.width == width)
    }
    state = start
    for width in widths[..<middle].reversed() {
      state.changeWidth(wider: false, units: .metric)
      #expect(state.grouping.width == width)
    }
    for wider in [true, false] {
      for _ in 0..<20 { state.changeWidth(wider: wider, units: .metric) }
      let width = state.grouping.width
      state.changeWidth(wider: wider, units: .metric)
      #expect(state.grouping.width == width)
    }
  }

  @Test(arguments: [Symbols.unicode, .console, .ascii])
  func `the parts of stacked bars differ without colors`(symbols: Symbols) {
    let style = RenderStyle(theme: Theme(.mono, depth: .trueColor), symbols: symbols)
    var render = RenderContext(for: Capabilities())
    render.style = style
    let cells = style.parts([render.theme.neutral] + render.theme.marks)
    #expect(Set(cells.prefix(5).map(\.text)).count == 5)
  }

  /// The numbers of venues of the groups.
  private func counts(_ app: AppHarness) -> [Int] {
    app.finder.statistics?.sorted.map(\.count) ?? []
  }

  @Test(arguments: [Size.small, .usual, .large])
  func `the parts of stacked bars can be chosen one after the other`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("b", "x", "3", "B")
    let parts = try #require(app.finder.statistics?.result?.parts)
    for part in parts {
      await app.press("right")
      #expect(app.finder.statistics?.focusedPart == part)
      #expect(app.lines[size == .small ? 1 : 2].contains("█") || size == .small)
    }
    #expect(app.lines[size == .small ? 2 : 3].contains("█"))
  }

  @Test func `a cross table shows that it has more columns than fit`() async throws {
    let app = try await AppHarness(Size(columns: 44, rows: 10))
    await app.press("b", "x", "3")
    #expect(app.lines[1].hasSuffix("›"))
    #expect(app.lines.last?.contains("→ column") == true)
    #expect(!app.lines[1].contains("‹"))
    let count = try #require(app.finder.statistics?.result?.parts.count)
    await app.press(Array(repeating: "right", count: count))
    #expect(app.lines[1].contains("‹"))
    #expect(!app.lines[1].contains("›"))
  }

  @Test(
    arguments: [["6", "4"], ["3", "2"], ["4", "6"]].flatMap { keys in
      [40, 44, 60].map { (keys, $0) }
    })
  func `the column with the cursor of a cross table is visible in narrow terminals`(
    keys: [String], columns: Int
  ) async throws {
    let app = try await AppHarness(Size(columns: columns, rows: 10))
    await app.press("b", "S", keys[0], "x", keys[1])
    #expect(app.lines[1].contains(#/Venues.* \S+ *›?$/#))
    let parts = try #require(app.finder.statistics?.result?.parts)
    for part in parts {
      await app.press("right")
      let state = try #require(app.finder.statistics)
      let view = StatisticsView(
        state: state, filter: nil, clearKey: nil, render: app.finder.context.render)
      #expect((0..<columns).contains { view.column(at: $0, columns: columns) == .part(part) })
    }
  }

  @Test(arguments: [(Size.usual, ["3", "2"]), (Size(columns: 120, rows: 40), ["6", "4"])])
  func `a cross table that fits does not move`(size: Size, keys: [String]) async throws {
    let app = try await AppHarness(size)
    await app.press("b", "S", keys[0], "x", keys[1])
    let header = app.lines[2]
    #expect(!header.contains("‹") && !header.contains("›"))
    for _ in 0..<3 {
      await app.press("right")
      #expect(app.lines[2] == header)
    }
  }

  @Test func `large numbers have two blanks between them`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Teado")
    (venue.stats.tipCount, venue.rating) = (194_215, 7.4)
    try await store.write("Change") { [venue] in $0.update(venue) }
    let app = try await AppHarness(store: store)
    await app.press("b", "S", "3")
    let total = try #require(app.lines.first { $0.contains("100.0%") })
    #expect(total.contains(#/%  +12  +194,7\d\d  +\d/#))
  }

  @Test func `the arrow of a long table covers no number`() async throws {
    let app = try await AppHarness(.small)
    await app.press("b", "S", "5")
    #expect(app.lines.contains { $0.contains(#/[\d%] +↓$/#) })
    #expect(!app.lines.contains { $0.contains(#/\d↓$/#) })
  }

  @Test func `a second grouping makes a cross table, whose cells are lists`() async throws {
    let app = try await AppHarness()
    await app.press("b", "S", "3", "x", "2")
    #expect(app.lines[0].hasPrefix(" Statistics · City × Price "))
    #expect(app.lines[2].contains(#/Venues ▼ +Share +\$ +\$\$ +\$\$\$$/#))
    await app.press("right", "right")
    let before = app.screen
    let cell = try #require(app.finder.statistics)
    let count = cell.focusedGroup?.parts[cell.focusedPart ?? ""] ?? 0
    await app.press("enter")
    #expect(app.names.count == count)
    await app.press("esc")
    #expect(app.screen == before)
    await app.press("left", "left", "left")
    #expect(app.lines[0].contains("Bubble Tea Finder"))
  }

  @Test func `choosing the number that is marked keeps the cross table`() async throws {
    let app = try await AppHarness()
    await app.press("b", "x", "2")
    let crossed = app.lines
    await app.press("C", "enter")
    #expect(app.lines == crossed)
  }

  @Test func `an empty cell of a cross table says nothing about conditions`() async throws {
    let app = try await AppHarness()
    try await openEmptyCell(app)
    #expect(!app.lines.joined().contains("ignores case"))
    await app.press("c", "f", "G", "enter")
    await app.type("name CONTAINS 'a' OR name CONTAINS 'e'")
    await app.press("enter", "ctrl-s")
    try await openEmptyCell(app)
    #expect(app.lines.joined().contains("CONTAINS[c] ignores case"))
  }

  /// Opens a cell without venues of a table of cities and categories.
  private func openEmptyCell(_ app: AppHarness) async throws {
    await app.press("b", "S", "3", "x", "4", "right")
    let state = try #require(app.finder.statistics)
    let part = try #require(state.focusedPart)
    let row = try #require(state.sorted.firstIndex { ($0.parts[part] ?? 0) == 0 })
    await app.press(Array(repeating: "j", count: row) + ["enter"])
    #expect(app.lines.contains { $0.contains("No venues match") })
  }

  @Test func `the filter can be changed in the statistics, which keep their grouping`() async throws
  {
    let app = try await AppHarness()
    await app.press("b", "S", "3", "f")
    #expect(app.lines.contains { $0.contains("Sort list by") })
    await app.press("5", "enter")
    #expect(app.lines[0].hasPrefix(" Statistics · City · offering a deal "))
    #expect(app.lines[0].hasSuffix(" 6 of 30 venues"))
    await app.press("esc", "c", "b")
    #expect(app.lines[0].hasPrefix(" Statistics · City "))
    #expect(app.lines[0].hasSuffix(" 30 venues"))
  }

  @Test func `the legend of stacked bars shortens its names before it leaves out a part`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("b", "S", "3", "x", "2")
    let result = try #require(app.finder.statistics?.result)
    #expect(result.parts == ["1", "2", "3"])
    let names = ["1": "Bubble Tea Shop", "2": "Café", "3": "Dessert Shop"]
    let stack = StatisticsStack(
      parts: result.parts, isPrice: false, render: app.finder.context.render)
    func legend(_ columns: Int) -> String {
      stack.legend(of: result.total, in: result.total, focus: nil, columns: columns) {
        names[$0] ?? $0
      }
      .names.spans.map(\.text).joined()
    }
    #expect(legend(41) == "█ Bubble Tea Shop  █ Café  █ Dessert Shop")
    #expect(legend(40) == "█ Bubble Tea Sh…  █ Café  █ Dessert Shop")
    #expect(legend(28) == "█ Bubble…  █ Café  █ Desser…")
    #expect(legend(25) == "█ Bubble Tea Shop  █ Café")
    #expect(legend(24) == "█ Bubble Tea Shop  +2")
  }

  @Test(arguments: [Size.usual, Size(columns: 120, rows: 40)])
  func `stacked bars name all parts above the bars if there is room`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("b", "S", "6", "x", "4", "B")
    for key in ["g", "j", "j"] {
      await app.press(key)
      #expect(app.lines[2].contains(#/█ New York  . Astoria  . Queens/#))
    }
    #expect(app.lines.count { $0.contains("Astoria") } == 1)
  }

  @Test func `parts that the legend leaves out are named below the totals`() async throws {
    let app = try await AppHarness()
    await app.press("b", "x", "4", "B")
    let result = try #require(app.finder.statistics?.result)
    #expect(app.lines[2].contains(#/ \+\d+ *$/#))
    let totals = try #require(app.lines.firstIndex { $0.contains("100.0%") })
    let below = app.lines[(totals + 1)...].joined(separator: "\n")
    for (part, count) in result.total.parts where count > 0 {
      #expect(below.contains("\(part) \(count)"), "\(part) in\n\(below)")
    }
  }

  @Test(arguments: [
    (30, [15, 9]), (29, [14, 9]), (22, [7, 9]), (21, [15]), (17, [15]), (16, [14]), (8, [7]),
  ])
  func `the legend of stacked bars shortens names, but no numbers`(
    columns: Int, widths: [Int]
  ) {
    #expect(
      StatisticsStack.legendWidths(names: [15, 4], numbers: [7, 9], columns: columns) == widths)
  }

  @Test(arguments: [
    (1, [1, 1, 2, 1, 3], [0, 0, 0, 0, 1]), (5, [19, 2, 3, 3, 6], [3, 0, 1, 0, 1]),
    (4, [1, 1], [2, 2]), (3, [1, 1], [2, 1]), (0, [0, 0], [0, 0]), (7, [0, 5], [0, 7]),
  ])
  func `the cells of a stacked bar go to the largest parts`(
    width: Int, counts: [Int], shares: [Int]
  ) {
    #expect(StatisticsStack.shares(of: width, in: counts) == shares)
  }

  @Test func `one key shows a second grouping as stacked bars, whose parts add up`() async throws {
    let app = try await AppHarness()
    await app.press("b", "B")
    #expect(app.lines.last?.contains("There is no second grouping; x to choose one") == true)
    await app.press("x", "1", "x", "7", "B", "g")
    let state = try #require(app.finder.statistics)
    let total = try #require(state.result?.total)
    #expect(state.columns == [.group, .count])
    #expect(total.parts.values.reduce(0, +) == total.count)
    let stack = StatisticsStack(
      parts: state.result?.parts ?? [], isPrice: false, render: app.finder.context.render)
    for group in state.sorted {
      let share = Double(group.count) / Double(total.count)
      let bar = stack.bar(of: group, share, columns: 40, focus: nil)
      let parts = bar.spans.dropLast().map { $0.text.count }.reduce(0, +)
      #expect(parts == (group.count == 0 ? 0 : max(1, Int((share * 40).rounded()))))
      #expect(bar.width == 40)
    }
    let before = app.screen
    await app.press("right", "enter")
    #expect(app.finder.stack.top is VenueListScreen)
    await app.press("esc", "left")
    #expect(app.screen == before)
    await app.press("B")
    #expect(app.lines[2].contains("Venues"))
    #expect(app.finder.statistics?.columns.count == 2 + (state.result?.parts.count ?? 0))
  }

  @Test func `the numbers of a column have sum, average, minimum, median and maximum`() async throws
  {
    let app = try await AppHarness()
    await app.press("b", "C", "4")
    #expect(app.lines[0].hasPrefix(" Statistics · Price · Tips "))
    #expect(
      app.lines[2].split(separator: " ")
        == ["Price", "▲", "Venues", "Share", "Sum", "Average", "Min", "Median", "Max"])
    #expect(app.finder.statistics?.result?.total.aggregates[.sum] == 519)
    await app.press("C", "2")
    #expect(!app.lines[2].contains("Sum"))
    await app.press("C", "1")
    #expect(app.lines[2].contains("Deals"))
  }

  @Test(arguments: [80, 120])
  func `bars show the column that the groups are sorted by`(columns: Int) async throws {
    let app = try await AppHarness(Size(columns: columns, rows: 24))
    await app.press("b", "S", "3", "C", "4", "s", "s")
    let result = try #require(app.finder.statistics)
    #expect(result.sort == .aggregate(.average))
    try Dump.expect(app.screen, is: "numbers-average-\(columns)x24")
    await app.press("s", "s", "s", "s", "s")
    #expect(app.finder.statistics?.sort == .count)
    #expect(app.lines[2].split(separator: " ").count { $0 == "Average" } == 1)
  }

  @Test func `a number and a second grouping say that they take the place of each other`()
    async throws
  {
    let app = try await AppHarness(Size(columns: 120, rows: 24))
    await app.press("b")
    #expect(app.lines.last?.contains(" C number ") == true)
    await app.press("x", "4")
    let second = try #require(app.finder.statistics?.second)
    let title = app.finder.context.strings.title(of: second)
    #expect(!app.message.contains("No longer shown"))
    await app.press("C", "4")
    #expect(app.finder.statistics?.second == nil)
    #expect(app.message == "No longer shown: \(title); x to show it instead")
    await app.press("x", "4")
    #expect(app.finder.statistics?.measure == nil)
    #expect(app.message == "No longer shown: Tips; C to show it instead")
    await app.press("x", "1")
    #expect(!app.message.contains("No longer shown"))
  }

  @Test(arguments: [
    ("average", "Choose a number for sum, average, median"),
    ("chart", "Sort groups by the next column, and chart it"),
  ])
  func `the palette finds what charts an average`(word: String, title: String) async throws {
    let app = try await AppHarness()
    await app.press(":")
    await app.type(word)
    #expect(app.lines.contains { $0.contains("Show statistics") })
    await app.press("esc", "b", ":")
    await app.type(word)
    #expect(app.lines.contains { $0.contains(title) })
  }

  @Test(arguments: [
    VenueGrouping(.rating, width: 0.25), VenueGrouping(.distance, width: 250),
    VenueGrouping(.tips, width: 2), VenueGrouping(.visitors, width: 1000),
  ])
  func `a group of a histogram has as many venues as its count`(grouping: VenueGrouping)
    async throws
  {
    let store = try FetchStore.seeded()
    let groups = try await store.snapshot {
      try GroupQuery(grouping).fetch(.constant(true), in: Venue.entity, from: $0).groups
    }
    #expect(groups.reduce(0) { $0 + $1.count } == 30)
    for group in groups {
      var request = FetchRequest<Venue>()
      request.predicate = grouping.predicate(ofSection: group.name)
      #expect(try await store.count(request) == group.count, "\(grouping) \(group.name)")
    }
  }
}

extension FinderApp {
  /// The state of the statistics, if they are on top.
  @MainActor fileprivate var statistics: StatisticsState? {
    (stack.top as? StatisticsScreen)?.state
  }
}
