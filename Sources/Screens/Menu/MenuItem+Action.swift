extension MenuItem {
  /// An action with its keys; its word in the hint line and its name in the config find it, too.
  init(_ action: Action, keys: String, strings: any Strings) {
    self.init(strings.title(of: action), detail: keys)
    otherWords = "\(strings.hint(for: action)) \(action.rawValue)"
  }
}
