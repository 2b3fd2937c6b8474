import TerminalKit

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
