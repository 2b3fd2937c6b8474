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
        name: context.look.strings.sortBy,
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
        takeBack: { if self.state.sorts != before { self.show(sorts: before) } },
        items: { options.map(self.item) }))
  }

  private func item(_ option: SortOption) -> MenuItem {
    let title = context.look.strings.title(of: option)
    guard let index = option.index(in: state.sorts) else { return MenuItem(title, mark: " ") }
    let symbols = context.look.symbols
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
      .sectionings(ways, context.look, chosen: { self.state.sectioning }) {
        self.show(sectioning: .some($0))
      })
  }

  /// The letters that sections begin with, to go to one of them.
  func openIndex() {
    push(
      MenuScreen.Content(
        name: context.look.strings.goTo,
        commands: [
          MenuCommand(.run, rank: 2, closes: true) {
            self.moveToSection($0)
          }
        ], cursor: state.page.window.section(of: state.page.window.cursor) ?? 0,
        isFiltered: true, empty: context.look.strings.nothingFound,
        items: { self.sectionItems }))
  }

  private var sectionItems: [MenuItem] {
    let strings = context.look.strings
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
      name: context.look.strings.columns, columns: 28,
      commands: [
        MenuCommand(.choose, rank: 3) { self.state.columns.toggle(self.column($0)) },
        MenuCommand(.narrower, rank: 7) { self.state.columns.resize(self.column($0), by: -1) },
        MenuCommand(.wider, rank: 6) { self.state.columns.resize(self.column($0), by: 1) },
        MenuCommand(.moveUp, rank: 5, moves: -1) { self.moveColumn($0, by: -1) },
        MenuCommand(.moveDown, rank: 4, moves: 1) { self.moveColumn($0, by: 1) },
        MenuCommand(.clear, rank: 8) { _ in self.state.columns = ColumnSettings() },
        MenuCommand(.accept, rank: 2, closes: true) { _ in },
      ], takeBack: { self.state.columns = before },
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
      context.look.strings.title(of: column), mark: isShown ? "[x]" : "[ ]",
      detail: state.columns.widths[column].map { String($0) } ?? "", isChosen: isShown)
  }
}
