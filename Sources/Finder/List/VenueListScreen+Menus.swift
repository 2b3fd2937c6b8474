import FetchKit
import TerminalKit
import Venues

// MARK: - Order

extension VenueListScreen {
  func openSortMenu() {
    let options = SortOption.all(with: state.sorts)
    let cursor = options.firstIndex { $0.index(in: state.sorts) == 0 } ?? 0
    // Who has chosen several keys means by Enter that they are all.
    var hasChosen = false
    let before = state.sorts
    push(
      MenuScreen.Content(
        name: context.strings.sortBy,
        commands: [
          MenuCommand(.accept, rank: 2, closes: true) {
            if !hasChosen { self.show(sorts: options[$0].choose(over: self.state.sorts)) }
          },
          MenuCommand(.choose, rank: 3) {
            hasChosen = true
            self.show(sorts: options[$0].add(to: self.state.sorts))
          },
          MenuCommand(.remove, rank: 4) {
            hasChosen = true
            self.show(sorts: options[$0].remove(from: self.state.sorts))
          },
        ], cursor: cursor, hasNumbers: true,
        undo: { if self.state.sorts != before { self.show(sorts: before) } },
        items: { options.map(self.item) }))
  }

  private func item(_ option: SortOption) -> MenuItem {
    let title = context.strings.title(of: option)
    guard let index = option.index(in: state.sorts) else { return MenuItem(title, mark: " ") }
    let symbols = context.symbols
    let arrow = state.sorts[index].ascending ? symbols.ascending : symbols.descending
    return MenuItem(
      option.isName ? title : "\(title) \(arrow)", mark: "\(index + 1)", isChosen: true)
  }

  private func push(_ content: MenuScreen.Content) {
    context.push(MenuScreen(context, content))
  }
}

// MARK: - Sections

extension VenueListScreen {
  func openSectionMenu() {
    let ways: [VenueSectioning?] = [nil] + VenueSectioning.allCases
    push(
      .sectionings(ways, context.render, chosen: { self.state.sectioning }) {
        self.show(sectioning: .some($0))
      })
  }

  /// The letters that sections begin with, to go to one of them.
  func openIndex() {
    push(
      MenuScreen.Content(
        name: context.strings.goTo,
        commands: [
          MenuCommand(.run, rank: 2, closes: true) {
            self.moveToSection($0)
          }
        ], cursor: state.page.viewport.section(of: state.page.viewport.cursor) ?? 0,
        isFiltered: true, empty: context.strings.nothingFound,
        items: { self.sectionItems }))
  }

  private var sectionItems: [MenuItem] {
    let strings = context.strings
    return state.page.sections.map { section in
      MenuItem(
        state.page.sectioning.map { strings.title(of: $0.section(named: section.name)) } ?? "",
        detail: strings.figures.count(section.count))
    }
  }

  func moveToSection(_ index: Int) {
    guard state.page.sections.indices.contains(index) else { return }
    let row = state.page.sections[index].start
    move { $0.move(to: row) }
  }
}

// MARK: - Columns

extension VenueListScreen {
  func openColumnMenu() {
    let before = state.columns
    let content = MenuScreen.Content(
      name: context.strings.columns, columns: 28,
      commands: [
        MenuCommand(.choose, rank: 3) { self.state.columns.toggle(self.column($0)) },
        MenuCommand(.narrower, rank: 7) { self.state.columns.resize(self.column($0), by: -1) },
        MenuCommand(.wider, rank: 6) { self.state.columns.resize(self.column($0), by: 1) },
        MenuCommand(.moveUp, rank: 5, moves: -1) { self.moveColumn($0, by: -1) },
        MenuCommand(.moveDown, rank: 4, moves: 1) { self.moveColumn($0, by: 1) },
        MenuCommand(.clear, rank: 8) { _ in self.state.columns = ColumnSettings() },
        MenuCommand(.accept, rank: 2, closes: true) { _ in },
      ], undo: { self.state.columns = before },
      items: { self.state.columns.order.map(self.item) })
    push(content)
  }

  private func column(_ index: Int) -> VenueColumn { state.columns.order[index] }

  private func moveColumn(_ index: Int, by places: Int) {
    state.columns.move(column(index), by: places)
  }

  private func item(_ column: VenueColumn) -> MenuItem {
    let isShown = !state.columns.hidden.contains(column)
    return MenuItem(
      context.strings.title(of: column), mark: isShown ? "[x]" : "[ ]",
      detail: state.columns.widths[column].map { String($0) } ?? "", isChosen: isShown)
  }
}

extension VenueListScreen {
  /// The filters that are on or off, each to be turned round.
  var commands: [PaletteCommand] {
    let strings = context.strings
    return ToggleFilter.allCases.map { toggle in
      PaletteCommand(item: MenuItem(strings.title(of: toggle), detail: strings.filters)) {
        self.turn(toggle)
      }
    }
  }

  /// A number goes to the row that has it, or to the last one.
  func command(for text: String) -> PaletteCommand? {
    let count = state.page.viewport.count
    guard count > 0, let number = Int(text), number > 0 else { return nil }
    let row = min(number, count)
    let strings = context.strings
    let figures = strings.figures
    let position = "\(figures.count(row))/\(figures.count(count))"
    return PaletteCommand(item: MenuItem(strings.goToRow(row), detail: position)) {
      self.move { $0.move(to: row - 1) }
    }
  }

  private func turn(_ toggle: ToggleFilter) {
    var choices = state.choices
    choices.toggles.formSymmetricDifference([toggle])
    show(choices: choices)
  }
}

extension MenuScreen.Content {
  /// Ways to cut venues into sections or groups, of which one is chosen; nil is none.
  static func sectionings(
    _ ways: [VenueSectioning?], _ render: RenderContext, chosen: @escaping () -> VenueSectioning?,
    choose: @escaping (VenueSectioning?) -> Void
  ) -> MenuScreen.Content {
    let before = chosen()
    return MenuScreen.Content(
      name: render.strings.sections,
      commands: [
        MenuCommand(.accept, rank: 2, closes: true) { choose(ways[$0]) },
        MenuCommand(.choose) { choose(ways[$0]) },
      ],
      cursor: ways.firstIndex(of: chosen()) ?? 0, hasNumbers: true,
      undo: { if chosen() != before { choose(before) } },
      items: {
        ways.map { way in
          MenuItem(
            way.map(render.strings.title) ?? render.strings.noSections,
            mark: way == chosen() ? render.symbols.chosen : " ", isChosen: way == chosen())
        }
      })
  }
}
