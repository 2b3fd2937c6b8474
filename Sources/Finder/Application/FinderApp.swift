package import FetchKit
public import TerminalKit

/// The full-screen finder: dispatches events to the top screen and shows what the screens draw.
public final class FinderApp {
  /// The minimum size of the terminal.
  public static let minimumSize = Size(columns: 40, rows: 10)

  let stack = ScreenStack()
  let context: FinderContext
  let driver: any TerminalDriver
  /// The requested language.
  private var language: Language
  let list: VenueListScreen
  /// Why the finder ended; nil while it runs.
  private(set) var exit: FinderExit?
  /// Events that wait for a screen that is being opened.
  private var waiting: [TerminalEvent] = []
  /// The hints in the last line, their row and the actions they are made of; nil while a message leaves no room.
  var hintLine: (line: HintLine, row: Rect, offered: [KeyBinding])?
  /// nil until the terminal reports it, which it may never do.
  private var background: Background?
  private let reopensStore: Bool
  /// Invalid settings.
  private let problems: [String]

  /// Creates a finder; `run` starts it.
  ///
  /// `openLink` opens a URL in another program and returns whether it could; `copyText` copies a text with another
  /// program and returns its name. Without `files` there is no import and export, without `stateStore` nothing is
  /// restored. Tests have their own time.
  package init(
    store: FetchStore, driver: any TerminalDriver, settings: FinderSettings,
    openLink: @escaping (String) -> Bool = { _ in false },
    copyText: @escaping @Sendable (String) async -> String? = { _ in nil },
    files: (any FinderFiles)? = nil,
    stateStore: (any FinderStateStore)? = nil,
    later: ((Duration, @escaping () -> Void) -> Void)? = nil,
    clock: (() -> Duration)? = nil
  ) {
    let start = ContinuousClock.now
    let sleeping = { [events = driver.events] (duration: Duration, body: @escaping () -> Void) in
      _ = Task {
        try? await Task.sleep(for: duration)
        body()
        events.wake()
      }
    }
    self.driver = driver
    language = settings.language
    context = FinderContext(
      store: store, origin: settings.origin,
      render: RenderContext(
        for: driver.capabilities, strings: Strings(settings.language, units: settings.units)),
      keymap: settings.keymap, tasks: BackgroundTasks { [events = driver.events] in events.wake() },
      stack: stack,
      clock: clock ?? { ContinuousClock.now - start }, later: later ?? sleeping,
      clipboard: Clipboard(
        send: { [driver] in driver.write(escape: $0) },
        multiplexer: driver.capabilities.multiplexer, program: copyText),
      openLink: openLink, runProgram: { [driver] in driver.run($0) }, files: files,
      stateStore: stateStore)
    list = VenueListScreen(context, settings)
    reopensStore = settings.reopensStore
    problems = settings.problems
    driver.setMouse(enabled: context.preferences.usesMouse)
    applyTheme()
    applyLanguage()
  }

  /// Runs until the user quits or the terminal is closed; the caller ends the driver.
  public func run() async -> FinderExit {
    start()
    draw()
    while true {
      if let exit = turn(await driver.events.next()) { return await finish(exit) }
    }
  }

  /// Starts loading.
  func start() {
    stack.push(list)
    list.start()
    context.report(problems)
    if reopensStore { context.warn(context.strings.storeWasReplaced) }
    if context.strings.language != language {
      context.notify(context.strings.notInASCII(language))
    }
  }

  /// Handles events and draws once; returns why the finder ended, if it did.
  func turn(_ events: [TerminalEvent]) -> FinderExit? {
    handle(events)
    if exit == nil { draw() }
    return exit
  }

  /// Handles events without drawing.
  func handle(_ events: [TerminalEvent]) {
    waiting += events
    while exit == nil, let event = nextEvent() {
      // A key pressed at once belongs to the screen as it would be drawn.
      if event.isInput, !stack.isLaidOut, isUsable { stack.layout(in: body) }
      handle(event)
      list.recordView()
    }
    if exit == nil, context.store.isReplaced, context.store.fileNumber != nil {
      exit = .storeReplaced
    }
  }

  /// The next event; while a screen opens or the list changes, input waits, except for the key that quits at once.
  private func nextEvent() -> TerminalEvent? {
    let isHeld = holdsInput
    let next = waiting.firstIndex { !isHeld || !$0.isInput || endsAtOnce($0) }
    return next.map { waiting.remove(at: $0) }
  }

  private var holdsInput: Bool { context.openings > 0 || context.holdsKeys || list.holdsKeys }

  /// Whether input waited for a list that is shown now.
  var hasWaitingInput: Bool { exit == nil && !waiting.isEmpty && !holdsInput }

  private func endsAtOnce(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event else { return false }
    return context.keymap.keys(for: .quitAtOnce).contains(key)
  }

  /// Ends tasks and saves the state.
  func finish(_ exit: FinderExit) async -> FinderExit {
    for job in context.jobs { job.stop() }
    if exit == .quit { await context.tasks.waitForRequired() }
    context.tasks.cancelAll()
    for job in context.jobs { await job.end() }
    await ListSession(list).save()
    stack.removeAll()
    return exit
  }
}

// MARK: - Events

extension FinderApp {
  private func handle(_ event: TerminalEvent) {
    switch event {
    case .key(let key): handle(key)
    case .interrupt: exit = .interrupted
    case .terminate(let signal): exit = .terminated(signal)
    case .hangup: exit = .hangup
    case .suspend: driver.suspend()
    case .resumed: driver.redraw()
    case .mouse(let mouse): if isUsable, !clickHint(mouse) { _ = stack.top?.handle(event) }
    case .paste: if isUsable, let top = stack.top, !top.handle(event) { explainPaste(in: top) }
    case .backgroundColor(let red, let green, let blue):
      background = Background(red: red, green: green, blue: blue)
      applyTheme()
    case .resize: if context.notice?.reason == .isTooNarrow { context.notice = nil }
    case .focus: break
    }
  }

  private func handle(_ key: KeyPress) {
    context.notice = nil
    list.state.flashing = []
    let hasKey = { (action: Action) in self.context.keymap.keys(for: action).contains(key) }
    if let binding = Self.alwaysCommands.bound(to: self, where: hasKey).first {
      return binding.perform()
    }
    guard isUsable, let top = stack.top else { return quitIfTooSmall(key) }
    let isKnown =
      top.handle(.key(key))
      || perform(
        key, in: top.bindings(where: hasKey) + Self.commands.bound(to: self, where: hasKey))
      || passDown(key, from: top) { $0.bindings(where: hasKey) }
    // They wait after an Esc and merge it with the next key.
    if !isKnown, driver.capabilities.multiplexer != nil, let parts = key.parted {
      for part in parts { handle(part) }
      return
    }
    if context.store.isReplaced, context.notice == nil {
      context.warn(context.strings.storeIsGone)
    } else if !isKnown {
      context.explainUnbound(key, isTyping: isTyping)
    }
  }

  /// Closes a screen that passes keys down and handles the key in the one below, if it has an action there.
  private func passDown(
    _ key: KeyPress, from top: any Screen<Action>,
    bindings: (any Screen<Action>) -> [KeyBinding]
  ) -> Bool {
    guard top.passesKeys, let below = stack.screen(below: top), !bindings(below).isEmpty else {
      return false
    }
    context.pop(top)
    handle(key)
    return true
  }

  /// Whether keys are text in the top screen.
  var isTyping: Bool {
    var hasField = false
    _ = (stack.top as? any TypingScreen<Action>)?.edit { _ in
      hasField = true
      return false
    }
    return hasField
  }

  /// Says why a paste did nothing, and which key opens a text field if one does.
  private func explainPaste(in screen: any Screen<Action>) {
    let searches = screen.bindings { $0 == .search }.contains(where: \.isEnabled)
    let key = searches ? context.keyName(of: .search) : nil
    context.hint(context.strings.noFieldToPaste(searchKey: key))
  }

  /// Performs the action of a hint that was clicked; returns false for other events.
  private func clickHint(_ mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left, let (line, row, offered) = hintLine,
      row.contains(mouse.point)
    else { return false }
    context.notice = nil
    if let index = line.binding(at: mouse.point, in: row) { perform(offered[index]) }
    return true
  }

  /// Performs the first enabled action of a key, or says why the first one is disabled; returns false if the key has
  /// none.
  private func perform(_ key: KeyPress, in bindings: [KeyBinding]) -> Bool {
    if let binding = bindings.first(where: \.isEnabled) {
      perform(binding, key: context.keymap.keys(for: binding.action).firstIndex(of: key))
      return true
    }
    if let reason = bindings.first?.disabledReason { context.explain(reason) }
    return !bindings.isEmpty
  }

  /// The welcome disappears after the first action other than moving.
  func perform(_ binding: KeyBinding, key number: Int? = nil) {
    if binding.action.group != .moving { list.state.isWelcome = false }
    binding.perform(key: number ?? 0)
  }

  /// In a terminal that is too small the only action is quitting, where nothing is being typed.
  private func quitIfTooSmall(_ key: KeyPress) {
    guard context.isListAlone, list.state.search == nil else { return }
    if context.keymap.keys(for: .quit).contains(key) { exit = .quit }
  }

  var isUsable: Bool {
    let size = driver.size
    return size.columns >= Self.minimumSize.columns && size.rows >= Self.minimumSize.rows
  }

  typealias Command = KeyCommand<FinderApp>

  /// The keys that work even in text fields.
  nonisolated static let alwaysCommands: [Command] = [
    Command(.redraw) { $0.driver.redraw() },
    Command(.suspend) { $0.driver.suspend() },
    Command(.quitAtOnce) { $0.exit = .interrupted },
  ]

  /// The keys of every screen.
  nonisolated static let commands: [Command] = [
    Command(.help, rank: 4, unless: { $0.stack.top is HelpScreen ? .helpIsOpen : nil }) {
      $0.showHelp()
    },
    Command(.palette, rank: 8) { $0.openPalette() },
    Command(.messages) { $0.openMessages() },
    Command(.mouse) { $0.toggleMouse() },
    Command(.theme) { $0.showNextTheme() },
    Command(.quit, rank: 1, unless: { $0.context.isListAlone ? nil : .confirmationIsOpen }) {
      $0.quit()
    },
  ]

  var alwaysBindings: [KeyBinding] { Self.alwaysCommands.bound(to: self) }

  var bindings: [KeyBinding] { Self.commands.bound(to: self) }

  /// All actions in the current state.
  var offered: [KeyBinding] { (stack.top?.bindings ?? []) + bindings + alwaysBindings }

  /// Quits; asks for confirmation during an import or export.
  private func quit() {
    guard !context.jobs.isEmpty else { return exit = .quit }
    context.confirm(context.strings.quitAnyway) { isConfirmed in
      if isConfirmed { self.exit = .quit }
    }
  }

  private func applyTheme() {
    context.render.style.theme = Theme(
      context.preferences.theme, depth: driver.capabilities.colors, background: background)
  }

  private func showNextTheme() {
    context.preferences.theme = context.preferences.theme.next
    applyTheme()
    context.notify(context.strings.colors(context.preferences.theme.rawValue))
  }

  /// Uses the language that the user chose in the finder, if any; without Unicode texts stay English.
  func applyLanguage() {
    guard let chosen = context.preferences.language else { return }
    language = chosen
    guard driver.capabilities.isUnicode else { return }
    context.render.strings = Strings(chosen, units: context.strings.format.units)
  }

  private func toggleMouse() {
    context.preferences.usesMouse.toggle()
    driver.setMouse(enabled: context.preferences.usesMouse)
    context.notify(context.strings.mouse(isOn: context.preferences.usesMouse))
  }
}

extension TerminalEvent {
  /// Whether it is user input.
  fileprivate var isInput: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .resize, .focus, .interrupt, .terminate, .suspend, .resumed, .backgroundColor, .hangup:
      false
    }
  }
}
