import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct SavedFilterStoryTests {
  @Test func `a filter can be saved, applied and deleted`() async throws {
    let trial = try await Trial()
    await trial.press("f", "space", "j", "j", "j", "j", "space", "w")
    #expect(trial.lines.contains { $0.contains("│ $ · offering a deal ") })
    await trial.press("backspace", "enter")
    #expect(trial.lines.contains { $0.contains("Enter a name") })
    await trial.type("cheap deals")
    await trial.press("enter", "esc")
    #expect(
      try SavedFilter.all(in: trial.store) == [
        SavedFilter(
          name: "cheap deals",
          predicate: try FetchPredicate(format: "priceInfo.tier IN {1} AND specialCount > 0"),
          sort: ["distance", "name"])
      ])
    #expect(trial.names.count == 17)
    await trial.press("F")
    try Dump.expect(trial.screen, is: "saved-80x24")
    await trial.press("enter")
    #expect(trial.names.count == 6)
    #expect(trial.lines[1].hasPrefix(" $ · offering a deal "))
    await trial.press("F", "x", "y", "enter", "F")
    #expect(trial.lines.contains { $0.contains("No saved filters; w to save one") })
    #expect(try SavedFilter.all(in: trial.store) == [])
  }

  @Test func `keys typed while saved filters load are for their screen`() async throws {
    let trial = try await Trial()
    try SavedFilter(
      name: "deals", predicate: try FetchPredicate(format: "specialCount > 0"), sort: []
    ).save(in: trial.store)
    await trial.pressMeanwhile("F", "enter", "j")
    await trial.finder.settle()
    #expect(trial.names.count == 6)
    #expect(trial.cursorLine?.contains("Smoocha") == true)
    await trial.pressMeanwhile("v", "esc", "F", "esc")
    await trial.finder.settle()
    #expect(trial.names.count == 6)
  }

  @Test func `a filter without conditions cannot be saved`() async throws {
    let store = try Store.seeded()
    try SavedFilter(name: "everything", predicate: .constant(true), sort: []).save(in: store)
    let trial = try await Trial(store: store)
    await trial.press("F")
    #expect(
      trial.lines.contains { $0.contains("everything") && $0.contains(" All venues ") })
    #expect(!trial.lines.joined().contains("TRUEPREDICATE"))
  }

  @Test func `ctrl-c does not wait for a loading screen`() async throws {
    let trial = try await Trial()
    trial.finder.context.open { try? await Task.sleep(for: .seconds(600)) }
    #expect(trial.finder.turn([.key(try #require(KeyPress("j")))]) == nil)
    #expect(trial.finder.turn([.key(try #require(KeyPress("ctrl-c")))]) == .interrupted)
    trial.finder.context.tasks.cancelAll()
  }

  @Test func `variables are asked for one by one`() async throws {
    let store = try Store.seeded()
    let predicate = try FetchPredicate(
      format: "location.distance < $METERS AND stats.tipCount >= $TIPS")
    try SavedFilter(name: "near", predicate: predicate, sort: ["-tips"]).save(in: store)
    let trial = try await Trial(store: store)
    await trial.press("F", "enter")
    #expect(trial.lines.contains { $0.contains("METERS (distance)") })
    await trial.type("far")
    await trial.press("enter")
    #expect(trial.lines.contains { $0.contains("Enter a number") })
    await trial.press("ctrl-u")
    await trial.type("2000")
    await trial.press("enter")
    #expect(trial.lines.contains { $0.contains("TIPS (tips)") })
    await trial.type("18")
    await trial.press("enter")
    #expect(trial.names == ["CoCo Fresh Tea & Juice", "Boi Noodles", "Vivi Bubble Tea"])
    #expect(trial.lines[1].hasPrefix(" within 2 km · stats.tipCount >= 18"))
  }

  @Test func `saving under an existing name replaces the filter`() async throws {
    let trial = try await Trial()
    for _ in 0..<2 {
      await trial.press("w")
      await trial.type("all")
      await trial.press("enter")
    }
    #expect(trial.lines.last == " Replaced all")
    #expect(try SavedFilter.all(in: trial.store).count == 1)
  }
}
