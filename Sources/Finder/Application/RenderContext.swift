import TerminalKit

/// The style and the language of screens.
struct RenderContext: Sendable {
  var style: RenderStyle
  var strings: Strings

  var theme: Theme { style.theme }
  var symbols: Symbols { style.symbols }

  /// The context for a terminal; without Unicode, texts are English.
  init(for capabilities: Capabilities, strings: Strings = Strings()) {
    style = RenderStyle(
      theme: Theme(.auto, depth: capabilities.colors), symbols: Symbols(for: capabilities))
    self.strings = capabilities.isUnicode ? strings : Strings(units: strings.format.units)
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
