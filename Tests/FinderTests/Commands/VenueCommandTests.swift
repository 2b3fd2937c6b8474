import TerminalTestSupport
import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct VenueCommandTests {
  @Test func `toggling a favorite changes the store`() async throws {
    let app = try await AppHarness()
    await app.press("*")
    #expect(app.cursorLine?.hasPrefix(" ▌★ Boi Noodles") == true)
    #expect(try app.store.venue(named: "Boi Noodles").favorite)
    await app.press("f", "j", "j", "j", "j", "j", "j", "j", "space", "enter")
    #expect(app.names == ["Boi Noodles"])
    await app.press("*")
    #expect(app.lines.contains { $0.contains("No venues match") })
    #expect(try !app.store.venue(named: "Boi Noodles").favorite)
  }

  @Test func `a change of a venue that is gone says so`() async throws {
    let app = try await AppHarness()
    let id = try #require(try app.store.venue(named: "Boi Noodles").objectID)
    let commands = VenueCommands(app.finder.context)
    try await app.store.write("Delete") { $0.delete(id) }
    commands.toggleFavorite(of: [id])
    await app.settle()
    #expect(app.message == "This venue no longer exists")
    commands.toggleFavorite(of: [id, id])
    await app.settle()
    #expect(app.message == "These venues no longer exist")
    #expect(try await app.store.history().map(\.name) == ["Delete", "Import seed"])
  }

  @Test func `a message about a change disappears when another program undoes it`() async throws {
    let app = try await AppHarness()
    await app.press("D")
    #expect(app.message == "Deleted Boi Noodles, u to undo")
    try await app.store.undo()
    await app.settle()
    #expect(!app.lines.joined().contains("Deleted Boi Noodles"))
    await app.press("!")
    #expect(app.lines.contains { $0.contains("Deleted Boi Noodles, u to undo") })
  }

  @Test func `undoing an earlier change has to be confirmed, and says when it was made`()
    async throws
  {
    let store = try FetchStore.seeded()
    let id = try #require(try store.venue(named: "Boi Noodles").objectID)
    try await store.write("Delete Boi Noodles") { $0.delete(id) }
    let date = try #require(try await store.history().first).date
    let app = try await AppHarness(store: store, ownsHistory: false)
    let time = app.finder.context.strings.time(of: date, now: Date())
    await app.press("U")
    #expect(
      app.lines.contains { $0.contains(#/Delete Boi Noodles +\d\d:\d\d · 1 venue/#) },
      "\(app.lines)")
    await app.press("esc", "u")
    #expect(app.lines.contains { $0.contains("╭─ Undo a change from before this session? ") })
    #expect(app.lines.contains { $0.contains("│  Delete Boi Noodles (1 venue), made at \(time) ") })
    await app.press("esc")
    #expect(app.lines[22].hasPrefix(" 29 venues"))
    await app.press("u", "y", "enter")
    #expect(app.message == "Undid: Delete Boi Noodles, ctrl-r to redo")
    #expect(app.lines[22].hasPrefix(" 30 venues"))
  }

  @Test func `undoing a change of another program has to be confirmed`() async throws {
    let app = try await AppHarness()
    await app.press("*", "j")
    let id = try #require(try app.store.venue(named: "Boi Noodles").objectID)
    try await app.store.write("Delete Boi Noodles") { $0.delete(id) }
    await app.settle()
    await app.press("u")
    #expect(app.lines.contains { $0.contains("╭─ Undo a change of another program? ") })
    await app.press("esc")
    #expect(try await app.store.count(FetchRequest<Venue>()) == 29)
    await app.press("u", "y", "enter", "u")
    #expect(app.message == "Undid: Add Boi Noodles to favorites, ctrl-r to redo")
  }

  @Test func `the time of a change has its day unless that is today`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = Date(timeIntervalSince1970: 1_796_000_000)
    let strings = Strings()
    #expect(strings.time(of: date, now: date + 3600, in: calendar) == "00:53")
    #expect(strings.time(of: date, now: date + 90_000, in: calendar) == "2026-11-30 00:53")
  }

  @Test func `undoing a large change has to be confirmed`() async throws {
    let app = try await AppHarness()
    let start = Date()
    try await app.store.write("Add many") { transaction in
      for number in 0...1000 {
        var venue = Venue()
        (venue.id, venue.name) = ("\(number)", "\(number)")
        transaction.insert(venue)
      }
    }
    await app.finder.context.rememberHistory(since: start)
    await app.settle()
    await app.press("u")
    #expect(app.lines.contains { $0.contains("╭─ Undo a large change? ") })
    #expect(app.lines.contains { $0.contains("│  Add many (1,001 venues) ") })
    await app.press("esc")
    #expect(try await app.store.count(FetchRequest<Venue>()) == 1031)
    await app.press("u", "j", "enter")
    #expect(app.message == "Undid: Add many, ctrl-r to redo")
    #expect(try await app.store.count(FetchRequest<Venue>()) == 30)
  }

  @Test func `if the shown venue is deleted its neighbor is shown`() async throws {
    let app = try await AppHarness()
    await app.press("enter")
    let id = try #require(try app.store.venue(named: "Boi Noodles").objectID)
    try await app.store.write("Delete") { $0.delete(id) }
    await app.settle()
    #expect(app.lines[0].hasPrefix(" CoCo Fresh Tea & Juice") && app.lines[0].hasSuffix("1/29"))
    try await app.store.perform(BatchDeleteRequest(entity: Venue.entity, where: nil))
    await app.settle()
    #expect(app.lines[3] == " This venue no longer exists")
    await app.press("esc")
    #expect(app.lines.contains { $0.contains("No venues yet") })
  }

  @Test(arguments: [
    (Language.english, "Boi Noodles was deleted by another program"),
    (.russian, "Boi Noodles: удалено другой программой"),
    (.chinese, "Boi Noodles 已被其他程序删除"),
  ])
  func `the detail screen says when another program deletes its venue`(
    language: Language, message: String
  ) async throws {
    let app = try await AppHarness(
      settings: FinderSettings(origin: .asImported(Origin.seed), language: language))
    let id = try #require(try app.store.venue(named: "Boi Noodles").objectID)
    await app.press("enter")
    try await app.store.write("Delete") { $0.delete(id) }
    await app.settle()
    #expect(app.lines[0].hasPrefix(" CoCo Fresh Tea & Juice"))
    #expect(app.message == message)
    await app.press("n")
    #expect(app.lines.last?.contains("Boi") == false)
  }

  @Test func `the user's own changes and filtered rows are not reported`() async throws {
    let app = try await AppHarness()
    await app.press("enter", "D")
    #expect(app.message == "Deleted Boi Noodles, u to undo")
    await app.press("u", "p", "ctrl-r")
    #expect(app.message == "Redid: Delete Boi Noodles")
    await app.press("u", "p", "*", "esc", "f", "8", "enter", "enter")
    #expect(app.lines[0].hasPrefix(" Boi Noodles"))
    var venue = try app.store.venue(named: "Boi Noodles")
    venue.favorite = false
    try await app.store.write("Unmark") { [venue] in $0.update(venue) }
    await app.settle()
    #expect(app.lines[0] == " Boi Noodles")
    #expect(app.lines.last?.contains("deleted") == false)
  }

  @Test func `selected venues are changed, undone and redone together`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("space", "j", "space")
    #expect(app.lines[22].hasSuffix("2 selected  4/30"))
    await app.press("*")
    let marked = try await app.store.count(FetchRequest(format: "favorite == 1"))
    #expect(marked == 2)
    #expect(app.message == "Added 2 venues to favorites, u to undo")
    await app.press("D")
    #expect(app.message == "Deleted 2 venues, u to undo")
    #expect(app.lines[22].hasPrefix(" 28 venues"))
    await app.press("u")
    #expect(app.message == "Undid: Delete 2 venues, ctrl-r to redo")
    #expect(app.lines[22].hasPrefix(" 30 venues"))
    await app.press("u")
    #expect(app.message == "Undid: Add 2 venues to favorites, ctrl-r to redo")
    await app.press("ctrl-r", "ctrl-r")
    #expect(app.lines[22].hasPrefix(" 28 venues"))
    await app.press("ctrl-r")
    #expect(app.message == "Nothing to redo")
    #expect(
      try await app.store.history().map(\.name)
        == ["Delete 2 venues", "Add 2 venues to favorites", "Import seed"])
  }

  @Test func `a long change shows its progress`() async throws {
    let app = try await AppHarness()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    app.finder.context.change { _ in
      for await _ in ends { break }
      return "changed"
    }
    await app.pressMeanwhile("j")
    #expect(app.cursorLine?.hasPrefix(" ▌  Boi Noodles") == true)
    app.passMeanwhile(.milliseconds(500))
    #expect(app.cursorLine?.hasPrefix(" ▌  CoCo") == true)
    app.passMeanwhile(.milliseconds(100))
    #expect(app.message == "Change in progress")
    end.yield()
    await app.settle()
    #expect(app.message == "changed")
    await app.press("j")
    await app.pass(.seconds(1))
    #expect(app.lines.last?.hasPrefix(" f filter") == true)
  }

  @Test func `quitting at once still applies the change`() async throws {
    let app = try await AppHarness()
    app.driver.press("*", "q")
    await app.settle()
    #expect(await app.finder.leave() == .quit)
    #expect(try app.store.venue(named: "Boi Noodles").favorite)
  }

  @Test func `quitting during a long change waits for it`() async throws {
    let app = try await AppHarness()
    await app.pressMeanwhile("*")
    app.passMeanwhile(.milliseconds(500))
    app.driver.press("q")
    #expect(await app.finder.leave() == .quit)
    #expect(try app.store.venue(named: "Boi Noodles").favorite)
  }

  @Test func `ranges and all rows can be selected, and Esc deselects`() async throws {
    let app = try await AppHarness()
    await app.press("space", "j", "j", "V")
    #expect(app.lines[22].contains("4 selected"))
    #expect(app.lines[4].hasPrefix("✓") && app.lines[7].hasPrefix("✓▌"))
    await app.press("a")
    #expect(app.lines[22].contains("30 selected"))
    await app.press("a")
    #expect(!app.lines[22].contains("selected"))
    await app.press("space", "esc")
    #expect(!app.lines[22].contains("selected"))
  }

  @Test func `the cursor goes to the venue that is restored`() async throws {
    let app = try await AppHarness()
    await app.press("G")
    let last = app.lines.first { $0.contains("▌") }
    await app.press("D", "u")
    #expect(app.lines.first { $0.contains("▌") } == last)
    await app.press("g", "=", "2")
    await app.type("1")
    await app.press("enter", "G", "u")
    #expect(app.lines[4].contains("▌"))
  }

  @Test func `deleting many venues asks first`() async throws {
    let store = try FetchStore.seeded()
    try await store.write("Add") { work in
      for number in 0..<90 {
        var venue = Venue()
        (venue.id, venue.name) = ("n\(number)", "Tea \(number)")
        work.insert(venue)
      }
    }
    let app = try await AppHarness(store: store)
    await app.press("a", "D")
    #expect(app.lines.contains { $0.contains("Delete 120 venues?") })
    #expect(app.lines.contains { $0.contains("u brings them back.") })
    await app.press("enter")
    #expect(try await store.count(FetchRequest<Venue>()) == 120)
    await app.press("D", "y", "enter")
    #expect(try await store.count(FetchRequest<Venue>()) == 0)
  }

  @Test func `a note can be written and removed`() async throws {
    let app = try await AppHarness()
    await app.press("e")
    await app.type("Less ice")
    await app.press("enter")
    #expect(try app.store.venue(named: "Boi Noodles").note == "Less ice")
    await app.press("e", "ctrl-u", "enter")
    #expect(try app.store.venue(named: "Boi Noodles").note == nil)
    await app.press("u")
    #expect(app.message == "Undid: Edit note on Boi Noodles, ctrl-r to redo")
    #expect(try app.store.venue(named: "Boi Noodles").note == "Less ice")
  }

  @Test func `a note of a venue that another program deleted is not lost`() async throws {
    let app = try await AppHarness()
    await app.press("e")
    await app.type("Less ice")
    let venue = try FetchPredicate(format: "name == %@", "Boi Noodles")
    try await app.store.perform(BatchDeleteRequest(entity: Venue.entity, where: venue))
    await app.press("enter")
    #expect(app.message == "error: Boi Noodles was deleted by another program")
    #expect(app.lines.contains { $0.contains("Less ice") })
    #expect(try await app.store.history().count == 2)
  }

  @Test(arguments: [["f", "right", "down", "8", "+"], ["m", "+", "+", "A"]])
  func `keys that arrive together mean what they mean one by one`(keys: [String]) async throws {
    let (slow, fast) = (try await AppHarness(), try await AppHarness())
    await slow.press(keys)
    await fast.pressAtOnce(keys)
    #expect(fast.lines == slow.lines)
  }

  @Test(arguments: [
    ["D", "D", "u"], ["j", "*", "u", "ctrl-r", "u"], ["*", "j", "*", "j", "*", "u", "D", "u", "u"],
    ["enter", "D", "D", "u", "*", "ctrl-r"], ["s", "2", "D", "*", "D", "u", "G", "D", "u", "u"],
    ["D", "e", "x", "enter", "*", "u", "u", "ctrl-r", "U", "j", "enter"],
  ])
  func `changes that arrive together are made one after the other`(keys: [String]) async throws {
    let (slow, fast) = (try await AppHarness(), try await AppHarness())
    await slow.press(keys)
    await fast.pressAtOnce(keys)
    #expect(fast.lines == slow.lines)
    func changes(_ app: AppHarness) async throws -> [String] {
      try await app.store.history().map { "\($0.name) \($0.isUndone)" }
    }
    #expect(try await changes(fast) == changes(slow))
  }

  @Test func `the undo history undoes several changes at once`() async throws {
    let app = try await AppHarness()
    await app.press("*", "j", "*", "D", "U")
    #expect(app.lines.contains { $0.contains("✓ Delete CoCo Fresh Tea & Juice") })
    #expect(app.lines[23].contains("⏎ undo  "))
    await app.press("j", "j")
    #expect(app.lines[23].contains("⏎ undo 3  "))
    await app.press("enter")
    #expect(
      app.lines[23].contains("Undid: Add Boi Noodles to favorites and 2 more, ctrl-r to redo"))
    #expect(try await app.store.history().map(\.isUndone) == [true, true, true, false])
    #expect(app.lines[22].hasPrefix(" 30 venues"))
    await app.press("U", "g")
    #expect(app.lines[23].contains("⏎ redo 3  "))
    await app.press("enter")
    #expect(app.lines[22].hasPrefix(" 29 venues"))
  }

  @Test func `copied text cannot end a paste or start a line`() throws {
    var venue = Venue()
    venue.name = "a\u{1B}[201~\nrm -rf .\u{9B}\u{202E}👨‍👩‍👧"
    venue.phone = "1\t2"
    #expect(VenueText.lines([venue]) == "a[201~ rm -rf .👨‍👩‍👧\t1 2")
    let json = VenueText.json([venue])
    #expect(json.contains(#""name":"a\u001b[201~\nrm -rf .\u009b\u202e👨‍👩‍👧""#), "\(json)")
    venue.createdAt = Date(timeIntervalSince1970: .infinity)
    #expect(VenueText.json([venue]).contains(#""createdAt":null"#))
    venue.location.distance = 1e300
    #expect(VenueText.json([venue]).contains(#""distance":1e+300,"#))
  }

  @Test func `a copy goes through the terminal, wrapped for tmux`() async throws {
    let plain = try await AppHarness()
    await plain.press("y")
    #expect(
      plain.driver.escapes == [
        ClipboardSequence.text("Boi Noodles\t240 W 40th St.\tNew York\t2125750088", in: nil)
      ])
    let tmux = try await AppHarness(capabilities: Capabilities(multiplexer: .tmux))
    await tmux.press("y")
    let bare = plain.driver.escapes[0]
    #expect(tmux.driver.escapes.first?.hasPrefix(bare + "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;") == true)
    #expect(tmux.driver.escapes.first?.hasSuffix("\u{7}\u{1B}\\") == true)
    #expect(tmux.message == "Copied 1 venue through tmux")
  }

  @Test(arguments: [
    (8, "ab\ncde\nf"), (7, "ab\ncde"), (6, "ab\ncde"), (5, "ab"), (2, "ab"), (1, "a"),
  ])
  func `only whole lines are copied`(bytes: Int, text: String) {
    #expect(ClipboardSequence.beginning(of: "ab\ncde\nf", limit: bytes) == text)
  }

  @Test func `a copy that does not fit says how many venues it has`() async throws {
    let app = try await AppHarness()
    let long = String(repeating: "茶", count: 1500)
    try await app.store.perform(
      BatchUpdateRequest(entity: Venue.entity, set: ["note": .constant(.string(long))]))
    await app.settle()
    await app.press("a", "Y")
    #expect(app.message == "Copied 13 of 30 venues; E to export all")
    let code = try #require(app.driver.escapes.first).dropFirst("\u{1B}]52;c;".count).dropLast()
    let lines = String(decoding: try #require(Data(base64Encoded: String(code))), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 13)
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
  }

  @Test func `the detail screen changes its own venue, not the selection`() async throws {
    let app = try await AppHarness()
    await app.press("space", "space", "enter", "*", "y")
    #expect(app.message == "Copied 1 venue through the terminal")
    #expect(try app.store.venue(named: "Smoocha").favorite)
    #expect(try !app.store.venue(named: "Boi Noodles").favorite)
    await app.press("D")
    #expect(app.lines.last?.hasPrefix(" Deleted Smoocha") == true)
    await app.press("esc")
    #expect(app.lines.contains { $0.contains("2 selected") })
  }
}

extension FetchRequest where Element == Venue {
  /// A request for the venues of a predicate.
  fileprivate init(format: String) throws {
    self.init()
    predicate = try FetchPredicate(format: format)
  }
}
