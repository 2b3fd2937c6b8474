import FetchKit
import Terminal
import Venues

/// What all screens of a finder share.
final class FinderContext {
  let store: Store
  let origin: Origin
  let look: Look
  let keymap: Keymap
  let work: Work
  /// Time that has passed, for double clicks.
  let clock: () -> Duration
  /// What is to be said until the next key; nil for nothing.
  var notice: String?
  private let stack: ScreenStack

  init(
    store: Store, origin: Origin, look: Look, keymap: Keymap, work: Work, stack: ScreenStack,
    clock: @escaping () -> Duration
  ) {
    self.store = store
    self.origin = origin
    self.look = look
    self.keymap = keymap
    self.work = work
    self.stack = stack
    self.clock = clock
  }

  func push(_ screen: any Screen) { stack.push(screen) }

  func pop(_ screen: any Screen) { stack.pop(screen) }

  /// Says what went wrong; a request that was given up is nothing wrong.
  func report(_ error: any Error) {
    if error is CancellationError { return }
    notice = look.strings.failed(String(describing: error))
  }
}
