import TerminalKit

/// A screen that text can be typed into.
protocol TypingScreen: Screen {
  /// Edits the text that is being typed; false when there is none, or the edit is none of it.
  func edit(_ change: (inout TextField) -> Bool) -> Bool
  /// Takes what the mouse did; none of it is left to others.
  func handle(_ mouse: MouseEvent)
}

extension TypingScreen {
  func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .key(let key): return edit { $0.handle(key) }
    case .paste(let text):
      return edit {
        $0.insert(text)
        return true
      }
    case .mouse(let mouse):
      handle(mouse)
      return true
    case .resize, .focus, .interrupt, .terminate, .suspend, .resumed, .backgroundColor, .hangup:
      return false
    }
  }
}
