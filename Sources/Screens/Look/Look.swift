import Terminal

/// All that drawing needs to know besides the state of a screen.
struct Look: Sendable {
  var theme: Theme
  var symbols: Symbols
  var strings: any Strings

  /// The look for what a terminal can do.
  init(for capabilities: Capabilities, strings: any Strings = English()) {
    theme = Theme(for: capabilities.colors)
    symbols = capabilities.isUnicode ? .unicode : .ascii
    self.strings = strings
  }
}
