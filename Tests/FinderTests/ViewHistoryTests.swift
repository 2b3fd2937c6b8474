import FetchKit
import Resources
import TerminalKit
import Testing
import VenueImport
import Venues

@testable import Finder

@MainActor
@Suite struct ViewHistoryTests {
  @Test(arguments: [
    (["f", "space", "enter"], "filter · $"),
    (["/", "z", "e", "n", "enter"], "search · “zen”"),
    (["s", "j", "enter"], "sort · price ▲  then name ▲"),
    (["S", "j", "enter"], "sections · By price"),
    (["C", "j", "space", "enter"], "columns"),
    (["B"], "columns"),
    (["space"], "selection · 1 selected"),
    (["a"], "selection · 30 selected"),
    (["H"], "location · from Boi Noodles"),
  ])
  func `z takes back what was chosen, and Z chooses it again`(keys: [String], name: String)
    async throws
  {
    let trial = try await Trial()
    let before = ListView(trial.finder.list.state)
    await trial.press(keys)
    let after = ListView(trial.finder.list.state)
    #expect(before != after)
    await trial.press("z")
    #expect(trial.lines.last == " Undid: \(name)")
    #expect(ListView(trial.finder.list.state) == before)
    await trial.press("Z")
    #expect(trial.lines.last == " Redid: \(name)")
    #expect(ListView(trial.finder.list.state) == after)
    await trial.press("Z")
    #expect(trial.lines.last == " No view change to redo")
  }

  @Test func `steps are taken back one by one, down to the start`() async throws {
    let trial = try await Trial()
    await trial.press("f", "space", "enter", "S", "j", "enter", "s", "j", "enter")
    await trial.press("z", "z")
    #expect(trial.lines.last == " Undid: sections · By price")
    #expect(trial.lines[1].hasPrefix(" $  "))
    await trial.press("z", "z")
    #expect(trial.lines.last == " No view change to undo")
    #expect(trial.lines[1].hasPrefix(" All venues"))
  }

  @Test func `a new choice ends what could be chosen again`() async throws {
    let trial = try await Trial()
    await trial.press("space", "z", "a", "Z")
    #expect(trial.lines.last == " No view change to redo")
  }

  @Test func `what was given up is no step`() async throws {
    let trial = try await Trial()
    await trial.press("f", "space", "esc", "/", "x", "esc", "s", "esc", "j", "enter", "esc", "z")
    #expect(trial.lines.last == " No view change to undo")
  }

  @Test func `the cursor stays on its venue while filters come and go`() async throws {
    let trial = try await Trial()
    await trial.press("f", "j", "space", "enter", "j")
    let name = trial.names[1]
    #expect(trial.cursorLine?.contains(name) == true)
    await trial.press("z")
    #expect(trial.cursorLine?.contains(name) == true)
    await trial.press("Z")
    #expect(trial.cursorLine?.contains(name) == true)
  }

  @Test func `marks that a filter took come back with it`() async throws {
    let trial = try await Trial()
    await trial.press("a", "f", "j", "space", "enter")
    #expect(trial.lines[22].contains(" 2 selected "))
    await trial.press("z")
    #expect(trial.lines[22].contains(" 30 selected "))
    await trial.press("f", "j", "space", "esc")
    #expect(trial.lines[22].contains(" 30 selected "))
  }

  @Test func `who looks for changes to take back is told of marks and filters`() async throws {
    let store = try Store.empty()
    // What comes with the program is no step of the history.
    _ = VenueImporter(store: store, options: ImportOptions(rows: RowImportOptions(onceKey: "seed")))
      .run(.bytes(SeedFile.bytes, name: "seed"))
    let trial = try await Trial(store: store)
    await trial.press("u")
    #expect(trial.lines.last == " Nothing to undo")
    await trial.press("space", "u")
    #expect(trial.lines.last == " Nothing to undo; z to undo view change: selection · 1 selected")
  }
}
