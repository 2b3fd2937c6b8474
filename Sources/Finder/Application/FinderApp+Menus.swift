import TerminalKit

/// The palette, the messages and the help.
extension FinderApp {
  /// Opens the palette: all enabled actions by name, with their keys.
  func openPalette() {
    let offered =
      offered.filter { $0.isEnabled && !$0.isNumbered && $0.action != .palette }.map(command)
      + (stack.top?.paletteCommands ?? []) + languageCommands
    let strings = context.strings
    context.push(
      MenuScreen.Content(
        name: strings.palette, columns: 40,
        commands: [MenuCommand(.run, rank: 2, closes: true) { offered[$0].perform() }],
        isFiltered: true, hint: strings.typeToFind, empty: strings.nothingFound,
        command: { [weak top = stack.top] in top?.paletteCommand(for: $0) },
        items: { offered.map(\.item) }))
  }

  private func command(_ binding: KeyBinding) -> PaletteCommand {
    let render = context.render
    let keys = context.keymap.keys(for: binding.action).map(render.symbols.name)
    var item = MenuItem(
      binding.action, keys: keys, shown: keys.first ?? "", strings: render.strings)
    item.text = binding.title ?? item.text
    return PaletteCommand(item: item, perform: { self.perform(binding) })
  }

  func openMessages() {
    let messages = Array(context.messages.reversed())
    context.push(
      MenuScreen.Content(
        name: context.strings.messages, columns: 40,
        commands: [MenuCommand(.run, rank: 2) { self.open(messages[$0]) }],
        empty: context.strings.noMessages,
        items: { messages.map { MenuItem($0.text) } }))
  }

  /// Shows a message completely.
  private func open(_ message: Message) {
    let text = ImportText(render: context.render)
    context.push(
      TextBox(context, name: context.strings.messages) { columns in
        message.report.map { text.lines($0, columns: columns) }
          ?? TextWrap.lines(message.text, columns: columns).map { SpanLine($0) }
      })
  }

  /// The actions of the screen, and those of the app that have a key of their own there.
  private var reachableActions: [Action] {
    func keys(_ action: Action) -> [KeyPress] { context.keymap.keys(for: action) }
    let own = (stack.top?.bindings ?? []).map(\.action)
    let taken = Set(own.flatMap(keys))
    return own
      + (bindings + alwaysBindings).map(\.action).filter {
        keys($0).isEmpty || !taken.isSuperset(of: keys($0))
      }
  }

  func showHelp() {
    guard let top = stack.top else { return }
    let (render, actions) = (context.render, reachableActions)
    let text = HelpText(offered, isTyping: isTyping, render: render, keymap: context.keymap)
    context.push(
      HelpScreen(
        context, name: render.strings.help,
        title: SpanLine([
          Span(render.strings.help, render.theme.title),
          Span(render.symbols.separator + top.name, render.theme.muted),
        ]),
        hint: render.strings.typeToFind, empty: render.strings.nothingFound
      ) { text.lines(actions, matching: $0, in: $1) })
  }

  /// Switches to each other language in the list; none without Unicode.
  private var languageCommands: [PaletteCommand] {
    guard driver.capabilities.isUnicode, context.isListAlone else { return [] }
    return Language.all.filter { $0 != context.strings.language }.map { language in
      let name = Strings(language).ownLanguage
      var item = MenuItem(context.strings.language(name))
      item.otherWords = "language \(language.code)"
      return PaletteCommand(item: item) { [self] in
        context.preferences.language = language
        applyLanguage()
        context.notify(context.strings.language(name))
      }
    }
  }
}
