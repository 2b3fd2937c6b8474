import TerminalKit

typealias ConfirmationScreen = TerminalKit.ConfirmationScreen<Action>
typealias HelpScreen = TerminalKit.HelpScreen<Action>
typealias KeyBinding = TerminalKit.KeyBinding<Action>
typealias KeyCommand<Owner> = TerminalKit.KeyCommand<Owner, Action>
typealias MenuCommand = TerminalKit.MenuCommand<Action>
typealias MenuScreen = TerminalKit.MenuScreen<Action>
typealias PromptScreen = TerminalKit.PromptScreen<Action>
typealias ScreenStack = TerminalKit.ScreenStack<Action>
typealias TextBox = TerminalKit.TextBox<Action>

extension MenuItem {
  /// An action with its keys; its word in the hint line, its name in the config, and what newcomers may
  /// call it find it, too.
  init(_ action: Action, keys: [String], shown: String, strings: Strings) {
    self.init(strings.title(of: action), detail: shown)
    let hint = strings.hint(for: action)
    otherWords = "\(hint) \(action.rawValue) \(strings.searchWords(for: action))"
    names = keys + [hint, action.rawValue]
  }
}
