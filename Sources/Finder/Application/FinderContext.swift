import FetchKit
import Foundation
import TerminalKit
import VenueImport
import Venues

/// The services that all screens of a finder share.
final class FinderContext: ScreenHost {
  let store: FetchStore
  let facts: StoreFacts
  /// The point that distances are measured from.
  var origin: Origin
  var render: RenderContext
  let keymap: Keymap
  let tasks: BackgroundTasks
  /// The time since the start, for double clicks.
  let clock: () -> Duration
  /// When the session started.
  let startDate = Date()
  /// Runs a closure after a delay, unless the finder has ended.
  let later: (Duration, @escaping () -> Void) -> Void
  let clipboard: Clipboard
  /// Opens a URL in another program; returns false when there is none.
  let openLink: (String) -> Bool
  /// Runs a program in the terminal and returns its exit code; nil if it cannot be started.
  let runProgram: ([String]) -> Int32?
  /// Reads and writes files; nil where there are none.
  let files: (any FinderFiles)?
  /// Saves the state for the next start; nil to save none.
  let stateStore: (any FinderStateStore)?
  var preferences: FinderPreferences
  /// The message in the last line until the next key; nil for none.
  var notice: Message?
  /// The message about the user's last change, and the undo history that it belongs to; nil for none.
  var changeNotice: (message: Message, history: [UndoStep])?
  /// The numbers of the undoable changes that were made here; undoing another one needs a confirmation.
  private(set) var ownSteps: Set<Int> = []
  /// The message log, newest last.
  private(set) var messages: [Message] = []
  /// The imports and exports in progress, oldest first.
  private(set) var jobs: [any FileJob] = []
  /// The texts that were typed and discarded, by field.
  var drafts: [String: String] = [:]
  /// Waits until the list shows the changes of the store.
  var waitForList: () async -> Void = {}
  /// The user's last change of the store; the next one begins after it.
  private var lastChange: Task<Void, Never>?
  /// The number of the user's changes that the list does not show yet.
  private var changes = 0
  /// When the first of these changes was requested.
  private var changesStart = Duration.zero
  /// The number of screens that are being opened.
  private(set) var openings = 0
  let stack: ScreenStack

  init(
    store: FetchStore, origin: Origin, render: RenderContext, keymap: Keymap,
    tasks: BackgroundTasks,
    stack: ScreenStack, preferences: FinderPreferences = FinderPreferences(FinderSettings(), nil),
    clock: @escaping () -> Duration,
    later: @escaping (Duration, @escaping () -> Void) -> Void = { _, _ in },
    clipboard: Clipboard,
    openLink: @escaping (String) -> Bool = { _ in false },
    runProgram: @escaping ([String]) -> Int32? = { _ in nil },
    files: (any FinderFiles)? = nil,
    stateStore: (any FinderStateStore)? = nil
  ) {
    self.store = store
    facts = StoreFacts(store)
    self.origin = origin
    self.render = render
    self.keymap = keymap
    self.tasks = tasks
    self.stack = stack
    self.preferences = preferences
    self.clock = clock
    self.later = later
    self.clipboard = clipboard
    self.openLink = openLink
    self.runProgram = runProgram
    self.files = files
    self.stateStore = stateStore
  }

  var style: RenderStyle { render.style }

  func keys(for action: Action) -> [KeyPress] { keymap.keys(for: action) }

  func folded(_ text: String) -> String { text.foldedForSearch }

  var strings: Strings { render.strings }
  var symbols: Symbols { render.symbols }
  var theme: Theme { render.theme }

  /// The key to show for an action; nil when it has none.
  func keyName(of action: Action) -> String? {
    keymap.keys(for: action).first.map(symbols.name)
  }
}

// MARK: - Screens

extension FinderContext {
  func push(_ screen: any Screen<Action>) { stack.push(screen) }

  func pop(_ screen: any Screen<Action>) { stack.pop(screen) }

  func draft(of field: String) -> String? { drafts[field] }

  /// The texts that are being typed, by the names of their drafts.
  var unsavedTexts: [String: String] {
    stack.screens.reduce(into: [:]) { texts, screen in
      guard let screen = screen as? any TypingScreen<Action> else { return }
      if let text = screen.unsavedText, !text.isBlank { texts[screen.draftName] = text }
    }
  }

  func keepDraft(_ text: String, of field: String) {
    guard !text.isBlank else { return }
    drafts[field] = text
    hint(strings.discardedText(recallKey: keyName(of: .up)))
  }

  func push(_ menu: MenuScreen.Content) { push(MenuScreen(self, menu)) }

  /// Starts a task and reports its error.
  @discardableResult
  func start(
    mustFinish: Bool = false, immediately: Bool = false,
    _ operation: @escaping () async throws -> Void
  ) -> Task<Void, Never> {
    tasks.start(mustFinish: mustFinish, immediately: immediately) { [self] in
      do { try await operation() } catch { report(error) }
    }
  }

  /// Runs an operation that opens or closes a screen; keys typed meanwhile wait for that screen.
  func open(_ operation: @escaping () async throws -> Void) {
    openings += 1
    start { [self] in
      defer { openings -= 1 }
      try await operation()
    }
  }

  /// Asks the user to confirm or decline something.
  func confirm(
    _ confirmation: Confirmation, _ finish: @escaping (_ isConfirmed: Bool) -> Void
  ) {
    push(
      ConfirmationScreen(
        self, title: confirmation.title, text: confirmation.text, no: confirmation.no,
        yes: confirmation.yes, finish: finish))
  }

  /// Whether a screen receives the keys.
  func isTop(_ screen: any Screen<Action>) -> Bool { stack.top === screen }

  /// Whether a box is on top.
  var hasBox: Bool {
    guard stack.screens.count > 1, case .box? = stack.top?.placement else { return false }
    return true
  }

  /// Whether the list is the only screen on the stack.
  var isListAlone: Bool { stack.screens.count == 1 }
}

// MARK: - Messages

extension FinderContext {
  /// Shows a message until the next key and logs it; a path in it is shortened to fit.
  func notify(_ text: String, path: String? = nil) { show(Message(text: text, path: path)) }

  /// Shows a message followed by the key of an action.
  func notify(_ text: String, action: Action) {
    notify([text, keyName(of: action)].compactMap(\.self).joined(separator: symbols.separator))
  }

  /// Shows a warning until the next key without logging it.
  func warn(_ text: String) { notice = Message(text: text, isProblem: true) }

  /// Shows an explanation until the next key without logging it.
  func hint(_ text: String) { notice = Message(text: text) }

  /// Shows why a key is disabled without logging it.
  func explain(_ reason: DisabledReason) {
    notice = Message(
      text: strings.explanation(of: reason, remedy: reason.remedy.flatMap(keyName)), reason: reason)
  }

  /// Says that a key does nothing here, and which one lists those that do unless it is text there.
  func explainUnbound(_ key: KeyPress, isTyping: Bool) {
    let help = keys(for: .help).first { !isTyping || $0.typed == nil }
    hint(strings.unbound(symbols.name(of: key), help: help.map(symbols.name)))
  }

  /// Shows and logs an error; a cancellation is not an error.
  func report(_ error: any Error) {
    if error is CancellationError { return }
    let path = (error as? any DescribedError)?.errorMessage.path
    show(Message(text: strings.failed(strings.text(of: error)), isProblem: true, path: path))
  }

  /// Logs invalid settings, and shows the only one or their number.
  func report(_ problems: [String]) {
    guard let first = problems.first else { return }
    for problem in problems { log(Message(text: problem, isProblem: true)) }
    let text = problems.count == 1 ? first : strings.invalidSettings(problems.count)
    let more = problems.count == 1 ? nil : keyName(of: .messages).map(strings.details)
    notice = Message(
      text: [text, more].compactMap(\.self).joined(separator: symbols.separator), isProblem: true)
  }

  /// Logs the result of an import, and shows it with the key of the message log unless `quietly`.
  func notify(_ summary: Span, _ report: ImportReport, quietly: Bool) {
    let message = Message(
      text: summary.text, isProblem: report.firstFailure != nil, report: report)
    guard !quietly else { return log(message) }
    show(message)
    guard let key = keyName(of: .messages) else { return }
    notice?.text += symbols.separator + strings.details(key)
  }

  private func show(_ message: Message) {
    notice = message
    log(message)
  }

  private func log(_ message: Message) { messages = Array((messages + [message]).suffix(200)) }
}

// MARK: - Changes

extension FinderContext {
  /// Changes the store and returns a message about that.
  typealias Change = (_ isConfirmed: Bool) async throws -> String
  typealias Unsaved = (_ isDeclined: Bool) -> Void

  /// How long keys wait for the list to show what earlier ones asked for.
  static let maximumDelay = Duration.milliseconds(500)

  /// Whether the list does not show all changes of the user yet.
  var isChanging: Bool { changes > 0 }

  /// Whether keys wait for the list to show the user's changes, so that they act on its rows; not for long.
  var holdsKeys: Bool { isChanging && clock() - changesStart < Self.maximumDelay }

  /// Changes the store in the background, after earlier changes, and shows the message that `body` returns.
  ///
  /// When the change is too large to undo, or throws a `Confirmation`, the user is asked, and `body` runs again
  /// with `isConfirmed`. If the user declines, or `body` throws another error, `unsaved` runs.
  func change(_ body: @escaping Change, unsaved: @escaping Unsaved = { _ in }) {
    guard !store.isReadOnly else { return notify(strings.readOnly) }
    change(isConfirmed: false, body, unsaved)
  }

  private func change(isConfirmed: Bool, _ body: @escaping Change, _ unsaved: @escaping Unsaved) {
    if !isChanging { changesStart = clock() }
    changes += 1
    let task = tasks.start(mustFinish: true) { [self, lastChange] in
      await lastChange?.value
      await perform(isConfirmed: isConfirmed, body, unsaved)
      await waitForList()
      changes -= 1
    }
    lastChange = task
    notifyWhenSlow(task)
  }

  private func perform(
    isConfirmed: Bool, _ body: @escaping Change, _ unsaved: @escaping Unsaved
  ) async {
    let start = Date()
    do {
      notify(try await body(isConfirmed))
      await rememberHistory(since: start)
    } catch let error as StoreError where error.code == .tooLargeToUndo && !isConfirmed {
      confirm(strings.cannotBeUndone(strings.changesTooMuch), body, unsaved)
    } catch let confirmation as Confirmation {
      confirm(confirmation, body, unsaved)
    } catch {
      unsaved(false)
      report(error)
    }
  }

  private func confirm(
    _ confirmation: Confirmation, _ body: @escaping Change, _ unsaved: @escaping Unsaved
  ) {
    confirm(confirmation) { isConfirmed in
      if isConfirmed { self.change(isConfirmed: true, body, unsaved) } else { unsaved(true) }
    }
  }

  /// Shows that a change is still running, after the keys that waited for it: it may wait for an import, or be large.
  private func notifyWhenSlow(_ task: Task<Void, Never>) {
    var isDone = false
    Task {
      await task.value
      isDone = true
    }
    later(Self.maximumDelay) {}
    later(Self.maximumDelay + .milliseconds(100)) { [self] in
      if !isDone, notice == nil { notice = Message(text: strings.stillChanging) }
    }
  }

  /// Remembers the changes made here since a time, and the undo history that the message about them belongs to.
  func rememberHistory(since start: Date) async {
    guard let history = try? await store.history() else { return }
    ownSteps.formUnion(history.lazy.filter { $0.date >= start && !$0.isUndone }.map(\.number))
    changeNotice = notice.map { ($0, history) }
  }

  /// Drops the message about the user's last change if another program has changed the undo history since.
  func dropOutdatedNotice() {
    guard let known = changeNotice, notice == known.message, !isChanging else { return }
    tasks.start { [self] in
      guard let history = try? await store.history(), history != known.history,
        notice == known.message, !isChanging
      else { return }
      notice = nil
    }
  }
}

// MARK: - Imports and exports

extension FinderContext {
  func begin(_ job: any FileJob) { jobs.append(job) }

  func end(_ job: any FileJob) { jobs.removeAll { $0 === job } }

  /// Whether an import or an export is in progress.
  func isRunning(_ job: any FileJob) -> Bool { jobs.contains { $0 === job } }

  /// Opens the box of a running import or export; returns false when there is none.
  func openJob(of action: Action) -> Bool {
    let job = jobs.first { $0.action == action }
    job?.open()
    return job != nil
  }
}

/// A message.
struct Message: Hashable {
  var text: String
  var isProblem = false
  /// A path in the text; nil for none.
  var path: String?
  /// The report of an import; nil for other messages.
  var report: ImportReport?
  /// Why a key is disabled; nil for other messages.
  var reason: DisabledReason?

  /// The text with its path shortened to fit.
  func text(columns: Int, ellipsis: String) -> String {
    let surplus = TextWidth.displayWidth(of: text) - columns
    guard surplus > 0, let path else { return text }
    let room = TextWidth.displayWidth(of: path) - surplus
    return text.replacing(path, with: FileName.shortened(path, to: room, ellipsis: ellipsis))
  }
}

/// The texts of a confirmation; a change that the user should confirm throws it.
struct Confirmation: Hashable, Error {
  let title: String
  let text: String
  let no: String
  let yes: String
}

/// A validation error of a text field.
struct InputError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The style and the language of screens.
struct RenderContext: Sendable {
  var style: RenderStyle
  var strings: Strings

  var theme: Theme { style.theme }
  var symbols: Symbols { style.symbols }

  /// The context for a terminal; without Unicode, texts are English.
  init(for capabilities: Capabilities, strings: Strings = Strings()) {
    style = RenderStyle(
      theme: Theme(.auto, depth: capabilities.colors), symbols: Symbols(for: capabilities))
    self.strings = capabilities.isUnicode ? strings : Strings(units: strings.format.units)
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
