/// The colors of a theme.
package struct Palette: Hashable, Sendable {
  /// Keys, the cursor, active filters.
  package var accent = Color.standard
  /// Prices, and active choices.
  package var positive = Color.standard
  package var attention = Color.standard
  /// Favorites, selection and search matches.
  package var warm = Color.standard
  package var bar = Color.standard
  package var problem = Color.standard
  package var marker = Color.standard
  /// From `$` to `$$$$`.
  package var categories = [Color](repeating: .standard, count: 4)
  /// From few to many venues in one place.
  package var heat = [Color](repeating: .standard, count: 5)
  /// The style of secondary text.
  package var muted = Style.dim

  /// No colors and no dim text.
  package static let contrast = Palette(muted: .plain)

  /// No colors.
  package static let none = Palette()

  /// The user's own sixteen colors, which fit a dark background.
  package static let terminal = Palette(
    accent: .cyan, positive: .green, attention: .magenta, warm: .yellow, bar: .blue, problem: .red,
    marker: .red, categories: [.green, .yellow, .magenta, .red],
    heat: [.blue, .cyan, .green, .yellow, .red])

  /// The same without those that are pale on a light background.
  package static let terminalOnLight = Palette(
    accent: .blue, positive: .green, attention: .magenta, warm: .red, bar: .blue, problem: .red,
    marker: .red, categories: [.green, .blue, .magenta, .red],
    heat: [.green, .blue, .magenta, .red, .black])

  package static let dark = Palette(
    accent: .hex(0x5FD7FF), positive: .hex(0x87D787), attention: .hex(0xFF87D7),
    warm: .hex(0xFFD75F),
    bar: .hex(0x5F87D7),
    problem: .hex(0xFF5F5F), marker: .hex(0xFF8700),
    categories: [.hex(0x87D787), .hex(0xFFD75F), .hex(0xFF87D7), .hex(0xFF5F5F)],
    heat: [.hex(0x5F87D7), .hex(0x5FD7FF), .hex(0x87D787), .hex(0xFFD75F), .hex(0xFF5F5F)],
    muted: Style(foreground: .hex(0x9E9E9E)))

  package static let light = Palette(
    accent: .hex(0x005F87), positive: .hex(0x005F00), attention: .hex(0xAF005F),
    warm: .hex(0x875F00),
    bar: .hex(0x005FAF),
    problem: .hex(0xAF0000), marker: .hex(0xD70000),
    categories: [.hex(0x005F00), .hex(0x875F00), .hex(0xAF005F), .hex(0xD70000)],
    heat: [.hex(0x5F5FAF), .hex(0x005FAF), .hex(0x005F00), .hex(0x875F00), .hex(0xAF0000)],
    muted: Style(foreground: .hex(0x626262)))

  package static let contrastOnDark = Palette(
    accent: .hex(0x00FFFF), positive: .hex(0x00FF00), attention: .hex(0xFF87FF),
    warm: .hex(0xFFFF00),
    bar: .hex(0xFFFFFF),
    problem: .hex(0xFFAF87), marker: .hex(0xFFAF00),
    categories: [.hex(0x00FF00), .hex(0xFFFF00), .hex(0xFF87FF), .hex(0xFFAF87)],
    heat: [.hex(0x87D7FF), .hex(0x00FFFF), .hex(0x00FF00), .hex(0xFFFF00), .hex(0xFFFFFF)],
    muted: .plain)

  package static let contrastOnLight = Palette(
    accent: .hex(0x00005F), positive: .hex(0x005F00), attention: .hex(0x5F005F),
    warm: .hex(0x5F0000),
    bar: .hex(0x000000),
    problem: .hex(0x870000), marker: .hex(0x870000),
    categories: [.hex(0x005F00), .hex(0x00005F), .hex(0x5F005F), .hex(0x870000)],
    heat: [.hex(0x005F5F), .hex(0x005F00), .hex(0x00005F), .hex(0x5F005F), .hex(0x000000)],
    muted: .plain)

  package static let colorBlindOnDark = Palette(
    accent: .hex(0x5FAFFF), positive: .hex(0x5FAFFF), attention: .hex(0xFFAF00),
    warm: .hex(0xFFFF5F),
    bar: .hex(0x5FAFFF),
    problem: .hex(0xFFAF00), marker: .hex(0xFFAF00),
    categories: [.hex(0x5FAFFF), .hex(0xFFFFFF), .hex(0xFFD700), .hex(0xD75F00)],
    heat: [.hex(0x5F87D7), .hex(0x87AFD7), .hex(0xBCBCBC), .hex(0xD7D787), .hex(0xFFFF5F)],
    muted: Style(foreground: .hex(0x9E9E9E)))

  package static let colorBlindOnLight = Palette(
    accent: .hex(0x005FAF), positive: .hex(0x005FAF), attention: .hex(0x875F00),
    warm: .hex(0x875F00),
    bar: .hex(0x005FAF),
    problem: .hex(0x875F00), marker: .hex(0x875F00),
    categories: [.hex(0x0087D7), .hex(0x875F00), .hex(0x0000AF), .hex(0x000000)],
    heat: [.hex(0x0087D7), .hex(0x5F5FAF), .hex(0x5F5F5F), .hex(0x5F5F00), .hex(0x000000)],
    muted: Style(foreground: .hex(0x626262)))

  /// Blue and yellow are the colors that nearly everybody can distinguish.
  package static let colorBlindTerminal = Palette(
    accent: .cyan, positive: .blue, attention: .yellow, warm: .yellow, bar: .blue, problem: .yellow,
    marker: .yellow, categories: [.blue, .cyan, .yellow, .white],
    heat: [.blue, .cyan, .white, .yellow, .yellow])
}

extension Color {
  /// A color of the form 0xRRGGBB.
  fileprivate static func hex(_ value: UInt32) -> Color {
    .rgb(
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value))
  }
}
