/// A menu in a box.
@MainActor
package final class MenuScreen<Action: KeyAction>: TypingScreen {
  /// The contents of a menu.
  package struct Content {
    package var name: String
    /// The minimum width inside the box.
    package var columns = 24
    package var commands: [MenuCommand<Action>]
    /// The initial row of the cursor.
    package var cursor = 0
    /// Whether digits perform a command on an item.
    package var hasNumbers = false
    /// Returns the index of the command that digits and clicks perform.
    package var usualCommand: () -> Int = { 0 }
    /// Whether letters filter the items instead of being commands; with numbers, those without a command do.
    package var isFiltered = false
    /// The text of an empty query.
    package var hint = ""
    /// The text of an empty menu.
    package var empty = ""
    /// A command for the typed text itself, listed first; nil for none.
    package var command: (String) -> PaletteCommand? = { _ in nil }
    /// Reverts the commands that left the menu open; called on Esc.
    package var undo: () -> Void = {}
    /// Returns the current items.
    package var items: () -> [MenuItem]

    package init(
      name: String, columns: Int = 24, commands: [MenuCommand<Action>], cursor: Int = 0,
      hasNumbers: Bool = false, usualCommand: @escaping () -> Int = { 0 },
      isFiltered: Bool = false, hint: String = "", empty: String = "",
      command: @escaping (String) -> PaletteCommand? = { _ in nil },
      undo: @escaping () -> Void = {}, items: @escaping () -> [MenuItem]
    ) {
      self.name = name
      self.columns = columns
      self.commands = commands
      self.cursor = cursor
      self.hasNumbers = hasNumbers
      self.usualCommand = usualCommand
      self.isFiltered = isFiltered
      self.hint = hint
      self.empty = empty
      self.command = command
      self.undo = undo
      self.items = items
    }
  }

  private let host: any ScreenHost<Action>
  private let content: Content
  private var all: [MenuItem]
  /// The command for the query itself, which is the first item; nil for none.
  private var typedCommand: PaletteCommand?
  /// The indexes of the matching items, the best first.
  private var shown: [Int]
  /// The matched characters by item.
  private var found: [Int: Set<Int>] = [:]
  private var query = TextField()
  /// The last character, if it was the key of a command, with the cursor and the items before that.
  private var keyLetter: (text: String, cursor: Int, items: [MenuItem])?
  private var viewport = ListViewport()
  private var area = Rect(.zero)

  package init(_ host: any ScreenHost<Action>, _ content: Content) {
    self.host = host
    self.content = content
    all = content.items()
    shown = Array(all.indices)
    viewport.resize(height: all.count)
    viewport.replace(count: all.count, cursor: content.cursor)
  }

  package var name: String { content.name }

  package var placement: Placement {
    let widest = all.map(width).max() ?? 0
    // Long menus have arrows at their ends.
    let margin = content.isFiltered ? 6 : 4
    let columns = max(content.columns, widest + margin, TextWidth.displayWidth(of: name) + 6)
    let frame = content.isFiltered ? 3 : 2
    return .box(
      Size(columns: columns + 2, rows: max(1, all.count) + frame),
      rows: max(1, shown.count) + frame)
  }

  package func bindings(where isIncluded: (Action) -> Bool) -> [KeyBinding<Action>] {
    let reason: Action.DisabledReason? = shown.isEmpty ? Action.nothingToChoose : nil
    let item = shown.indices.contains(viewport.cursor) ? shown[viewport.cursor] : nil
    // The hint of a menu that can be filtered is above its items.
    let rank = content.isFiltered || shown.count < 2 ? nil : 6
    let pick = KeyBinding(Action.pick, rank: rank, numberedCount: shown.count) { self.pick($0) }
    let commands = content.commands.map { command in
      var binding = KeyBinding<Action>(
        command.action, unless: reason,
        rank: item.map(command.isHinted) == false ? nil : command.rank,
        word: item.flatMap(command.word)
      ) { _ in self.perform(command) }
      binding.opposite = command.opposite
      binding.title = command.title
      return binding
    }
    return (commands + (content.hasNumbers ? [pick] : [])).filter { isIncluded($0.action) }
      + Self.commands.bound(to: self, where: isIncluded)
  }

  /// The key table without the commands of the contents.
  package nonisolated static var commands: [KeyCommand<MenuScreen, Action>] {
    [
      KeyCommand(.cancel, rank: 1) { $0.cancel() }
    ] + ListViewport.commands(isTyped: true) { screen, change in change(&screen.viewport) }
  }

  /// Reloads the items.
  package func reload() {
    typedCommand = content.command(query.text)
    let first = [typedCommand?.item].compactMap(\.self)
    all = first + content.items()
    rank(after: first.count)
    viewport.replace(count: shown.count, cursor: viewport.cursor)
  }

  /// Sorts the matching items by score, after a number of items that stay first.
  private func rank(after count: Int) {
    found = [:]
    guard content.isFiltered, !query.text.isEmpty else { return shown = Array(all.indices) }
    let matches = all.indices.dropFirst(count).compactMap { index in
      all[index].match(query.text, host.folded).map { (index, $0) }
    }
    let ranked = matches.sorted { one, other in
      (other.1.score, all[one.0].text.count, one.0) < (
        one.1.score, all[other.0].text.count, other.0
      )
    }
    found = Dictionary(uniqueKeysWithValues: ranked.map { ($0, $1.characters) })
    shown = Array(0..<count) + ranked.map(\.0)
  }

  package func layout(in area: Rect) {
    self.area = area
    viewport.resize(height: itemArea.rows)
  }

  private var inner: Rect { area.inset(left: 1, top: 1, right: 1, bottom: 1) }

  private var itemArea: Rect { inner.inset(top: content.isFiltered ? 1 : 0) }

  package func edit(_ change: (inout TextField) -> Bool) -> Bool {
    let old = query.text
    var field = query
    guard content.isFiltered, change(&field) else { return false }
    if content.hasNumbers, old.isEmpty {
      if let keyLetter, startsQuery(keyLetter, followedBy: field.text) {
        field = TextField(keyLetter.text + field.text)
      } else if !startsQuery(field.text) {
        keyLetter = (field.text, viewport.cursor, all)
        return false
      }
      keyLetter = nil
    }
    query = field
    if query.text != old {
      reload()
      viewport.move(to: 0)
    }
    return true
  }

  /// Whether a text begins the query of a menu with numbers, in which the keys of commands work until then.
  private func startsQuery(_ text: String) -> Bool {
    guard let letter = text.first, letter.isLetter else { return false }
    return bindings { action in host.keys(for: action).contains { $0.typed == letter } }.isEmpty
  }

  /// Whether the key of a command was meant as text: it changed nothing, or is the first letter of a name.
  private func startsQuery(
    _ key: (text: String, cursor: Int, items: [MenuItem]), followedBy text: String
  ) -> Bool {
    guard key.text.first?.isLetter == true, text.first?.isLetter == true else { return false }
    let name = host.folded(key.text + text)
    return all.contains { host.folded($0.text).hasPrefix(name) }
      || key.cursor == viewport.cursor && key.items == all && startsQuery(text)
  }

  /// Performs the usual command on the item with an index.
  private func pick(_ number: Int) {
    guard shown.indices.contains(number) else { return }
    viewport.move(to: number)
    performUsual()
  }

  private func performUsual() {
    let index = content.usualCommand()
    if content.commands.indices.contains(index) { perform(content.commands[index]) }
  }

  private func cancel() {
    host.pop(self)
    content.undo()
  }

  private func perform(_ command: MenuCommand<Action>) {
    guard shown.indices.contains(viewport.cursor) else { return }
    if command.closes { host.pop(self) }
    perform(command, onItemAt: shown[viewport.cursor])
    guard !command.closes else { return }
    reload()
    viewport.move(by: command.moves)
  }

  private func perform(_ command: MenuCommand<Action>, onItemAt index: Int) {
    guard let typedCommand else { return command.perform(index) }
    if index == 0 { typedCommand.perform() } else { command.perform(index - 1) }
  }

  package func handle(_ mouse: MouseEvent) {
    if mouse.isClick(outside: area) { return host.pop(self) }
    if viewport.follow(mouse, in: itemArea) != nil { performUsual() }
  }
}

// MARK: - Drawing

extension MenuScreen {
  package func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let inner = Box.draw(on: &canvas, in: area, title: name, render: host.style)
    for (line, row) in viewport.visible.enumerated() {
      draw(row, on: &canvas, in: itemArea.row(line))
    }
    let visible = viewport.visible
    canvas.drawEnds(
      in: itemArea.inset(left: itemArea.columns - 1), isMoreAbove: visible.lowerBound > 0,
      isMoreBelow: visible.upperBound < shown.count, render: host.style)
    if shown.isEmpty {
      canvas.write(
        content.empty, at: itemArea.origin.moved(columns: 2), style: host.style.theme.muted,
        width: itemArea.columns - 3)
    }
    guard content.isFiltered else { return nil }
    let start = inner.origin.moved(columns: 2)
    let columns = inner.columns - 3
    let cursor = query.draw(on: &canvas, at: start, columns: columns, style: .plain)
    guard query.text.isEmpty else { return cursor }
    canvas.write(content.hint, at: start, style: host.style.theme.muted, width: columns)
    return content.hasNumbers ? nil : cursor
  }

  private func width(_ item: MenuItem) -> Int {
    TextWidth.displayWidth(of: leftText(item)) + TextWidth.displayWidth(of: item.detail)
      + (item.detail.isEmpty ? 0 : 2) + (content.hasNumbers ? 3 : 0)
  }

  private func leftText(_ item: MenuItem) -> String {
    item.mark.map { "\($0) \(item.text)" } ?? item.text
  }

  private func draw(_ index: Int, on canvas: inout Canvas, in row: Rect) {
    let render = host.style
    let item = all[shown[index]]
    // Two blanks before the arrows at the ends, which are not keys.
    let isScrolled = shown.count > itemArea.rows
    let inner = drawNumber(index, on: &canvas, in: row.inset(right: isScrolled ? 2 : 0))
    let shownDetail = detail(of: item, columns: inner.columns - 3)
    let detail = TextWidth.displayWidth(of: shownDetail)
    let room = inner.columns - 3 - (detail == 0 ? 0 : detail + 2)
    let style =
      item.isChosen ? render.theme.chosen : item.hasNoData ? render.theme.muted : .plain
    let text = FittedText(
      text: leftText(item), point: row.origin.moved(columns: 2), columns: room)
    text.draw(on: &canvas, style: style)
    if let characters = found[shown[index]] {
      let start = item.mark.map { $0.count + 1 } ?? 0
      text.highlight(
        Set(characters.map { $0 + start }), on: &canvas, style: render.theme.match)
    }
    canvas.write(
      shownDetail, at: Point(column: inner.right - 1 - detail, row: row.top),
      style: render.theme.muted)
    if index == viewport.cursor { canvas.drawCursor(in: row, render: render) }
  }

  /// The detail of an item in a row, shortened if the text keeps its room; empty if only a few columns remain.
  private func detail(of item: MenuItem, columns: Int) -> String {
    guard item.keepsText else { return item.detail }
    let room = columns - TextWidth.displayWidth(of: leftText(item)) - 2
    return room < 4
      ? ""
      : TextWidth.truncated(item.detail, to: room, ellipsis: host.style.symbols.ellipsis)
  }

  /// Draws the digit of an item, if it has one, and returns the rest of the row.
  private func drawNumber(_ index: Int, on canvas: inout Canvas, in row: Rect) -> Rect {
    let keys = host.keys(for: .pick)
    guard content.hasNumbers, query.text.isEmpty, keys.indices.contains(index) else {
      return content.hasNumbers ? row.inset(right: 3) : row
    }
    canvas.write(
      host.style.symbols.name(of: keys[index]), at: Point(column: row.right - 2, row: row.top),
      style: host.style.theme.key, width: 1)
    return row.inset(right: 3)
  }
}
