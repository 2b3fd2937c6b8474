import TerminalKit
import Venues

/// The menus of the list: sort order, grouping, columns and section index.
struct ListMenus {
  private let list: VenueListScreen

  init(_ list: VenueListScreen) { self.list = list }

  private var context: FinderContext { list.context }
  private var strings: Strings { context.strings }
}

// MARK: - Order

extension ListMenus {
  /// Opens the sort orders, and afterwards what asked for them.
  func openSorts(then next: (() -> Void)? = nil) {
    let (list, before) = (list, list.state.sorts)
    let options = SortOption.all(with: before, shown: list.state.columns.shown)
    // With several keys chosen, Enter means all of them.
    var hasChosen = false
    var empty: Set<String> = []
    func acceptWord(_ index: Int) -> String? {
      let reverses = options[index].reverses(list.state.sorts)
      return hasChosen ? nil : strings.hint(for: reverses ? .reverse : .sort)
    }
    func chooseWord(_ index: Int) -> String {
      strings.toggles(options[index], in: list.state.sorts)
    }
    // Of two keys with one effect, the first is hinted.
    func hintsChoosing(_ index: Int) -> Bool {
      options[index].toggleHasEffect(on: list.state.sorts) && acceptWord(index) != chooseWord(index)
    }
    let menu = MenuScreen.Content(
      name: strings.sortBy,
      commands: [
        MenuCommand(.accept, rank: 2, closes: true, word: acceptWord) {
          if !hasChosen { list.show(sorts: options[$0].choose(over: list.state.sorts)) }
          if let next { return next() }
          list.explainCursor(sortedBefore: before)
        },
        MenuCommand(.choose, rank: 3, isHinted: hintsChoosing, word: chooseWord) {
          hasChosen = true
          list.show(sorts: options[$0].toggle(in: list.state.sorts))
        },
        MenuCommand(
          .remove, rank: 4, isHinted: { options[$0].index(in: list.state.sorts) != nil }
        ) {
          hasChosen = true
          list.show(sorts: options[$0].remove(from: list.state.sorts))
        },
      ], cursor: options.firstIndex { $0.index(in: before) == 0 } ?? 0, hasNumbers: true,
      usualCommand: { hasChosen ? 1 : 0 }, isFiltered: true, hint: strings.typeOrNumber,
      empty: strings.nothingFound,
      undo: {
        if list.state.sorts != before { list.show(sorts: before) }
        next?()
      },
      items: { options.map { item($0, hasValues: !empty.contains($0.keyPath)) } })
    let usual = SortOption.all(with: [])
    let others = options.filter { !usual.contains($0) }.map(\.keyPath)
    let facts = { [facts = context.facts, origin = context.origin] in
      try await facts.emptySortKeys(from: origin, and: others)
    }
    context.push(menu, loading: facts) { empty = $0 }
  }

  private func item(_ option: SortOption, hasValues: Bool) -> MenuItem {
    let title = strings.title(of: option)
    let detail = hasValues ? "" : strings.noData(atKeyPath: option.keyPath)
    let sorts = list.state.sorts
    guard let index = option.index(in: sorts) else {
      return MenuItem(title, mark: "   ", detail: detail, hasNoData: !hasValues)
    }
    let arrow = sorts[index].ascending ? context.symbols.ascending : context.symbols.descending
    return MenuItem(
      option.isName ? title : "\(title) \(arrow)", mark: strings.rank(index + 1),
      detail: detail, isChosen: true)
  }
}

// MARK: - Sections

extension ListMenus {
  func openSections() {
    let list = list
    context.openGroupings(
      strings.sections, of: [nil] + VenueSectioning.allCases, none: strings.noSections,
      chosen: { list.state.sectioning }
    ) { list.show(sectioning: .some($0)) }
  }

  /// Opens the sections by name, to move to one of them.
  func openIndex() {
    let list = list
    let viewport = list.page.viewport
    context.push(
      MenuScreen.Content(
        name: strings.goTo,
        commands: [MenuCommand(.run, rank: 2, closes: true) { list.moveToSection($0) }],
        cursor: viewport.section(of: viewport.cursor) ?? 0, isFiltered: true,
        empty: strings.nothingFound, items: { sectionItems }))
  }

  private var sectionItems: [MenuItem] {
    let page = list.page
    return page.sections.map { section in
      MenuItem(
        page.sectioning.map { strings.title(ofGroup: section.name, in: VenueGrouping($0)) } ?? "",
        detail: strings.format.count(section.count))
    }
  }
}

extension FinderContext {
  /// Opens a menu of groupings, in which nil has the title `none`, and which typing filters; those without data say so as soon as that is known.
  func openGroupings(
    _ name: String, of groupings: [VenueSectioning?], none: String = "",
    chosen: @escaping () -> VenueSectioning?, choose: @escaping (VenueSectioning?) -> Void
  ) {
    var empty: Set<VenueSectioning> = []
    var content = MenuScreen.Content.choice(
      name, of: groupings, render, columns: 32,
      title: { [strings] in $0.map(strings.title) ?? none },
      detail: { [strings] in $0.map { empty.contains($0) } == true ? strings.noData : "" },
      chosen: chosen, choose: choose)
    content.isFiltered = true
    (content.hint, content.empty) = (strings.typeOrNumber, strings.nothingFound)
    push(content, loading: facts.emptyGroupings) { empty = $0 }
  }

  /// Opens a menu whose items change when a fact about the store has been loaded.
  fileprivate func push<Fact: Sendable>(
    _ content: MenuScreen.Content, loading load: @escaping () async throws -> Fact,
    _ use: @escaping (Fact) -> Void
  ) {
    let menu = MenuScreen(self, content)
    push(menu)
    tasks.start {
      guard let fact = try? await load() else { return }
      use(fact)
      menu.reload()
    }
  }
}

extension MenuScreen.Content {
  /// Values of which one is chosen.
  static func choice<Value: Hashable>(
    _ name: String, of values: [Value], _ render: RenderContext, columns: Int = 24,
    title: @escaping (Value) -> String, detail: @escaping (Value) -> String = { _ in "" },
    chosen: @escaping () -> Value, choose: @escaping (Value) -> Void
  ) -> MenuScreen.Content {
    let before = chosen()
    return MenuScreen.Content(
      name: name, columns: columns,
      commands: [
        MenuCommand(.accept, rank: 2, closes: true) { choose(values[$0]) },
        MenuCommand(.choose) { choose(values[$0]) },
      ],
      cursor: values.firstIndex(of: before) ?? 0, hasNumbers: true,
      undo: { if chosen() != before { choose(before) } },
      items: {
        values.map { value in
          MenuItem(
            title(value), mark: value == chosen() ? render.symbols.chosen : " ",
            detail: detail(value), isChosen: value == chosen(), hasNoData: !detail(value).isEmpty)
        }
      })
  }
}

// MARK: - Columns

extension ListMenus {
  func openColumns() {
    let (list, before) = (list, list.state.columns)
    func change(_ body: @escaping (inout ColumnSettings, VenueColumn) -> Void) -> (Int) -> Void {
      { index in
        let column = list.state.columns.order[index]
        body(&list.state.columns, column)
      }
    }
    func resize(by columns: Int) -> (Int) -> Void {
      { index in
        // The layout reads the columns, which are exclusive to the change while it runs.
        let visible = list.visibleColumns
        change { $0.resize($1, by: columns, shown: visible[$1]) }(index)
      }
    }
    context.push(
      MenuScreen.Content(
        name: strings.columns, columns: 32,
        commands: [
          MenuCommand(.choose, rank: 3, change { $0.toggle($1) }),
          MenuCommand(.narrower, rank: 7, resize(by: -1)),
          MenuCommand(.wider, rank: 6, resize(by: 1)),
          MenuCommand(.moveUp, rank: 5, moves: -1, change { $0.move($1, by: -1) }),
          MenuCommand(.moveDown, rank: 4, moves: 1, change { $0.move($1, by: 1) }),
          MenuCommand(.clear, title: strings.resetsColumns, rank: 8) { _ in
            list.state.columns = ColumnSettings()
          },
          MenuCommand(.accept, rank: 2, closes: true) { _ in },
        ], undo: { list.state.columns = before },
        items: {
          let visible = list.visibleColumns
          return list.state.columns.order.map { item($0, hasRoom: visible[$0] != nil) }
        }))
  }

  private func item(_ column: VenueColumn, hasRoom: Bool) -> MenuItem {
    let columns = list.state.columns
    let isShown = !columns.hidden.contains(column)
    return MenuItem(
      strings.title(of: column), mark: isShown ? "[x]" : "[ ]",
      detail: isShown && !hasRoom
        ? strings.noRoom : columns.widths[column].map { String($0) } ?? "",
      isChosen: isShown)
  }
}

// MARK: - Palette

extension ListMenus {
  /// The toggle filters, for the command palette.
  var toggles: [PaletteCommand] {
    let list = list
    return ToggleFilter.allCases.map { toggle in
      PaletteCommand(item: MenuItem(strings.title(of: toggle), detail: strings.filters)) {
        var choices = list.state.choices
        choices.toggle(toggle)
        list.show(choices: choices)
      }
    }
  }

  /// Moves to the row of a typed number, or to the last one; nil for other text.
  func row(_ text: String) -> PaletteCommand? {
    let (list, count) = (list, list.page.viewport.count)
    guard count > 0, let number = Int(text), number > 0 else { return nil }
    let row = min(number, count)
    let title = row == number ? strings.goToRow(row) : strings.title(of: .last)
    let position = "\(strings.format.count(row))/\(strings.format.count(count))"
    return PaletteCommand(item: MenuItem(title, detail: position)) {
      list.model.move { $0.move(to: row - 1) }
    }
  }
}
