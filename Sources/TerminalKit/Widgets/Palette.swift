/// The colors of a theme.
package struct Palette: Hashable, Sendable {
  /// Keys, the cursor, active choices and filters.
  package var accent = Color.standard
  /// Good ratings.
  package var positive = Color.standard
  package var attention = Color.standard
  /// Favorites, selection and search matches.
  package var warm = Color.standard
  package var bar = Color.standard
  package var problem = Color.standard
  package var marker = Color.standard
  /// From `$` to `$$$$`, as text.
  package var categories = [Color](repeating: .standard, count: 4)
  /// From `$` to `$$$$`, as discs and areas; nil for those of text.
  package var marks: [Color]?
  /// Discs and areas without a category; nil for the color of secondary text.
  package var neutral: Color?
  /// The bars of low, medium and high shares; nil for the colors of problems, of warm and of positive text.
  package var levels: [Color]?
  /// From few to many venues in one place, as dots and areas.
  package var heat = [Color](repeating: .standard, count: 5)
  /// The text on areas; nil for the background of screens.
  package var ink: Color?
  /// The style of secondary text.
  package var muted = Style.dim
  /// nil for the terminal's own text and background.
  package var surfaces: Surfaces?

  /// No colors and no dim text.
  package static let contrast = Palette(muted: .plain)

  /// No colors.
  package static let none = Palette()

  /// The user's own sixteen colors, for a dark background.
  package static let terminal = Palette(
    accent: .cyan, positive: .green, attention: .magenta, warm: .yellow, bar: .brightBlue,
    problem: .brightRed, marker: .brightBlue,
    categories: [.green, .standard, .yellow, .brightRed],
    heat: [.brightBlue, .cyan, .green, .yellow, .brightRed])

  /// Those that are readable on a light background.
  package static let terminalOnLight = Palette(
    accent: .blue, positive: .blue, attention: .red, warm: .blue, bar: .blue, problem: .red,
    marker: .red, categories: [.standard, .brightBlue, .blue, .magenta],
    levels: [.red, .magenta, .blue], heat: [.brightBlue, .blue, .magenta, .red, .black])

  package static let dark = Palette(
    accent: .hex(0x87C7FF), positive: .hex(0x93DB9A), attention: .hex(0xFF9ED8),
    warm: .hex(0xFFD580), bar: .hex(0x87AFFF), problem: .hex(0xFF9A9A), marker: .hex(0xC9A7FF),
    categories: [.hex(0x93DB9A), .hex(0xDEDC7E), .hex(0xFFB978), .hex(0xFF9A9A)],
    heat: [.hex(0x87AFFF), .hex(0x6CCBE0), .hex(0x93DB9A), .hex(0xFFD580), .hex(0xFF9A9A)],
    muted: Style(foreground: .hex(0xA3A6B1)), surfaces: .dark)

  package static let light = Palette(
    accent: .hex(0x0A4F8A), positive: .hex(0x1A5F2A), attention: .hex(0x8C1E62),
    warm: .hex(0x6B4A00), bar: .hex(0x2A55A0), problem: .hex(0x9C1F19), marker: .hex(0x5B2FB0),
    categories: [.hex(0x1A5F2A), .hex(0x5A5200), .hex(0x783600), .hex(0x9C1F19)],
    marks: [.hex(0x2F8A3C), .hex(0xA88600), .hex(0xD4620A), .hex(0xD63A4A)],
    neutral: .hex(0x7F828B), levels: [.hex(0xD63A4A), .hex(0xA88600), .hex(0x2F8A3C)],
    heat: [.hex(0x3D7BD9), .hex(0x0E8FA8), .hex(0x2F8A3C), .hex(0xA88600), .hex(0xD63A4A)],
    ink: .hex(0x000000), muted: Style(foreground: .hex(0x595C67)), surfaces: .light)

  package static let contrastOnDark = Palette(
    accent: .hex(0x00FFFF), positive: .hex(0x00FF00), attention: .hex(0xFF87FF),
    warm: .hex(0xFFFF00), bar: .hex(0x00FFFF), problem: .hex(0xFFAF87), marker: .hex(0x87D7FF),
    categories: [.hex(0x00FF00), .hex(0xFFFF00), .hex(0xFFAF00), .hex(0xFFAFAF)],
    heat: [.hex(0xFF87FF), .hex(0x00FFFF), .hex(0x00FF00), .hex(0xFFFF00), .hex(0xFFFFFF)],
    muted: .plain, surfaces: .contrastOnDark)

  package static let contrastOnLight = Palette(
    accent: .hex(0x0000D7), positive: .hex(0x005F00), attention: .hex(0xAF005F),
    warm: .hex(0x5F0000), bar: .hex(0x0000D7), problem: .hex(0x870000), marker: .hex(0x005F5F),
    categories: [.hex(0x005F00), .hex(0x00005F), .hex(0x5F005F), .hex(0x870000)],
    heat: [.hex(0x005F5F), .hex(0x005F00), .hex(0x00005F), .hex(0x5F005F), .hex(0x000000)],
    muted: .plain, surfaces: .contrastOnLight)

  package static let colorBlindOnDark = Palette(
    accent: .hex(0x87C7FF), positive: .hex(0x87C7FF), attention: .hex(0xFFB62E),
    warm: .hex(0xFFFF5F), bar: .hex(0x87C7FF), problem: .hex(0xFFB62E), marker: .hex(0xB79CFF),
    categories: [.hex(0xFFFFFF), .hex(0xFFE24A), .hex(0xFFB347), .hex(0xF08030)],
    heat: [.hex(0x87AFFF), .hex(0xA8C4E0), .hex(0xC6C6C6), .hex(0xD7D787), .hex(0xFFFF5F)],
    muted: Style(foreground: .hex(0xA3A6B1)), surfaces: .dark)

  package static let colorBlindOnLight = Palette(
    accent: .hex(0x005A9C), positive: .hex(0x005A9C), attention: .hex(0x6E4B00),
    warm: .hex(0x6E4B00), bar: .hex(0x005A9C), problem: .hex(0x6E4B00), marker: .hex(0x5F00FF),
    categories: [.hex(0x1C56C4), .hex(0x8C5000), .hex(0x00008F), .hex(0x000000)],
    heat: [.hex(0x005A9C), .hex(0x45458A), .hex(0x55555F), .hex(0x5F5F00), .hex(0x000000)],
    muted: Style(foreground: .hex(0x595C67)), surfaces: .light)

  /// Blue and yellow are the colors that nearly everybody can distinguish.
  package static let colorBlindTerminal = Palette(
    accent: .cyan, positive: .brightBlue, attention: .yellow, warm: .yellow, bar: .brightBlue,
    problem: .yellow, marker: .cyan, categories: [.brightBlue, .standard, .yellow, .brightRed],
    heat: [.brightBlue, .cyan, .white, .yellow, .yellow])

  /// On a light background, blue and red.
  package static let colorBlindTerminalOnLight = Palette(
    accent: .blue, positive: .blue, attention: .red, warm: .red, bar: .blue, problem: .red,
    marker: .blue, categories: [.brightBlue, .standard, .magenta, .red],
    heat: [.brightBlue, .blue, .magenta, .red, .black])
}

/// The text and the backgrounds of a theme, in the order in which they lie on each other.
package struct Surfaces: Hashable, Sendable {
  package let text: Color
  /// The background of screens.
  package let base: Color
  /// The background of boxes.
  package let raised: Color
  /// The row of the cursor.
  package let cursor: Color
  /// Selected rows.
  package let selection: Color
  /// The empty part of bars.
  package let track: Color
  /// Text that a box covers.
  package let covered: Color

  package static let dark = Surfaces(
    text: .hex(0xE6E3DD), base: .hex(0x16181F), raised: .hex(0x21242D), cursor: .hex(0x2E3444),
    selection: .hex(0x37301F), track: .hex(0x3A3F4D), covered: .hex(0x5A5D68))

  package static let light = Surfaces(
    text: .hex(0x23252D), base: .hex(0xF4F1EA), raised: .hex(0xFFFFFF), cursor: .hex(0xDCE4F2),
    selection: .hex(0xFAF0CC), track: .hex(0xD5D8E0), covered: .hex(0xA9ABB3))

  package static let contrastOnDark = Surfaces(
    text: .hex(0xFFFFFF), base: .hex(0x000000), raised: .hex(0x121212), cursor: .hex(0x303030),
    selection: .hex(0x262600), track: .hex(0x3A3A3A), covered: .hex(0x808080))

  package static let contrastOnLight = Surfaces(
    text: .hex(0x000000), base: .hex(0xFFFFFF), raised: .hex(0xFFFFFF), cursor: .hex(0xDFDFFF),
    selection: .hex(0xFFFFAF), track: .hex(0xD0D0D0), covered: .hex(0x707070))
}

extension Color {
  /// A color of the form 0xRRGGBB.
  fileprivate static func hex(_ value: UInt32) -> Color {
    .rgb(
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value))
  }
}
