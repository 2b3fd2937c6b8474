import TerminalKit

/// All that drawing needs to know besides the state of a screen.
struct RenderContext: Sendable {
  var theme: Theme
  var symbols: Symbols
  var strings: any Strings

  /// The look for what a terminal can do.
  ///
  /// Where only ASCII can be drawn the words are English.
  init(for capabilities: Capabilities, strings: any Strings = English()) {
    theme = Theme(.auto, depth: capabilities.colors)
    symbols =
      switch capabilities {
      case _ where !capabilities.isUnicode: .ascii
      case _ where capabilities.type.hasPrefix("linux"): .console
      default: .unicode
      }
    self.strings = capabilities.isUnicode ? strings : English(strings.figures.units)
  }
}
