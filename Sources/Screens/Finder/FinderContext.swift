import FetchKit
import Terminal
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
  /// What is to be said until the next key; nil for nothing.
  var notice: Message?
  /// All that has been said, the newest last.
  private(set) var messages: [Message] = []
  private let stack: ScreenStack

  init(
    store: Store, origin: Origin, look: Look, keymap: Keymap, work: Work, stack: ScreenStack,
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
    self.clock = clock
    self.later = later
    self.send = send
    self.terminalType = terminalType
    self.openLink = openLink
    self.files = files
    self.memory = memory
  }

  func push(_ screen: any Screen) { stack.push(screen) }

  func pop(_ screen: any Screen) { stack.pop(screen) }

  /// Says something until the next key.
  func say(_ text: String) { tell(Message(text: text, isProblem: false)) }

  /// Says a danger until the next key, without keeping it among the messages.
  func warn(_ text: String) { notice = Message(text: text, isProblem: true) }

  /// Says what went wrong; a request that was given up is nothing wrong.
  func report(_ error: any Error) {
    if error is CancellationError { return }
    let text = String(describing: error).split(separator: "\n").first.map(String.init) ?? ""
    tell(Message(text: look.strings.failed(text), isProblem: true))
  }

  private func tell(_ message: Message) {
    notice = message
    messages = Array((messages + [message]).suffix(200))
  }

  /// Changes the store elsewhere, and says what came of it.
  func change(_ body: @escaping () async throws -> String) {
    guard !store.isReadOnly else { return say(look.strings.readOnly) }
    work.start { [self] in
      do {
        say(try await body())
      } catch {
        report(error)
      }
    }
  }
}

/// Something that the finder said.
struct Message: Hashable {
  let text: String
  let isProblem: Bool
}
