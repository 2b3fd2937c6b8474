import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// What users of other programs complain about, as far as no other test has it.
@MainActor
@Suite struct ComplaintTests {
  @Test func `clearing the filter leaves sections, columns and the cursor's venue`() async throws {
    let trial = try await Trial()
    await trial.press("S", "j", "enter", "B", "j", "j")
    let before = trial.screen
    let name = trial.cursorLine?.prefix(30)
    await trial.press("f", "j", "j", "j", "j", "j", "j", "space", "enter", "c")
    #expect(trial.cursorLine?.prefix(30) == name)
    #expect(trial.screen == before)
  }

  @Test func `marks stay through order, filter and another writer's change`() async throws {
    let trial = try await Trial()
    await trial.press("space", "j", "space", "s", "g", "enter")
    await trial.press("f", "j", "j", "j", "j", "space", "esc")
    let venue = try trial.store.venue(named: "Gong Cha")
    try await trial.store.setFavorite(true, ofVenue: venue.id)
    await trial.finder.settle()
    let list = try #require(trial.finder.stack.top as? VenueListScreen)
    let marked = try await trial.store.objects(
      with: Array(list.state.selection.ids), as: Venue.self)
    #expect(Set(marked.map(\.name)) == ["Boi Noodles", "Smoocha"])
  }

  /// A trial whose first venue has more tips than the detail has room for.
  private func talkative() async throws -> Trial {
    let store = try Store.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.tips = (1...40).map { number in
      var tip = Tip()
      tip.text = "tip \(number)"
      return tip
    }
    try await store.write("Talk") { [venue] in $0.update(venue) }
    return try await Trial(store: store)
  }

  @Test func `a text that was scrolled stays where it is when its venue changes`() async throws {
    let trial = try await talkative()
    await trial.press("enter", "ctrl-f", "j")
    #expect(!trial.lines[3...].joined().contains("240 W 40th St."))
    var venue = try trial.store.venue(named: "Boi Noodles")
    venue.favorite = true
    try await trial.store.write("Like") { [venue] in $0.update(venue) }
    await trial.finder.settle()
    #expect(trial.lines[0].contains("★"))
    #expect(!trial.lines[3...].joined().contains("240 W 40th St."))
    await trial.press("o", "esc", "enter")
    #expect(trial.lines[3...].joined().contains("240 W 40th St."))
  }

  @Test func `the next venue is shown from its top`() async throws {
    let trial = try await talkative()
    await trial.press("enter", "G", "n", "p")
    #expect(trial.lines[3...].joined().contains("240 W 40th St."))
  }

  @Test func `the row stays when a search is ended`() async throws {
    let trial = try await Trial()
    await trial.press("/")
    await trial.type("kung")
    await trial.press("enter", "j", "j")
    let name = trial.cursorLine?.prefix(40)
    await trial.press("esc")
    #expect(trial.names.count == 17)
    #expect(trial.cursorLine?.prefix(40) == name)
  }

  @Test(arguments: [
    ["enter", "n", "p", "esc"], ["m", "n", "p", "enter", "esc", "esc"], ["b", "tab", "esc"],
    ["?", "esc"], [".", "esc"], ["F", "esc"], ["E", "esc"], ["s", "esc"], ["f", "esc"],
  ])
  func `filter and cursor are the same after a look elsewhere`(keys: [String]) async throws {
    let trial = try await Trial()
    await trial.press("f", "j", "j", "j", "j", "space", "enter", "j", "j")
    let before = trial.screen
    await trial.press(keys)
    #expect(trial.screen == before)
  }

  @Test func `nothing can be done to a venue that is not there`() async throws {
    let trial = try await Trial()
    await trial.press("/")
    await trial.post(.paste("no such place"))
    await trial.press("enter")
    let before = trial.lines.dropLast()
    for key in [
      "enter", "*", "space", "V", "a", "e", "D", "y", "Y", "o", "H", "E", "n", "p", "j", "k", "G",
      "g",
      "ctrl-d", "ctrl-u", "]", "[", "'",
    ] {
      await trial.press(key)
      #expect(trial.lines.dropLast() == before, "after \(key)")
    }
    #expect(try await trial.store.history().count == 1)
  }

  @Test func `nothing is drawn while nothing happens`() async throws {
    let trial = try await Trial()
    let frames = trial.driver.frames.count
    await trial.pass(.seconds(3600))
    #expect(trial.driver.frames.suffix(from: frames).allSatisfy { $0 == trial.screen })
  }

  @Test func `no action needs a key that multiplexers and terminals take`() {
    let taken = ["ctrl-a", "ctrl-b", "ctrl-h", "ctrl-j", "ctrl-k", "ctrl-l", "ctrl-s", "ctrl-q"]
      .compactMap { KeyPress($0) }
    let bare = Action.allCases.filter { action in
      Keymap.standard.keys(for: action).allSatisfy(taken.contains)
    }
    // Drawing anew repairs what others wrote; the filter is applied with Enter on most rows, too.
    #expect(bare == [.redraw, .applyAnyway])
  }

  @Test(arguments: [Size.small, .usual, .large])
  func `the list tells how to filter, to search and to get help`(size: Size) async throws {
    let trial = try await Trial(size)
    let hints = try #require(trial.lines.last)
    for hint in ["f filter", "/ search", "? help", "q quit"] { #expect(hints.contains(hint)) }
  }

  @Test func `a click outside of everything is harmless`() async throws {
    for keys in [[], ["f"], ["m"], ["b"], ["s"], ["@"], ["I"], ["?"], ["."]] {
      let trial = try await Trial()
      await trial.press(keys)
      for (column, row) in [(500, 500), (-1, -1), (79, 23), (0, 0)] {
        await trial.click(column: column, row: row)
      }
      #expect(trial.lines.count == 24)
    }
  }

  @Test(arguments: [["@"], ["I"], ["w"], ["?"], ["."], ["F"], ["b"], ["E"], [":"], ["!"]])
  func `what is open fits the terminal after it was resized`(keys: [String]) async throws {
    let trial = try await Trial(.large)
    await trial.press(keys)
    for size in [Size.small, .usual] {
      await trial.resize(to: size)
      let fresh = try await Trial(size)
      await fresh.press(keys)
      // How long the store took is another matter.
      #expect(
        trial.lines.filter { !$0.hasSuffix(" ms") } == fresh.lines.filter { !$0.hasSuffix(" ms") })
    }
  }
}
