import TerminalTestSupport
import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct StateRestorationTests {
  private let settings = FinderSettings(origin: .asImported(Origin.seed), reducesMotion: true)

  /// Quits a finder and returns a new one.
  private func restart(_ app: AppHarness, _ settings: FinderSettings? = nil) async throws
    -> AppHarness
  {
    app.driver.events.post(.key(.character("q")))
    #expect(await app.finder.leave() == .quit)
    return try await AppHarness(store: app.store, settings: settings ?? self.settings)
  }

  @Test func `filter, sort order and cursor are restored, with a message`() async throws {
    let app = try await AppHarness()
    await app.press("f", "space", "j", "j", "j", "j", "space", "enter", "j", "j")
    let before = app.lines
    let next = try await restart(app)
    #expect(
      next.lines[1].hasPrefix(" $ · offering a deal · restored from last session · c to clear "))
    #expect(next.lines.dropFirst(2) == before.dropFirst(2))
    await next.press("c")
    #expect(next.lines[1].hasPrefix(" All venues  "))
    #expect(next.names.count == 17)
    let last = try await restart(next)
    #expect(last.lines[1].hasPrefix(" All venues  "))
  }

  @Test func `a restored filter is saved with its variables`() async throws {
    let format = "priceInfo.tier IN {1} AND location.distance < $METERS AND name CONTAINS $WORD"
    let app = try await AppHarness()
    try SavedFilter(name: "near", predicate: FetchPredicate(format: format), sort: [])
      .save(in: app.store)
    await app.press("F", "enter")
    await app.type("3 km")
    await app.press("enter")
    await app.type("Tea")
    await app.press("enter", "f", "1", "enter")
    let next = try await restart(app)
    #expect(next.lines[1].hasPrefix(" within 3 km · name contains \"Tea\" · restored "))
    await next.press("w", "ctrl-u")
    await next.type("again")
    await next.press("enter")
    let saved = try SavedFilter.all(in: app.store).first { $0.name == "again" }
    #expect(saved?.predicate == "location.distance < $METERS AND name CONTAINS $WORD")
    let last = try await restart(next)
    await last.press("f", ">", "enter")
    let other = try await restart(last)
    await other.press("w", "ctrl-u")
    await other.type("farther")
    await other.press("enter")
    let farther = try SavedFilter.all(in: app.store).first { $0.name == "farther" }
    #expect(farther?.predicate.contains("$") == false)
  }

  @Test func `a text that was being typed when the terminal closed comes back`() async throws {
    let app = try await AppHarness()
    await app.press("e")
    await app.type("less ice")
    app.driver.events.post(.hangup)
    _ = await app.finder.leave()
    let next = try await AppHarness(store: app.store, settings: settings)
    await next.press("e", "up", "enter")
    #expect(next.message == "Saved note on Boi Noodles, u to undo")
    #expect(try app.store.venue(named: "Boi Noodles").note == "less ice")
    let last = try await restart(next)
    await last.press("e", "ctrl-u", "up")
    #expect(!last.lines.contains { $0.contains("less ice") })
  }

  @Test func `an origin that undoing an import brought back is not the user's location`()
    async throws
  {
    var settings = settings
    settings.origin = .asImported(nil)
    let app = try await AppHarness(settings: settings)
    await app.press("*")
    #expect(app.finder.list.state.origin == .asImported(Origin.seed))
    let next = try await restart(app, settings)
    #expect(next.finder.list.state.origin == .asImported(nil))
  }

  @Test func `a restored sort order or grouping has a message, too`() async throws {
    let app = try await AppHarness()
    await app.press("s", "g", "j", "enter")
    let next = try await restart(app)
    #expect(next.lines[1].hasPrefix(" All venues · restored from last session  "))
    await next.press("s", "g", "enter")
    #expect(next.lines[1].hasPrefix(" All venues  "))
  }

  @Test func `options override the restored state`() async throws {
    let app = try await AppHarness()
    await app.press("f", "space", "enter", "S", "j", "enter", "s", "g", "j", "enter", "j", "j")
    var options = settings
    options.choices.toggles = [.deals]
    let next = try await restart(app, options)
    #expect(next.lines[1].hasPrefix(" offering a deal  "))
    #expect(next.lines[1].hasSuffix("distance ▲  then name ▲"))
    #expect(next.cursorLine?.contains("Boi Noodles") == true)
    #expect(next.names.count == 6)
  }

  @Test func `if the last venue was deleted the cursor is at the top`() async throws {
    let app = try await AppHarness()
    await app.press("j", "j")
    let venue = try #require(try app.store.venue(named: "Smoocha").objectID)
    app.driver.events.post(.key(.character("q")))
    _ = await app.finder.leave()
    try await app.store.write("Delete") { $0.delete(venue) }
    let next = try await AppHarness(store: app.store, settings: settings)
    #expect(next.cursorLine?.contains("Boi Noodles") == true)
  }

  @Test func `an unreadable state is ignored`() async throws {
    let store = try FetchStore.seeded()
    await StateInStore(store: store).keep(Data("{".utf8))
    let app = try await AppHarness(store: store)
    #expect(app.names.count == 14)
  }

  @Test func `a damaged state does not crash`() async throws {
    let store = try FetchStore.seeded()
    let columns = """
      {"order":["name","name","price","name"],"hidden":[],"hasBars":true,
      "widths":["price",9223372036854775807,"tips",-9223372036854775808]}
      """
    let id = try #require(try store.venue(named: "Smoocha").objectID?.rowID)
    let blank = try #require(FinderState().data)
    var state = try #require(JSONSerialization.jsonObject(with: blank) as? [String: Any])
    state["columns"] = try JSONSerialization.jsonObject(with: Data(columns.utf8))
    (state["row"], state["line"]) = (id, Int.min)
    (state["latitude"], state["longitude"]) = (1e300, -1e300)
    await StateInStore(store: store).keep(try JSONSerialization.data(withJSONObject: state))
    let app = try await AppHarness(store: store)
    #expect(app.cursorLine?.contains("Smoocha") == true)
    let restored = app.finder.list.state.columns
    #expect(restored.order.prefix(2) == [.name, .price])
    #expect(restored.order.count == VenueColumn.allCases.count)
    #expect(restored.widths == [.price: 60, .tips: 3])
    #expect(app.finder.list.state.origin == .asImported(Origin.seed))
  }

  @Test func `an unreadable condition is reported`() async throws {
    let store = try FetchStore.seeded()
    var state = FinderState()
    state.choices.condition = "tips CONTANS 5"
    state.choices.prices = [1]
    await StateInStore(store: store).keep(try #require(state.data))
    let app = try await AppHarness(store: store)
    #expect(app.lines[1].hasPrefix(" $ · restored from last session"))
    #expect(app.message == "Cannot restore the condition: tips CONTANS 5")
  }

  @Test func `the open filter is restored with the zones of the store`() async throws {
    let store = try FetchStore.seeded()
    try await store.perform(
      BatchUpdateRequest(
        entity: Venue.entity, set: ["timeZone": .constant(.string("America/New_York"))]))
    var state = FinderState()
    state.choices.isOpen = true
    await StateInStore(store: store).keep(try #require(state.data))
    let app = try await AppHarness(store: store)
    #expect(app.lines[1].hasPrefix(" open now · restored from last session"))
    #expect(app.finder.list.state.choices.open?.zones == ["America/New_York"])
    await app.press("z")
    #expect(app.message == "No view change to undo")
  }

  @Test func `the first session begins with three lines for new users, later ones do not`()
    async throws
  {
    let app = try await AppHarness(isFirstRun: true)
    #expect(
      app.lines[1...4] == [
        " All venues                                             distance ▲  then name ▲",
        " Find a venue: filter, sort, search, or open the map.",
        " f filter by price or distance  @ set your location  / search  m map",
        " W plan a crawl through venues  b compare groups     s sort    ? help",
      ])
    await app.press("j", "f", "space", "enter")
    #expect(app.lines[1].hasPrefix(" $  "))
    await app.press("c")
    #expect(app.lines[1].hasPrefix(" All venues  "))
    #expect(!app.lines[2].contains("Find"))
    let next = try await restart(app)
    #expect(next.lines[1].hasPrefix(" All venues  "))
    let narrow = try await AppHarness(.small, isFirstRun: true)
    #expect(narrow.lines[1] == " All venues     distance ▲  then name ▲")
    let between = try await AppHarness(Size(columns: 70, rows: 24), isFirstRun: true)
    #expect(
      between.lines[3...4] == [
        " f filter by price or distance  @ set your location  / search  m map",
        " W plan a crawl through venues  b compare groups     s sort    ? help",
      ])
  }

  @Test func `theme and mouse are restored unless options override them`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("T", "T", "M")
    #expect(app.message == "Mouse off; the terminal selects text")
    let next = try await restart(app)
    #expect(next.finder.context.theme == Theme(.dark, depth: .indexed))
    #expect(!next.driver.isMouseEnabled)
    var options = settings
    (options.theme, options.usesMouse) = (.mono, true)
    let overridden = try await restart(next, options)
    #expect(overridden.finder.context.theme == .plain)
    #expect(overridden.driver.isMouseEnabled)
    await overridden.press("T", "M")
    let last = try await restart(overridden)
    #expect(last.finder.context.theme == Theme(.dark, depth: .indexed))
    #expect(!last.driver.isMouseEnabled)
  }

  @Test func `the map is restored unless the filter differs`() async throws {
    let app = try await AppHarness()
    await app.press("m")
    let all = app.screen
    await app.press("+", "+", "+", "l", "v", "n")
    let left = app.screen
    await app.press("esc")
    let next = try await restart(app)
    await next.press("m")
    #expect(next.screen == left)
    await next.press("esc", "g", "f", "space", "enter", "esc")
    let last = try await restart(next)
    await last.press("c", "g", "m")
    #expect(last.screen == all)
  }

  @Test func `the state of an earlier version is read`() async throws {
    let store = try FetchStore.seeded()
    let memory = try #require(FinderState().data)
    var old = try #require(JSONSerialization.jsonObject(with: memory) as? [String: Any])
    #expect(old.removeValue(forKey: "theme") == nil)
    old["sorts"] = ["name"]
    await StateInStore(store: store).keep(try JSONSerialization.data(withJSONObject: old))
    let app = try await AppHarness(store: store)
    #expect(app.lines[1].hasSuffix("name ▲"))
  }

  @Test func `a deleted store file is noticed at the next key`() async throws {
    let file = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    let store = try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [Venue.entity]))
    let app = try await AppHarness(store: store)
    await app.press("?", "esc")
    #expect(!app.lines.joined().contains("missing"))
    try FileManager.default.removeItem(at: file)
    await app.press("?")
    #expect(app.message == "The store file is missing; changes are disabled")
    await app.press("esc")
    #expect(app.message == "The store file is missing; changes are disabled")
    await app.press("up")
    await app.press("F12")
    #expect(app.message == "The store file is missing; changes are disabled")
  }
}
