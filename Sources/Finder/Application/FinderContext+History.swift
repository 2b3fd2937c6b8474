import FetchKit

// MARK: - The undo history of other programs

extension FinderContext {
  /// Remembers the undo history that the message about a change belongs to.
  func rememberHistory() async {
    guard let message = notice, let history = try? await store.history() else { return }
    changeNotice = (message, history)
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
