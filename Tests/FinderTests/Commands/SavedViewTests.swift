import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct SavedViewTests {
  @Test func `a digit shows a saved view: filter, order, groups, columns and map`() async throws {
    let app = try await AppHarness()
    await app.press("f", "space", "enter", "s", "j", "j", "j", "enter", "S", "2")
    app.finder.list.state.columns.toggle(.city)
    await app.press("m", "+", "+", "esc")
    let before = (app.finder.list.state, app.finder.list.map.saved?.focus)
    await app.press("w", "ctrl-u")
    await app.type("mine")
    await app.press("enter", "c", "S", "1", "m", "0", "esc")
    app.finder.list.state.columns = ColumnSettings()
    await app.press("1")
    #expect(app.message == "Applied mine")
    let state = app.finder.list.state
    #expect(state.choices == before.0.choices)
    #expect(state.sorts == before.0.sorts)
    #expect(state.sectioning == before.0.sectioning)
    #expect(state.columns == before.0.columns)
    #expect(app.finder.list.map.saved?.focus == before.1)
    await app.press("2")
    #expect(app.message == "No saved filter 2; there is 1")
  }

  @Test func `a digit without saved filters says how to save one`() async throws {
    let app = try await AppHarness()
    await app.press("5")
    #expect(app.message == "No saved filters yet; w saves one")
  }

  @Test func `a filter saved under its description shows it once`() async throws {
    let app = try await AppHarness()
    await app.press("f", "5", "enter", "w", "enter", "F")
    #expect(app.lines.contains { $0.contains(#/│▌ offering a deal +1 │/#) })
  }

  @Test func `a filter saved by an earlier version or a command leaves the rest of the view`()
    async throws
  {
    let store = try FetchStore.seeded()
    try SavedFilter(name: "a", predicate: try FetchPredicate(format: "specialCount > 0"))
      .save(in: store)
    store.setFilters(#"[{"name":"a","predicate":"specialCount > 0","sort":[]}]"#)
    let app = try await AppHarness(store: store)
    app.finder.list.state.columns.toggle(.city)
    await app.press("S", "2", "1")
    #expect(app.finder.list.state.sectioning == .price)
    #expect(app.finder.list.state.columns.hidden.contains(.city) == false)
    #expect(app.lines[1].hasPrefix(" offering a deal"))
  }
}

extension FetchStore {
  /// Replaces the saved filters by a text.
  fileprivate func setFilters(_ text: String) {
    try? write("Save filters") { $0.setMetadata(text, forKey: "filters") }
  }
}
