import FetchKit
import Resources
import TerminalKit
import Testing
import VenueImport
import Venues

@testable import Finder

@MainActor
@Suite struct ViewUndoTests {
  @Test(arguments: [
    (["f", "space", "enter"], "filter · $"),
    (["/", "z", "e", "n", "enter"], "search · “zen”"),
    (["s", "j", "enter"], "sort · price ▲  then name ▲"),
    (["S", "j", "enter"], "sections · Price"),
    (["C", "j", "space", "enter"], "columns"),
    (["B"], "columns"),
    (["space"], "selection · 1 selected"),
    (["a"], "selection · 30 selected"),
    (["H"], "location · from Boi Noodles"),
  ])
  func `z undoes a view change, and Z redoes it`(keys: [String], name: String)
    async throws
  {
    let app = try await AppHarness()
    let before = ListView(app.finder.list.state)
    await app.press(keys)
    let after = ListView(app.finder.list.state)
    #expect(before != after)
    await app.press("z")
    #expect(app.message == "Undid: \(name)")
    #expect(ListView(app.finder.list.state) == before)
    await app.press("Z")
    #expect(app.message == "Redid: \(name)")
    #expect(ListView(app.finder.list.state) == after)
    await app.press("Z")
    #expect(app.message == "No view change to redo")
  }

  @Test func `view changes are undone one by one, back to the start`() async throws {
    let app = try await AppHarness()
    await app.press("f", "space", "enter", "S", "j", "enter", "s", "j", "enter")
    await app.press("z", "z")
    #expect(app.message == "Undid: sections · Price")
    #expect(app.lines[1].hasPrefix(" $  "))
    await app.press("z", "z")
    #expect(app.message == "No view change to undo")
    #expect(app.lines[1].hasPrefix(" All venues"))
  }

  @Test func `a location that was searched for is a view change`() async throws {
    let app = try await AppHarness()
    await app.press("@", "ctrl-u")
    await app.type("234 canal street")
    await app.press("enter")
    #expect(app.lines[0].contains("from Kung Fu Tea"))
    await app.press("@", "ctrl-u", "enter")
    #expect(app.lines[0].contains("from 40.7593, -73.9847"))
    await app.press("z")
    #expect(app.lines[0].contains("from Kung Fu Tea"))
    await app.press("z")
    #expect(app.lines[0].contains("from 40.7593, -73.9847"))
  }

  @Test func `a filter says that it deselects venues, and z selects them again`() async throws {
    let app = try await AppHarness()
    await app.press("a", "f", "3", "enter")
    #expect(app.message == "Deselected 29 venues that are not in the list, z to undo")
    await app.press("z")
    #expect(app.finder.list.state.selection.count == 30)
    await app.press("f", "3", "esc")
    #expect(app.finder.list.state.selection.count == 30)
    #expect(!app.message.contains("Deselected"))
  }

  @Test func `a new choice clears the redo history`() async throws {
    let app = try await AppHarness()
    await app.press("space", "z", "a", "Z")
    #expect(app.message == "No view change to redo")
  }

  @Test func `a canceled choice is no view change`() async throws {
    let app = try await AppHarness()
    await app.press("f", "space", "esc", "/", "x", "esc", "s", "esc", "j", "enter", "esc", "z")
    #expect(app.message == "No view change to undo")
  }

  @Test func `the cursor stays on its venue while view changes are undone`() async throws {
    let app = try await AppHarness()
    await app.press("f", "j", "space", "enter", "j")
    let name = app.names[1]
    #expect(app.cursorLine?.contains(name) == true)
    await app.press("z")
    #expect(app.cursorLine?.contains(name) == true)
    await app.press("Z")
    #expect(app.cursorLine?.contains(name) == true)
  }

  @Test func `undoing a filter restores the selection`() async throws {
    let app = try await AppHarness()
    await app.press("a", "f", "j", "space", "enter")
    #expect(app.lines[22].contains(" 2 selected "))
    await app.press("z")
    #expect(app.lines[22].contains(" 30 selected "))
    await app.press("f", "j", "space", "esc")
    #expect(app.lines[22].contains(" 30 selected "))
  }

  @Test(arguments: [["space", "j", "space", "D", "z"], ["space", "esc", "k", "D", "z"]])
  func `undoing a view change does not select deleted venues`(keys: [String]) async throws {
    let app = try await AppHarness()
    await app.press(keys)
    #expect(app.lines[22].hasPrefix(" \(keys.contains("k") ? 29 : 28) venues"))
    #expect(!app.lines[22].contains("selected"))
    await app.press("*")
    #expect(app.lines.last?.hasPrefix(" Added ") == true)
  }

  @Test func `undo without changes mentions undoing view changes`() async throws {
    let store = try FetchStore.empty()
    // What comes with the program is no step of the history.
    _ = VenueImporter(store: store, options: ImportOptions(rows: RowImportOptions(onceKey: "seed")))
      .run(.bytes(SeedFile.bytes, name: "seed"))
    let app = try await AppHarness(store: store)
    await app.press("u")
    #expect(app.message == "Nothing to undo")
    await app.press("space", "u")
    #expect(app.message == "Nothing to undo; z to undo view change: selection · 1 selected")
  }
}
