import FetchKit
import Terminal
import Testing
import Venues

@testable import Screens

@MainActor
@Suite struct EditStoryTests {
  @Test func `a favourite is marked and unmarked in the store`() async throws {
    let trial = try await Trial()
    await trial.press("*")
    #expect(trial.cursorLine?.hasPrefix(" ▌★Boi Noodles") == true)
    #expect(try trial.store.venue(named: "Boi Noodles").favorite)
    await trial.press("f", "j", "j", "j", "j", "j", "j", "j", "space", "enter")
    #expect(trial.names == ["Boi Noodles"])
    await trial.press("*")
    #expect(trial.lines.contains { $0.contains("No venue matches") })
    #expect(try !trial.store.venue(named: "Boi Noodles").favorite)
  }

  @Test func `a venue that goes while it is shown makes room for its neighbour`() async throws {
    let trial = try await Trial()
    await trial.press("enter")
    let id = try #require(try trial.store.venue(named: "Boi Noodles").objectID)
    try await trial.store.write("Delete") { $0.delete(id) }
    await trial.finder.settle()
    #expect(trial.lines[0].hasPrefix(" CoCo Fresh Tea & Juice") && trial.lines[0].hasSuffix("1/29"))
    try await trial.store.perform(BatchDeleteRequest(entity: Venue.entity, where: nil))
    await trial.finder.settle()
    #expect(trial.lines[3] == " This venue is no longer there")
    await trial.press("esc")
    #expect(trial.lines.contains { $0.contains("There are no venues yet") })
  }
}
