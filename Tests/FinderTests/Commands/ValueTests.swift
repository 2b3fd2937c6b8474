import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct ValueTests {
  @Test func `rating and price of a venue can be edited in the details, and undone`() async throws {
    let app = try await AppHarness()
    await app.press("enter", "=")
    #expect(app.lines.contains { $0.contains("╭─ Boi Noodles ─") })
    #expect(app.lines.contains { $0.contains(#/│▌ Rating +– +1 │/#) })
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("╭─ Edit rating of Boi Noodles ─") })
    #expect(app.lines.contains { $0.contains("│  A number from 0 to 10 ") })
    await app.type("11")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("│  Enter a number from 0 to 10 ") })
    await app.press("ctrl-u")
    await app.type("8.5")
    await app.press("enter")
    #expect(app.message == "Saved rating of Boi Noodles, u to undo")
    #expect(app.lines.contains { $0.contains("Rating     8.5") })
    await app.press("=", "2")
    #expect(app.lines.contains { $0.contains("╭─ Edit price of Boi Noodles ─") })
    await app.type("$")
    await app.press("enter")
    let venue = try app.store.venue(named: "Boi Noodles")
    #expect(venue.priceInfo.tier == 2)
    #expect(venue.priceInfo.priceCategory == "$$")
    #expect(venue.rating == 8.5)
    #expect(app.lines[1].hasPrefix(" $$ · Vietnamese Restaurant"))
    await app.press("u", "u")
    #expect(app.message == "Undid: Edit rating of Boi Noodles, ctrl-r to redo")
    #expect(try app.store.venue(named: "Boi Noodles").rating == nil)
  }

  @Test func `a value that another program changed meanwhile is replaced only when confirmed`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("=", "enter")
    await app.type("8.5")
    var venue = try app.store.venue(named: "Boi Noodles")
    venue.rating = 2.2
    try await app.store.write("Other") { [venue] in $0.update(venue) }
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("╭─ Replace the value? ─") })
    #expect(
      app.lines.contains { $0.contains("│  Rating: another program changed it to “2.2”. ") })
    await app.press("esc")
    #expect(app.lines.contains { $0.contains("│  8.5 ") })
    await app.press("enter", "y", "enter")
    #expect(app.message == "Saved rating of Boi Noodles")
    #expect(try app.store.venue(named: "Boi Noodles").rating == 8.5)
  }

  @Test func `a value can be removed, except for the name`() async throws {
    let app = try await AppHarness()
    await app.press("=", "6")
    #expect(app.lines.contains { $0.contains("│  Leave empty to clear ") })
    await app.press("ctrl-u", "enter")
    #expect(app.message == "Removed phone of Boi Noodles, u to undo")
    #expect(try app.store.venue(named: "Boi Noodles").phone == nil)
    await app.press("=", "3")
    #expect(!app.lines.contains { $0.contains("eave empty to clear") })
    await app.press("ctrl-u", "enter")
    #expect(app.lines.contains { $0.contains("│  Enter a name ") })
    await app.press("esc", "=", "2")
    #expect(app.lines.contains { $0.contains("│  A price from $ to $$$$; leave empty to clear ") })
    await app.press("ctrl-u", "enter")
    #expect(app.message == "Removed price of Boi Noodles, u to undo")
    #expect(try app.store.venue(named: "Boi Noodles").priceInfo.tier == nil)
  }

  @Test func `a website is a web address`() async throws {
    let app = try await AppHarness()
    await app.press("=", "7", "ctrl-u")
    await app.type("javascript:alert(1)")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("│  Enter a web address, such as https://boba") })
    await app.press("ctrl-u")
    await app.type("boi.example/tea")
    await app.press("enter")
    #expect(try app.store.venue(named: "Boi Noodles").url == "boi.example/tea")
  }

  @Test func `an invalid price says what is valid, and the same value changes nothing`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("=", "2")
    await app.type("x")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("│  Enter a price from $ to $$$$ ") })
    await app.press("backspace", "enter")
    #expect(try await app.store.history().map(\.name) == ["Import seed"])
  }
}
