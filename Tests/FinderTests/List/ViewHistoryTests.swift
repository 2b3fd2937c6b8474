import FetchKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct ViewHistoryTests {
  private func view(selection: Range<Int64>) -> ListView {
    var state = VenueListState()
    state.selection = VenueSelection(
      Set(selection.map { ObjectID(entityName: "Venue", rowID: $0) }))
    return ListView(state)
  }

  private func steps(of history: ViewHistory) -> Int {
    var history = history
    var count = 0
    while history.undo() != nil { count += 1 }
    return count
  }

  @Test func `a limited number of changes is kept, the newest ones`() {
    var history = ViewHistory(view(selection: 0..<1))
    for end in 2...300 { history.record(view(selection: 0..<Int64(end))) }
    #expect(steps(of: history) == 200)
    #expect(history.last?.after == view(selection: 0..<300))
  }

  @Test func `fewer changes are kept if their selections are large`() {
    var history = ViewHistory(view(selection: 0..<1))
    for end in 0..<4 { history.record(view(selection: 0..<(400_000 + Int64(end)))) }
    #expect(steps(of: history) == 2)
  }

  @Test func `an unchanged view is no undoable change`() {
    var history = ViewHistory(view(selection: 0..<1))
    history.record(view(selection: 0..<1))
    #expect(history.undo() == nil)
    #expect(history.redo() == nil)
  }
}
