import TerminalKit

/// All that drawing needs to know besides the state of a screen.
struct RenderContext: Sendable {
  var theme: Theme
  var symbols: Symbols
  var strings: Strings

  /// The look for what a terminal can do.
  ///
  /// Without Unicode, the texts are English.
  init(for capabilities: Capabilities, strings: Strings = Strings()) {
    theme = Theme(.auto, depth: capabilities.colors)
    symbols =
      switch capabilities {
      case _ where !capabilities.isUnicode: .ascii
      case _ where capabilities.type.hasPrefix("linux"): .console
      default: .unicode
      }
    self.strings = capabilities.isUnicode ? strings : Strings(units: strings.figures.units)
  }
}
