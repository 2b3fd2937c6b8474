import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct EditStoryTests {
  @Test func `a favorite is marked and unmarked in the store`() async throws {
    let trial = try await Trial()
    await trial.press("*")
    #expect(trial.cursorLine?.hasPrefix(" ▌★Boi Noodles") == true)
    #expect(try trial.store.venue(named: "Boi Noodles").favorite)
    await trial.press("f", "j", "j", "j", "j", "j", "j", "j", "space", "enter")
    #expect(trial.names == ["Boi Noodles"])
    await trial.press("*")
    #expect(trial.lines.contains { $0.contains("No venues match") })
    #expect(try !trial.store.venue(named: "Boi Noodles").favorite)
  }

  @Test func `a venue that goes while it is shown makes room for its neighbor`() async throws {
    let trial = try await Trial()
    await trial.press("enter")
    let id = try #require(try trial.store.venue(named: "Boi Noodles").objectID)
    try await trial.store.write("Delete") { $0.delete(id) }
    await trial.finder.settle()
    #expect(trial.lines[0].hasPrefix(" CoCo Fresh Tea & Juice") && trial.lines[0].hasSuffix("1/29"))
    try await trial.store.perform(BatchDeleteRequest(entity: Venue.entity, where: nil))
    await trial.finder.settle()
    #expect(trial.lines[3] == " This venue no longer exists")
    await trial.press("esc")
    #expect(trial.lines.contains { $0.contains("No venues yet") })
  }

  @Test(arguments: [
    (Language.english, " Boi Noodles was deleted by another program"),
    (.russian, " Boi Noodles: удалено другой программой"),
    (.chinese, " Boi Noodles 已被其他程序删除"),
  ])
  func `who looks at a venue is told that another program deleted it`(
    language: Language, message: String
  ) async throws {
    let trial = try await Trial(
      settings: FinderSettings(origin: .asImported(Origin.seed), language: language))
    let id = try #require(try trial.store.venue(named: "Boi Noodles").objectID)
    await trial.press("enter")
    try await trial.store.write("Delete") { $0.delete(id) }
    await trial.finder.settle()
    #expect(trial.lines[0].hasPrefix(" CoCo Fresh Tea & Juice"))
    #expect(trial.lines.last == message)
    await trial.press("n")
    #expect(trial.lines.last?.contains("Boi") == false)
  }

  @Test func `no news are one's own changes, and what only leaves the list`() async throws {
    let trial = try await Trial()
    await trial.press("enter", "D")
    #expect(trial.lines.last == " Deleted Boi Noodles, u to undo")
    await trial.press("u", "p", "ctrl-r")
    #expect(trial.lines.last == " Redid: Delete Boi Noodles")
    await trial.press("u", "p", "*", "esc", "f", "8", "enter", "enter")
    #expect(trial.lines[0].hasPrefix(" Boi Noodles"))
    var venue = try trial.store.venue(named: "Boi Noodles")
    venue.favorite = false
    try await trial.store.write("Unmark") { [venue] in $0.update(venue) }
    await trial.finder.settle()
    #expect(trial.lines[3] == " This venue no longer exists")
    #expect(trial.lines.last?.contains("deleted") == false)
  }

  @Test func `marked venues are changed in one step, which is taken back and done again`()
    async throws
  {
    let trial = try await Trial()
    await trial.press("space", "j", "space")
    #expect(trial.lines[22].hasSuffix("2 selected  4/30"))
    await trial.press("*")
    let marked = try await trial.store.count(FetchRequest(format: "favorite == 1"))
    #expect(marked == 2)
    #expect(trial.lines[23] == " Added 2 venues to favorites, u to undo")
    await trial.press("D")
    #expect(trial.lines[23] == " Deleted 2 venues, u to undo")
    #expect(trial.lines[22].hasPrefix(" 28 venues"))
    await trial.press("u")
    #expect(trial.lines[23] == " Undid: Delete 2 venues, ctrl-r to redo")
    #expect(trial.lines[22].hasPrefix(" 30 venues"))
    await trial.press("u")
    #expect(trial.lines[23] == " Undid: Add 2 venues to favorites, ctrl-r to redo")
    await trial.press("ctrl-r", "ctrl-r")
    #expect(trial.lines[22].hasPrefix(" 28 venues"))
    await trial.press("ctrl-r")
    #expect(trial.lines[23] == " Nothing to redo")
    #expect(
      try await trial.store.history().map(\.name)
        == ["Delete 2 venues", "Add 2 venues to favorites", "Import seed"])
  }

  @Test func `a change that takes long says so`() async throws {
    let trial = try await Trial()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    trial.finder.context.change { _ in
      for await _ in ends { break }
      return "changed"
    }
    await trial.pressMeanwhile("j")
    trial.passMeanwhile(.milliseconds(600))
    #expect(trial.lines.last == " Change in progress")
    end.yield()
    await trial.finder.settle()
    #expect(trial.lines.last == " changed")
    await trial.press("j")
    await trial.pass(.seconds(1))
    #expect(trial.lines.last?.hasPrefix(" f filter") == true)
  }

  @Test func `who quits at once has changed what was asked for`() async throws {
    let trial = try await Trial()
    trial.driver.press("*", "q")
    #expect(await trial.finder.leave() == .quit)
    #expect(try trial.store.venue(named: "Boi Noodles").favorite)
  }

  @Test func `ranges and all are marked, Esc takes the marks away`() async throws {
    let trial = try await Trial()
    await trial.press("space", "j", "j", "V")
    #expect(trial.lines[22].contains("4 selected"))
    #expect(trial.lines[4].hasPrefix("✓") && trial.lines[7].hasPrefix("✓▌"))
    await trial.press("a")
    #expect(trial.lines[22].contains("30 selected"))
    await trial.press("a")
    #expect(!trial.lines[22].contains("marked"))
    await trial.press("space", "esc")
    #expect(!trial.lines[22].contains("marked"))
  }

  @Test func `a note is written, and an empty one removes it`() async throws {
    let trial = try await Trial()
    await trial.press("e")
    await trial.type("Less ice")
    await trial.press("enter")
    #expect(try trial.store.venue(named: "Boi Noodles").note == "Less ice")
    await trial.press("e", "ctrl-u", "enter")
    #expect(try trial.store.venue(named: "Boi Noodles").note == nil)
    await trial.press("u")
    #expect(trial.lines[23] == " Undid: Note on Boi Noodles, ctrl-r to redo")
    #expect(try trial.store.venue(named: "Boi Noodles").note == "Less ice")
  }

  @Test func `the history goes back over several steps at once`() async throws {
    let trial = try await Trial()
    await trial.press("*", "j", "*", "D", "U")
    #expect(trial.lines.contains { $0.contains("✓ Delete CoCo Fresh Tea & Juice") })
    await trial.press("j", "j", "enter")
    #expect(try await trial.store.history().map(\.isUndone) == [true, true, true, false])
    #expect(trial.lines[22].hasPrefix(" 30 venues"))
    await trial.press("U", "g", "enter")
    #expect(trial.lines[22].hasPrefix(" 29 venues"))
  }

  @Test func `what is copied ends no paste, and turns no line`() throws {
    var venue = Venue()
    venue.name = "a\u{1B}[201~\nrm -rf .\u{9B}\u{202E}👨‍👩‍👧"
    venue.phone = "1\t2"
    #expect(VenueText.lines([venue]) == "a[201~ rm -rf .👨‍👩‍👧\t1 2")
    let json = VenueText.json([venue])
    #expect(json.contains(#""name":"a\u001b[201~\nrm -rf .\u009b\u202e👨‍👩‍👧""#), "\(json)")
    venue.createdAt = Date(timeIntervalSince1970: .infinity)
    #expect(VenueText.json([venue]).contains(#""createdAt":null"#))
  }

  @Test func `what is copied goes through the terminal, and through tmux wrapped`() async throws {
    let plain = try await Trial()
    await plain.press("y")
    #expect(
      plain.driver.escapes == [
        ClipboardSequence.text("Boi Noodles\t240 W 40th St.\tNew York\t2125750088", in: "xterm")
      ])
    let tmux = try await Trial(capabilities: Capabilities(type: "tmux-256color"))
    await tmux.press("y")
    #expect(tmux.driver.escapes.first?.hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;") == true)
    #expect(tmux.driver.escapes.first?.hasSuffix("\u{7}\u{1B}\\") == true)
    #expect(tmux.lines[23] == " Copied 1 venue")
  }

  @Test func `in the detail the venue on show is changed, whatever is marked`() async throws {
    let trial = try await Trial()
    await trial.press("space", "space", "enter", "*", "y")
    #expect(trial.lines.last == " Copied 1 venue")
    #expect(try trial.store.venue(named: "Smoocha").favorite)
    #expect(try !trial.store.venue(named: "Boi Noodles").favorite)
    await trial.press("D")
    #expect(trial.lines.last?.hasPrefix(" Deleted Smoocha") == true)
    await trial.press("esc")
    #expect(trial.lines.contains { $0.contains("2 selected") })
  }
}

extension FetchRequest where Element == Venue {
  /// A request for the venues of a predicate.
  fileprivate init(format: String) throws {
    self.init()
    predicate = try FetchPredicate(format: format)
  }
}
