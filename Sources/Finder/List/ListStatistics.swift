import FetchKit
import TerminalKit
import Venues

/// The statistics of the list, and the groups that were opened from them.
final class ListStatistics: StatisticsScreenDelegate {
  /// A group that was opened from statistics.
  private struct OpenedGroup {
    /// The view before it was opened.
    let snapshot: ListSnapshot
    let statistics: StatisticsState
    /// The conditions that limit the list to it.
    let conditions: [FetchPredicate]
  }

  private unowned let list: VenueListScreen
  /// The open screen, or the one that was opened last.
  private var screen: StatisticsScreen?
  /// The opened groups, each within the one before it.
  private var openedGroups: [OpenedGroup] = []

  init(_ list: VenueListScreen) { self.list = list }

  /// Opens the statistics as they were left.
  func open() {
    var statistics = screen?.state ?? StatisticsState()
    statistics.forget()
    open(statistics)
  }

  private func open(_ statistics: StatisticsState) {
    let screen = StatisticsScreen(list.context, choices: list.state.choices, statistics)
    screen.delegate = self
    self.screen = screen
    list.context.push(screen)
  }

  func listDidChange() {
    if let screen, list.context.stack.isOpen(screen) { screen.show(list.state.choices) }
  }

  var hasOpenedGroup: Bool { !openedGroups.isEmpty }

  /// The conditions of the opened groups, which the user did not type.
  var groupConditions: [FetchPredicate] { openedGroups.flatMap(\.conditions) }

  /// Returns to the statistics that the group was opened from.
  func leaveGroup() {
    guard let group = openedGroups.popLast() else { return }
    list.restore(group.snapshot)
    open(group.statistics)
  }

  func forgetGroups() { openedGroups = [] }

  func statisticsScreenDidRequestFilter(_ screen: StatisticsScreen) { list.openFilter() }

  func statisticsScreenDidClearFilter(_ screen: StatisticsScreen) {
    list.show(choices: list.state.choices.cleared)
  }

  func statisticsScreen(_ screen: StatisticsScreen, didChoose choices: FilterChoices) {
    let before = list.snapshot
    list.show(choices: choices)
    openedGroups.append(
      OpenedGroup(
        snapshot: before, statistics: screen.state,
        conditions: choices.conditions.filter { !before.view.choices.conditions.contains($0) }))
  }
}
