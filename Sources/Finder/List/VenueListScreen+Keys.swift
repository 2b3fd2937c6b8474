import FetchKit
import TerminalKit
import VenueImport
import Venues

// MARK: - Key tables

extension VenueListScreen {
  typealias Command = KeyCommand<VenueListScreen>

  func bindings(where isIncluded: (Action) -> Bool) -> [KeyBinding] {
    (state.search == nil ? Self.commands : Self.searchCommands)
      .bound(to: self, where: isIncluded)
  }

  nonisolated static let commands: [Command] =
    [
      Command(.filter, rank: 2) { $0.openFilter() },
      Command(.search, rank: 3) { $0.searching.begin() },
      Command(.sort, rank: 5) { ListMenus($0).openSorts() },
      Command(.open, rank: 9, unless: { $0.page.noRows }) { $0.detail.open() },
      Command(.map, rank: 7) { $0.map.open() },
      Command(.clear, rank: 6, unless: { $0.state.choices.isEmpty ? .nothingIsFiltered : nil }) {
        $0.show(choices: $0.state.choices.cleared)
      },
      Command(.statistics, rank: 7) { $0.statistics.open() },
      Command(
        .leaveGroup, unless: { $0.canLeaveGroup ? nil : $0.nothingToLeave },
        rankFor: { $0.canLeaveGroup ? 1 : nil }
      ) { $0.statistics.leaveGroup() },
      Command(
        .crawl, unless: { $0.page.notAllRows },
        rankFor: { $0.state.selection.count > 1 ? 4 : 7 }
      ) { ListCommands($0).openCrawl() },
      Command(.location, rank: 9) { ListCommands($0).location.open() },
      onVenue(.locationHere) { ListCommands($0).location.set(to: $1) },
      onVenue(.link) { ListCommands($0).location.openLink(of: $1) },
      onVenue(.links) { ListCommands($0).location.openLinks(of: $1) },
      Command(.savedFilters) { ListCommands($0).openSavedFilters() },
      Command(numbered: .savedNumber) { ListCommands($0).applySavedFilter($1) },
      Command(.saveFilter) { ListCommands($0).saveFilter() },
      Command(.explain) {
        $0.context.push(
          ExplainScreen(
            $0.context, $0.model.request, $0.state.choices, $0.state.sorts,
            sectioning: $0.state.sectioning))
      },
      Command(.importFile, unless: { $0.noFiles }, rankFor: { $0.isEmpty ? 2 : nil }) {
        FileCommands(context: $0.context).openImport()
      },
      Command(
        .exportFile, unless: { $0.noFiles ?? $0.page.notAllRows },
        rankFor: { $0.state.selection.isEmpty ? nil : 4 }
      ) {
        ListCommands($0).openExport()
      },
      Command(.lastFilter, rank: 4, unless: { $0.lastFilter == nil ? .noLastFilter : nil }) {
        $0.show(choices: $0.lastFilter)
      },
      Command(.sections, rank: 12) { ListMenus($0).openSections() },
      Command(.columns, rank: 13) { ListMenus($0).openColumns() },
      Command(.detail, rankFor: { $0.context.stack.hasRoom(beside: $0.detail.screen) ? 8 : nil }) {
        $0.toggleDetail()
      },
      Command(.bars) { $0.state.columns.hasBars.toggle() },
      Command(
        .clearSelection, unless: { $0.state.selection.isEmpty ? $0.nothingToLeave : nil },
        rankFor: { $0.state.selection.isEmpty ? nil : 4 }
      ) {
        $0.state.selection = VenueSelection()
      },
      Command(.clearSearch, unless: { $0.endsSearch ? nil : $0.nothingToLeave }) {
        $0.searching.search("")
      },
    ] + editing + moving + [
      Command(.halfPageDown) { $0.model.move { $0.page(by: 0.5) } },
      Command(.halfPageUp) { $0.model.move { $0.page(by: -0.5) } },
      Command(.first) { $0.model.move { $0.move(to: 0) } },
      Command(.last) { $0.model.moveToEnd() },
      Command(.nextSection, unless: { $0.page.noSections }) {
        $0.model.move { $0.move(bySections: 1) }
      },
      Command(.previousSection, unless: { $0.page.noSections }) {
        $0.model.move { $0.move(bySections: -1) }
      },
      Command(.jump, unless: { $0.page.noSections }) { ListMenus($0).openIndex() },
    ]

  nonisolated static let editing: [Command] = [
    Command(.select, rank: 9, unless: { $0.page.noRows }) { $0.toggleSelection() },
    Command(.selectRange, unless: { $0.page.noRows }) {
      $0.state.selection.extend(to: $0.model.viewport.cursor, in: $0.model.ids)
    },
    Command(.selectAll, unless: { $0.page.notAllRows }) {
      $0.state.selection.toggleAll(of: $0.model.ids)
    },
    Command(.favorite, rank: 9, unless: { $0.page.noRows }) {
      $0.commands.toggleFavorite(of: $0.commandIDs)
    },
    onVenue(.edit) { $0.commands.editValues(of: $1) },
    onVenue(.note, rank: 10) { $0.commands.editNote(of: $1) },
    Command(.noteInEditor, unless: { $0.page.noRows ?? $0.noFiles }) { list in
      list.model.withCursorVenue { list.commands.editNote($0.note ?? "", of: $0) }
    },
    Command(.delete, unless: { $0.page.noRows }) {
      let ids = $0.commandIDs
      $0.commands.delete(ids, name: ids == [$0.model.cursorID] ? $0.model.cursorVenue?.name : nil)
    },
    Command(.undo, rank: 11) { ListCommands($0).undo() },
    Command(.redo) { $0.commands.redo() },
    Command(.history) { $0.commands.openHistory() },
    Command(.undoView) { ListCommands($0).moveView(undoing: true) },
    Command(.redoView) { ListCommands($0).moveView(undoing: false) },
    Command(
      .copy, unless: { $0.page.noRows }, rankFor: { $0.state.selection.isEmpty ? nil : 5 }
    ) { $0.commands.copy($0.commandIDs, asJSON: false) },
    Command(.copyJSON, unless: { $0.page.noRows }) {
      $0.commands.copy($0.commandIDs, asJSON: true)
    },
  ]

  nonisolated static let moving: [Command] = [
    Command(.down) { $0.model.move { $0.move(by: 1) } },
    Command(.up) { $0.model.move { $0.move(by: -1) } },
    Command(.pageDown) { $0.model.move { $0.page(by: 1) } },
    Command(.pageUp) { $0.model.move { $0.page(by: -1) } },
  ]

  /// A command on the venue under the cursor, when that is loaded.
  private nonisolated static func onVenue(
    _ action: Action, rank: Int? = nil,
    perform: @escaping @MainActor @Sendable (VenueListScreen, Venue) -> Void
  ) -> Command {
    Command(action, rank: rank, unless: { $0.page.noRows }) { list in
      list.model.withCursorVenue { perform(list, $0) }
    }
  }

  nonisolated static let searchCommands: [Command] =
    [
      Command(.keepSearch, rank: 1) { $0.state.search = nil },
      Command(.restoreSearch, rank: 2) { $0.searching.restore() },
      Command(.similar, rankFor: { $0.findsNothingExactly ? nil : 3 }) {
        $0.searching.toggleSimilar()
      }.hinted { $0.wordForSimilar },
    ] + moving

  /// Whether similar words are searched for because no venue has the words themselves.
  private var findsNothingExactly: Bool { !state.findsSimilar && state.choices.similar != nil }

  private var wordForSimilar: String? {
    state.findsSimilar ? context.strings.exactWords : nil
  }

  /// Toggles the selection of the venue under the cursor and moves to the next.
  private func toggleSelection() {
    guard let id = model.cursorID else { return }
    state.selection.toggle(id)
    model.move { $0.move(by: 1) }
  }

  private func toggleDetail() {
    guard context.stack.hasRoom(beside: detail.screen) else { return context.explain(.isTooNarrow) }
    context.preferences.showsDetail.toggle()
  }
}

// MARK: - Disabled reasons

extension VenueListScreen {
  private var nothingToLeave: DisabledReason {
    state.choices.isEmpty ? .nothingToLeave : .filterStays
  }

  private var noFiles: DisabledReason? { context.files == nil ? .noFiles : nil }

  private var canLeaveGroup: Bool { statistics.hasOpenedGroup && state.selection.isEmpty }

  private var endsSearch: Bool {
    !state.choices.search.isEmpty && state.selection.isEmpty && !statistics.hasOpenedGroup
  }

  /// Whether the store has no venues at all.
  private var isEmpty: Bool { totals.values.list?.total == 0 }

  /// The filter that matched venues before one that matches none; nil without one.
  private var lastFilter: FilterChoices? {
    totals.values.lastFilter(before: state.choices, page)
  }
}

// MARK: - Commands

extension VenueListScreen {
  /// The venues that a command applies to: the selection in list order, else the cursor's venue.
  var commandIDs: [ObjectID] {
    state.selection.isEmpty
      ? [model.cursorID].compactMap(\.self) : model.ids.filter(state.selection.contains)
  }

  var paletteCommands: [PaletteCommand] { ListMenus(self).toggles }

  func paletteCommand(for text: String) -> PaletteCommand? { ListMenus(self).row(text) }
}
