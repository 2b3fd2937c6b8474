import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct SavedFilterTests {
  @Test func `a filter can be saved, applied and deleted`() async throws {
    let app = try await AppHarness()
    await app.press("f", "space", "j", "j", "j", "j", "space", "w")
    #expect(app.lines.contains { $0.contains("│  $ · offering a deal ") })
    await app.press("backspace", "enter")
    #expect(app.lines.contains { $0.contains("Enter a name") })
    await app.type("cheap deals")
    await app.press("enter", "esc")
    #expect(
      try SavedFilter.all(in: app.store) == [
        SavedFilter(
          name: "cheap deals",
          predicate: try FetchPredicate(format: "priceInfo.tier IN {1} AND specialCount > 0"),
          sort: ["distance", "name"])
      ])
    #expect(app.names.count == 17)
    await app.press("F")
    try Dump.expect(app.screen, is: "saved-80x24")
    await app.press("enter")
    #expect(app.names.count == 6)
    #expect(app.lines[1].hasPrefix(" $ · offering a deal "))
    await app.press("F", "x", "y", "enter", "F")
    #expect(app.lines.contains { $0.contains("None yet; in the list, w saves one") })
    #expect(try SavedFilter.all(in: app.store) == [])
  }

  @Test(arguments: [40, 48, 55])
  func `a narrow list keeps the names of saved filters and shortens their descriptions`(
    columns: Int
  ) async throws {
    let app = try await AppHarness(
      Size(columns: columns, rows: 24), store: try Self.storeOfLongFilters())
    await app.press("F")
    let lines = app.lines.filter { $0.contains("rated in SoHo") }
    #expect(lines.count == 1)
    for line in lines { #expect(line.contains(#/│  rated in SoHo  rating .*…  2 │/#)) }
    #expect(app.lines.contains { $0.contains(Self.longName.prefix(20)) })
  }

  @Test func `the description of a saved filter has all the room beside its name`() async throws {
    let app = try await AppHarness(store: try Self.storeOfLongFilters())
    await app.press("F")
    #expect(
      app.lines.contains {
        $0.contains(#/rated in SoHo +rating .*\$low, and neighborhood is "SoHo" +2 │/#)
      })
  }

  private static let longName = "a name that leaves no room in a narrow list"

  private static func storeOfLongFilters() throws -> FetchStore {
    let store = try FetchStore.seeded()
    let predicate = try FetchPredicate(
      format: "rating >= $low AND location.neighborhood == 'SoHo'")
    for name in ["rated in SoHo", longName] {
      try SavedFilter(name: name, predicate: predicate, sort: []).save(in: store)
    }
    return store
  }

  @Test func `keys typed while saved filters load are for their screen`() async throws {
    let app = try await AppHarness()
    try SavedFilter(
      name: "deals", predicate: try FetchPredicate(format: "specialCount > 0"), sort: []
    ).save(in: app.store)
    await app.pressMeanwhile("F", "enter", "j")
    await app.settle()
    #expect(app.names.count == 6)
    #expect(app.cursorLine?.contains("Smoocha") == true)
    await app.pressMeanwhile("v", "esc", "F", "esc")
    await app.settle()
    #expect(app.names.count == 6)
  }

  @Test func `a filter without conditions cannot be saved`() async throws {
    let store = try FetchStore.seeded()
    try SavedFilter(name: "everything", predicate: .constant(true), sort: []).save(in: store)
    let app = try await AppHarness(store: store)
    await app.press("F")
    #expect(
      app.lines.contains { $0.contains("everything") && $0.contains(" All venues ") })
    #expect(!app.lines.joined().contains("TRUEPREDICATE"))
  }

  @Test func `ctrl-c does not wait for a loading screen`() async throws {
    let app = try await AppHarness()
    let gate = Gate()
    app.finder.context.open { await gate.wait() }
    #expect(app.finder.turn([.key(try #require(KeyPress("j")))]) == nil)
    #expect(app.finder.turn([.key(try #require(KeyPress("ctrl-c")))]) == .interrupted)
    app.finder.context.tasks.cancelAll()
  }

  @Test func `variables are asked for one by one`() async throws {
    let store = try FetchStore.seeded()
    let predicate = try FetchPredicate(
      format: "location.distance < $METERS AND stats.tipCount >= $TIPS")
    try SavedFilter(name: "near", predicate: predicate, sort: ["-tips"]).save(in: store)
    let app = try await AppHarness(store: store)
    await app.press("F", "enter")
    #expect(app.lines.contains { $0.contains("Maximum distance ($METERS)") })
    await app.type("far")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("Enter a length such as 500 m or 1.5 km") })
    await app.press("ctrl-u")
    await app.type("2 km")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("Minimum tips ($TIPS)") })
    await app.type("18")
    await app.press("enter")
    #expect(app.names == ["CoCo Fresh Tea & Juice", "Boi Noodles", "Vivi Bubble Tea"])
    #expect(app.lines[1].hasPrefix(" within 2 km · tips 18 or more"))
  }

  @Test func `an applied filter is saved with its variables, and other choices with their values`()
    async throws
  {
    let store = try FetchStore.seeded()
    let predicate = try FetchPredicate(
      format: "priceInfo.tier IN {1} AND location.distance < $METERS AND stats.tipCount >= $TIPS")
    try SavedFilter(name: "near", predicate: predicate, sort: []).save(in: store)
    let app = try await AppHarness(store: store)
    func saved(as name: String) async throws -> String? {
      await app.press("w", "ctrl-u")
      await app.type(name)
      await app.press("enter")
      return try SavedFilter.all(in: store).first { $0.name == name }?.predicate
    }
    await app.press("F", "enter")
    await app.type("2 km")
    await app.press("enter")
    await app.type("18")
    await app.press("enter")
    #expect(
      try await saved(as: "again")
        == "priceInfo.tier IN {1} AND location.distance < $METERS AND stats.tipCount >= $TIPS")
    await app.press("f", "1", "5")
    let changed = "specialCount > 0 AND location.distance < $METERS AND stats.tipCount >= $TIPS"
    #expect(try await saved(as: "deals") == changed)
    await app.press("enter")
    #expect(try await saved(as: "listed") == changed)
    await app.press("f", ">", "enter")
    let farther = try await saved(as: "farther")
    #expect(
      farther
        == "specialCount > 0 AND location.distance < 3000 AND stats.tipCount >= 18")
  }

  @Test func `blanks beside the commas of a list do not count, and an empty list is no answer`()
    async throws
  {
    let store = try FetchStore.seeded()
    let predicate = try FetchPredicate(format: "location.city IN $CITIES")
    try SavedFilter(name: "cities", predicate: predicate, sort: []).save(in: store)
    let app = try await AppHarness(store: store)
    await app.press("F", "enter", "enter")
    #expect(app.lines.contains { $0.contains("Enter text, or several separated by commas") })
    await app.type(" , ")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("Enter text, or several separated by commas") })
    await app.press("ctrl-u")
    await app.type("New York, Queens ")
    await app.press("enter")
    #expect(app.lines[22].hasPrefix(" 29 of 30 venues "))
  }

  @Test func `saving under an existing name replaces the filter`() async throws {
    let app = try await AppHarness()
    func save() async {
      await app.press("w")
      await app.type("all")
      await app.press("enter")
    }
    await save()
    await app.press("f", "1", "enter")
    await save()
    #expect(app.lines.contains { $0.contains("There is a filter “all”. Replacing cannot be") })
    await app.press("enter")
    #expect(try SavedFilter.all(in: app.store).map(\.predicate) == ["TRUEPREDICATE"])
    await save()
    await app.press("y", "enter")
    #expect(app.message == "Replaced all")
    #expect(
      try SavedFilter.all(in: app.store).map(\.predicate) == ["priceInfo.tier IN {1}"])
  }
}
