import FetchKit
import TerminalKit
import VenueImport
import Venues

/// What all screens of a finder share.
final class FinderContext {
  let store: Store
  /// Where distances are measured from.
  var origin: Origin
  var look: Look
  let keymap: Keymap
  let work: Work
  /// Time that has passed, for double clicks.
  let clock: () -> Duration
  /// Does something after a while, unless the finder has ended.
  let later: (Duration, @escaping () -> Void) -> Void
  /// Sends an escape sequence to the terminal.
  let send: (String) -> Void
  /// The name of the terminal's type, as in TERM.
  let terminalType: String
  /// Opens an address in another program; false when that cannot be.
  let openLink: (String) -> Bool
  /// Where files are imported from and exported to; nil for nowhere.
  let files: (any FinderFiles)?
  /// Keeps what the next start goes on with; nil for nobody.
  let memory: (any FinderMemoryKeeper)?
  /// What a user turned by a key.
  var habits: FinderHabits
  /// What is to be said until the next key; nil for nothing.
  var notice: Message?
  /// All that has been said, the newest last.
  private(set) var messages: [Message] = []
  /// The imports and exports under way, the oldest first.
  private(set) var jobs: [any FileJob] = []
  private let stack: ScreenStack
  /// How many screens are on their way.
  private(set) var openings = 0

  init(
    store: Store, origin: Origin, look: Look, keymap: Keymap, work: Work, stack: ScreenStack,
    habits: FinderHabits = FinderHabits(FinderSettings(), nil),
    clock: @escaping () -> Duration,
    later: @escaping (Duration, @escaping () -> Void) -> Void = { _, _ in },
    send: @escaping (String) -> Void = { _ in }, terminalType: String = "",
    openLink: @escaping (String) -> Bool = { _ in false }, files: (any FinderFiles)? = nil,
    memory: (any FinderMemoryKeeper)? = nil
  ) {
    self.store = store
    self.origin = origin
    self.look = look
    self.keymap = keymap
    self.work = work
    self.stack = stack
    self.habits = habits
    self.clock = clock
    self.later = later
    self.send = send
    self.terminalType = terminalType
    self.openLink = openLink
    self.files = files
    self.memory = memory
  }

  func push(_ screen: any Screen) { stack.push(screen) }

  /// Does what opens or ends a screen but takes a moment: what is typed meanwhile waits for it.
  func open(_ operation: @escaping () async -> Void) {
    openings += 1
    work.start {
      await operation()
      self.openings -= 1
    }
  }

  func pop(_ screen: any Screen) { stack.pop(screen) }

  /// Asks something that is answered with no or yes.
  func ask(_ question: Question, _ finish: @escaping (_ isAgreed: Bool) -> Void) {
    push(QuestionScreen(self, question, finish: finish))
  }

  /// Whether a screen is the one that hears keys.
  func isTop(_ screen: any Screen) -> Bool { stack.top === screen }

  /// Whether a screen was opened, and does not only stand beside another one.
  func isOpen(_ screen: any Screen) -> Bool { stack.isOpen(screen) }

  /// The screen that an open one was opened from; nil for none.
  func screen(below screen: any Screen) -> (any Screen)? { stack.screen(below: screen) }

  /// Whether a screen can be seen.
  func isShown(_ screen: any Screen) -> Bool { stack.isShown(screen) }

  /// Whether the terminal has room for a screen beside another one.
  func hasRoom(beside screen: any Screen) -> Bool { stack.hasRoom(beside: screen) }

  /// Whether no screen was opened from the list.
  var isListAlone: Bool { stack.screens.count == 1 }

  /// Says something until the next key; a path in it is shortened where there is little room.
  func say(_ text: String, path: String? = nil) { tell(Message(text: text, path: path)) }

  /// Says something until the next key, with the key of what can be done about it.
  func say(_ text: String, action: Action) {
    say(
      [text, keymap.keys(for: action).first.map(look.symbols.name)].compactMap(\.self)
        .joined(separator: look.symbols.separator))
  }

  /// Says a danger until the next key, without keeping it among the messages.
  func warn(_ text: String) { notice = Message(text: text, isProblem: true) }

  /// Says until the next key why a key does nothing, without keeping it among the messages.
  func tell(_ hindrance: Hindrance) {
    let key = hindrance.remedy.flatMap { keymap.keys(for: $0).first }
    notice = Message(
      text: look.strings.hindrance(hindrance, remedy: key.map(look.symbols.name)))
  }

  /// Says what went wrong; a request that was given up is nothing wrong.
  func report(_ error: any Error) {
    if error is CancellationError { return }
    tell(Message(text: look.strings.failed(look.strings.text(of: error)), isProblem: true))
  }

  /// Says what an import did, and which key tells all of it; quietly to keep it among the messages only.
  func tell(_ summary: Span, _ report: ImportReport, quietly: Bool) {
    let message = Message(
      text: summary.text, isProblem: report.firstFailure != nil, report: report)
    guard !quietly else { return keep(message) }
    tell(message)
    guard let key = keymap.keys(for: .messages).first.map(look.symbols.name) else { return }
    notice?.text += look.symbols.separator + look.strings.tellsMore(key)
  }

  private func tell(_ message: Message) {
    notice = message
    keep(message)
  }

  private func keep(_ message: Message) {
    messages = Array((messages + [message]).suffix(200))
  }
}

// MARK: - Changes

extension FinderContext {
  /// Changes the store elsewhere, and says what came of it.
  ///
  /// `body` is called again, for good, when the change is too large to be undone and that is wanted.
  func change(_ body: @escaping (_ isForever: Bool) async throws -> String) {
    guard !store.isReadOnly else { return say(look.strings.readOnly) }
    change(isForever: false, body)
  }

  private func change(
    isForever: Bool, _ body: @escaping (_ isForever: Bool) async throws -> String
  ) {
    let task = work.start(isPromised: true) { [self] in
      do {
        say(try await body(isForever))
      } catch let error as StoreError where error.code == .tooLargeToUndo && !isForever {
        askForGood { self.change(isForever: true, body) }
      } catch {
        report(error)
      }
    }
    sayWhetherItTakesLong(task)
  }

  /// A change waits for an import, and a large one takes a while itself.
  private func sayWhetherItTakesLong(_ task: Task<Void, Never>) {
    var isDone = false
    Task {
      await task.value
      isDone = true
    }
    later(.milliseconds(500)) { [self] in
      if !isDone, notice == nil { notice = Message(text: look.strings.stillChanging) }
    }
  }

  private func askForGood(_ body: @escaping () -> Void) {
    ask(look.strings.cannotBeUndone(look.strings.changesTooMuch)) { isAgreed in
      if isAgreed { body() }
    }
  }
}

// MARK: - Imports and exports

extension FinderContext {
  /// An import or an export begins.
  func begin(_ job: any FileJob) { jobs.append(job) }

  /// An import or an export is over.
  func end(_ job: any FileJob) { jobs.removeAll { $0 === job } }

  /// Whether an import or an export is not over yet.
  func isUnderWay(_ job: any FileJob) -> Bool { jobs.contains { $0 === job } }

  /// Opens the box of an import or an export that is under way; false without one.
  func openJob(of action: Action) -> Bool {
    let job = jobs.first { $0.action == action }
    job?.open()
    return job != nil
  }
}
