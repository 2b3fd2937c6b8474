import TerminalKit

/// The colors of a theme.
nonisolated struct Palette: Hashable, Sendable {
  /// Keys, the cursor's mark, the filter.
  var accent = Color.standard
  /// Prices, and choices that are on.
  var good = Color.standard
  var deal = Color.standard
  /// Favorites, selection, and what a search found.
  var warm = Color.standard
  var bar = Color.standard
  var problem = Color.standard
  var you = Color.standard
  /// From `$` to `$$$$`.
  var prices = [Color](repeating: .standard, count: 4)
  /// From one venue to very many.
  var density = [Color](repeating: .standard, count: 5)
  /// How what may be overlooked is set.
  var muted = Style.dim

  /// No colors at all.
  static let none = Palette()

  /// The user's own sixteen colors, which fit a dark background.
  static let terminal = Palette(
    accent: .cyan, good: .green, deal: .magenta, warm: .yellow, bar: .blue, problem: .red,
    you: .red, prices: [.green, .yellow, .magenta, .red],
    density: [.blue, .cyan, .green, .yellow, .red])

  /// The same without the ones that are pale on a light background.
  static let terminalOnLight = Palette(
    accent: .blue, good: .green, deal: .magenta, warm: .red, bar: .blue, problem: .red,
    you: .red, prices: [.green, .blue, .magenta, .red],
    density: [.green, .blue, .magenta, .red, .black])

  static let dark = Palette(
    accent: .hex(0x5FD7FF), good: .hex(0x87D787), deal: .hex(0xFF87D7), warm: .hex(0xFFD75F),
    bar: .hex(0x5F87D7),
    problem: .hex(0xFF5F5F), you: .hex(0xFF8700),
    prices: [.hex(0x87D787), .hex(0xFFD75F), .hex(0xFF87D7), .hex(0xFF5F5F)],
    density: [.hex(0x5F87D7), .hex(0x5FD7FF), .hex(0x87D787), .hex(0xFFD75F), .hex(0xFF5F5F)],
    muted: Style(foreground: .hex(0x9E9E9E)))

  static let light = Palette(
    accent: .hex(0x005F87), good: .hex(0x005F00), deal: .hex(0xAF005F), warm: .hex(0x875F00),
    bar: .hex(0x005FAF),
    problem: .hex(0xAF0000), you: .hex(0xD70000),
    prices: [.hex(0x005F00), .hex(0x875F00), .hex(0xAF005F), .hex(0xD70000)],
    density: [.hex(0x5F5FAF), .hex(0x005FAF), .hex(0x005F00), .hex(0x875F00), .hex(0xAF0000)],
    muted: Style(foreground: .hex(0x626262)))

  static let contrastOnDark = Palette(
    accent: .hex(0x00FFFF), good: .hex(0x00FF00), deal: .hex(0xFF87FF), warm: .hex(0xFFFF00),
    bar: .hex(0xFFFFFF),
    problem: .hex(0xFFAF87), you: .hex(0xFFAF00),
    prices: [.hex(0x00FF00), .hex(0xFFFF00), .hex(0xFF87FF), .hex(0xFFAF87)],
    density: [.hex(0x87D7FF), .hex(0x00FFFF), .hex(0x00FF00), .hex(0xFFFF00), .hex(0xFFFFFF)],
    muted: .plain)

  static let contrastOnLight = Palette(
    accent: .hex(0x00005F), good: .hex(0x005F00), deal: .hex(0x5F005F), warm: .hex(0x5F0000),
    bar: .hex(0x000000),
    problem: .hex(0x870000), you: .hex(0x870000),
    prices: [.hex(0x005F00), .hex(0x00005F), .hex(0x5F005F), .hex(0x870000)],
    density: [.hex(0x005F5F), .hex(0x005F00), .hex(0x00005F), .hex(0x5F005F), .hex(0x000000)],
    muted: .plain)

  static let colorBlindOnDark = Palette(
    accent: .hex(0x5FAFFF), good: .hex(0x5FAFFF), deal: .hex(0xFFAF00), warm: .hex(0xFFFF5F),
    bar: .hex(0x5FAFFF),
    problem: .hex(0xFFAF00), you: .hex(0xFFAF00),
    prices: [.hex(0x5FAFFF), .hex(0xFFFFFF), .hex(0xFFD700), .hex(0xD75F00)],
    density: [.hex(0x5F87D7), .hex(0x87AFD7), .hex(0xBCBCBC), .hex(0xD7D787), .hex(0xFFFF5F)],
    muted: Style(foreground: .hex(0x9E9E9E)))

  static let colorBlindOnLight = Palette(
    accent: .hex(0x005FAF), good: .hex(0x005FAF), deal: .hex(0x875F00), warm: .hex(0x875F00),
    bar: .hex(0x005FAF),
    problem: .hex(0x875F00), you: .hex(0x875F00),
    prices: [.hex(0x0087D7), .hex(0x875F00), .hex(0x0000AF), .hex(0x000000)],
    density: [.hex(0x0087D7), .hex(0x5F5FAF), .hex(0x5F5F5F), .hex(0x5F5F00), .hex(0x000000)],
    muted: Style(foreground: .hex(0x626262)))

  /// Blue and yellow are the colors that nearly everybody tells apart.
  static let colorBlindTerminal = Palette(
    accent: .cyan, good: .blue, deal: .yellow, warm: .yellow, bar: .blue, problem: .yellow,
    you: .yellow, prices: [.blue, .cyan, .yellow, .white],
    density: [.blue, .cyan, .white, .yellow, .yellow])
}

extension Color {
  /// A color as people write it in hexadecimal, red first.
  nonisolated fileprivate static func hex(_ value: UInt32) -> Color {
    .rgb(
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value))
  }
}
