import TerminalTestSupport
import Foundation
import Testing
import Venues

@testable import Finder
@testable import TerminalKit

@MainActor
@Suite struct ThemeTests {
  /// A color by its light, 0 to 1 each, without gamma.
  private struct Light {
    var red: Double
    var green: Double
    var blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    init?(_ color: Color) {
      guard case .rgb(let red, let green, let blue) = color else { return nil }
      func linear(_ value: UInt8) -> Double {
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      self.init(linear(red), linear(green), linear(blue))
    }

    /// https://www.w3.org/TR/WCAG21/#dfn-relative-luminance
    var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    func contrast(to other: Light) -> Double {
      let (high, low) = (max(luminance, other.luminance), min(luminance, other.luminance))
      return (high + 0.05) / (low + 0.05)
    }

    func distance(to other: Light) -> Double {
      let parts = [red - other.red, green - other.green, blue - other.blue]
      return parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    func seen(_ rows: [[Double]]) -> Light {
      let parts = rows.map { max(0, min(1, $0[0] * red + $0[1] * green + $0[2] * blue)) }
      return Light(parts[0], parts[1], parts[2])
    }
  }

  /// Color vision without red or green cones, after Machado, Oliveira and Fernandes (2009).
  private let blindness: [[[Double]]] = [
    [
      [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    [
      [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
      [-0.011820, 0.042940, 0.968881],
    ],
  ]

  private func colors(_ palette: Palette) -> [Color] {
    let single = [
      palette.accent, palette.positive, palette.attention, palette.warm, palette.bar,
      palette.problem,
      palette.marker, palette.muted.foreground,
    ]
    // Without colors of their own for areas, all colors are those of text.
    let heat = palette.marks == nil ? palette.heat : []
    return (single + palette.categories + heat).filter { $0 != .standard }
  }

  /// https://www.w3.org/TR/WCAG21/#non-text-contrast, less a little for the nearest of 256 colors.
  @Test(
    arguments: [
      Palette.dark, .light, .contrastOnDark, .contrastOnLight, .colorBlindOnDark,
      .colorBlindOnLight,
    ], [ColorDepth.indexed, .trueColor])
  func `discs and areas differ from the screen, and text on them is readable`(
    palette: Palette, depth: ColorDepth
  ) throws {
    let surfaces = try #require(palette.surfaces)
    let ink = try light(palette.ink ?? surfaces.base, depth)
    let neutral = palette.neutral ?? palette.muted.foreground
    for color in (palette.marks ?? palette.categories) + palette.heat + [neutral]
    where color != .standard {
      let area = try light(color, depth)
      let contrast = try area.contrast(to: light(surfaces.base, depth))
      #expect(contrast >= (depth == .indexed ? 2.8 : 3), "\(color)")
      #expect(ink.contrast(to: area) >= 4.5, "\(color)")
    }
  }

  @Test(
    arguments: [
      (Palette.dark, 4.5), (.light, 4.5), (.contrastOnDark, 7), (.contrastOnLight, 7),
      (.colorBlindOnDark, 4.5), (.colorBlindOnLight, 4.5),
    ], [ColorDepth.indexed, .trueColor])
  func `every color is readable on every surface`(
    theme: (palette: Palette, least: Double), depth: ColorDepth
  ) throws {
    let surfaces = try #require(theme.palette.surfaces)
    let grounds = [surfaces.base, surfaces.raised, surfaces.cursor, surfaces.selection]
    for (index, ground) in grounds.enumerated() {
      let background = try light(ground, depth)
      // Rows of high contrast themes have the usual contrast.
      let least = index < 2 ? theme.least : 4.5
      for color in colors(theme.palette) + [surfaces.text] {
        #expect(try light(color, depth).contrast(to: background) >= least, "\(color) on \(ground)")
      }
    }
    #expect(Set(grounds).count >= 3)
  }

  @Test(arguments: ThemeName.allCases, [ColorDepth.none, .sixteen, .indexed, .trueColor])
  func `text on areas is visible, also in the row of the cursor`(
    name: ThemeName, depth: ColorDepth
  ) {
    for background in [nil, Background.dark, .light] {
      let theme = Theme(name, depth: depth, background: background)
      for style in theme.marks + theme.density + [theme.neutral] {
        let text = theme.settled(theme.onArea(style))
        #expect(text.foreground != text.background || text.attributes.contains(.reverse))
        guard style.foreground != .standard else { continue }
        #expect(theme.cursor(text) == text)
      }
    }
  }

  /// The color as a terminal with some colors shows it.
  private func light(_ color: Color, _ depth: ColorDepth) throws -> Light {
    guard depth == .indexed else { return try #require(Light(color)) }
    let index = Int(ColorMapper(depth: .indexed).number(of: color))
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    guard index < 232 else {
      let gray = UInt8(8 + 10 * (index - 232))
      return try #require(Light(.rgb(gray, gray, gray)))
    }
    let cube = index - 16
    return try #require(Light(.rgb(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])))
  }

  @Test(arguments: ThemeName.allCases, [ColorDepth.none, .sixteen, .indexed, .trueColor])
  func `the row of the cursor differs from others and from selected ones`(
    name: ThemeName, depth: ColorDepth
  ) {
    let theme = Theme(name, depth: depth)
    for style in [Style.plain, theme.muted, theme.positive, theme.deal] {
      #expect(theme.cursor(style) != style)
      #expect(theme.cursor(style) != theme.selected(style))
      if theme.surfaces != nil { #expect(theme.cursor(style).foreground == style.foreground) }
    }
    let bar = RenderStyle(theme: theme, symbols: .unicode).bar(0.5, columns: 4)
    if theme.surfaces != nil { #expect(theme.cursor(bar.spans[0].style) == bar.spans[0].style) }
  }

  @Test(arguments: [
    (0.0, "····"), (0.001, "▏···"), (0.5, "██··"), (0.53, "██▏·"), (1, "████"), (7, "████"),
  ])
  func `a bar has a track, and only 0 is empty`(share: Double, text: String) {
    let bar = RenderStyle(theme: .plain, symbols: .unicode).bar(share, columns: 4)
    #expect(bar.spans.map(\.text).joined() == text)
  }

  @Test(arguments: [
    Palette.dark, .light, .contrastOnDark, .contrastOnLight, .terminal, .colorBlindOnDark,
    .colorBlindOnLight, .colorBlindTerminal, .colorBlindTerminalOnLight,
  ])
  func `your location and the cursor have no color of a price`(palette: Palette) {
    let prices = palette.marks ?? palette.categories
    #expect(!prices.contains(palette.marker))
    #expect(!prices.contains(palette.accent))
  }

  /// The standard palette of xterm, whose blue and magenta have at most 4.4:1 on black.
  @Test(
    arguments: [
      (Palette.terminal, Color.rgb(0, 0, 0)), (.colorBlindTerminal, .rgb(0, 0, 0)),
      (.terminalOnLight, .rgb(255, 255, 255)), (.colorBlindTerminalOnLight, .rgb(255, 255, 255)),
    ])
  func `the sixteen colors are readable on the terminal's background`(
    palette: Palette, background: Color
  ) throws {
    let xterm: [UInt32] = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F,
      0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    let ground = try #require(Light(background))
    for color in colors(palette) {
      guard case .palette(let index) = color else { continue }
      let value = xterm[Int(index)]
      let text = Color.rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
      #expect(try #require(Light(text)).contrast(to: ground) >= 4.4, "\(color)")
    }
  }

  @Test(arguments: [Palette.terminal, .terminalOnLight])
  func `deals have a color that no price has with sixteen colors`(palette: Palette) {
    #expect(!palette.categories.contains(palette.attention))
    #expect(Set(palette.categories).count == 4)
  }

  @Test func `your location has no color of a price on a light terminal`() {
    #expect(!Palette.terminalOnLight.categories.contains(Palette.terminalOnLight.marker))
  }

  @Test(arguments: [
    Palette.dark, .light, .contrastOnDark, .contrastOnLight, .colorBlindOnDark, .colorBlindOnLight,
  ])
  func `bars inside a range differ from those outside`(palette: Palette) throws {
    let surfaces = try #require(palette.surfaces)
    let outside =
      palette.muted.foreground == .standard ? surfaces.text : palette.muted.foreground
    #expect(palette.bar != outside)
  }

  @Test(arguments: [Palette.colorBlindOnDark, .colorBlindOnLight])
  func `prices and your location differ without red and green`(palette: Palette) throws {
    let colors = palette.categories + [palette.marker]
    let lights = try colors.map { try #require(Light($0)) }
    for view in blindness {
      let seen = lights.map { $0.seen(view) }
      for first in seen.indices {
        for second in seen.indices where second > first {
          #expect(seen[first].distance(to: seen[second]) > 0.12, "\(first) and \(second)")
        }
      }
    }
  }

  @Test(arguments: ThemeName.allCases)
  func `a terminal with sixteen colors gets only these`(name: ThemeName) {
    for background in [nil, Background.dark, .light] {
      let theme = Theme(name, depth: .sixteen, background: background)
      let styles =
        [theme.key, theme.deal, theme.problem, theme.muted] + theme.prices + theme.density
      for style in styles {
        switch style.foreground {
        case .standard, .palette: break
        case .indexed, .rgb: Issue.record("\(name) has \(style)")
        }
      }
    }
  }

  @Test(arguments: ThemeName.allCases)
  func `without colors every theme uses attributes`(name: ThemeName) {
    let theme = Theme(name, depth: .none)
    #expect((theme.prices + theme.density + [theme.key]).allSatisfy { $0.foreground == .standard })
    #expect(theme.match == Style(attributes: [.bold, .underline]))
    #expect(Set(theme.density).count == 5)
  }

  @Test func `only the screen with focus has a cursor with a surface`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    let surface = try #require(app.finder.context.theme.cursorSurface)
    func isOnSurface(_ point: Point) -> Bool {
      app.screen[point.column, point.row].style.background == surface
    }
    let place = Point(column: 10, row: 4)
    #expect(isOnSurface(place))
    await app.press("f")
    #expect(!isOnSurface(place))
    #expect(app.screen[1, 4].text == app.finder.context.symbols.cursor)
    await app.press("esc")
    #expect(isOnSurface(place))
  }

  @Test(
    arguments: [
      Palette.dark, .light, .contrastOnDark, .contrastOnLight,
    ], [ColorDepth.indexed, .trueColor])
  func `deals have a color that no price has`(palette: Palette, depth: ColorDepth) throws {
    let deals = try light(palette.attention, depth)
    for price in palette.categories {
      #expect(try light(price, depth).distance(to: deals) > 0.1, "\(price)")
    }
  }

  @Test func `high contrast has nothing dim`() {
    for depth in [ColorDepth.none, .eight, .sixteen, .indexed, .trueColor] {
      #expect(Theme(.highContrast, depth: depth).muted == .plain)
    }
  }

  @Test func `a light background avoids pale colors`() async throws {
    for (colors, dark, light) in [
      (ColorDepth.sixteen, Palette.terminal, Palette.terminalOnLight), (.indexed, .dark, .light),
    ] {
      let app = try await AppHarness(capabilities: Capabilities(colors: colors))
      #expect(app.finder.context.theme.favorite.foreground == dark.warm)
      await app.post(.backgroundColor(red: 0xFD, green: 0xF6, blue: 0xE3))
      #expect(app.finder.context.theme.favorite.foreground == light.warm)
      await app.post(.backgroundColor(red: 0, green: 0x2B, blue: 0x36))
      #expect(app.finder.context.theme.favorite.foreground == dark.warm)
    }
  }

  @Test func `T cycles through the themes`() async throws {
    let app = try await AppHarness(
      settings: FinderSettings(origin: .asImported(Origin.seed), theme: .light))
    #expect(app.finder.context.theme == Theme(.light))
    await app.press("T")
    #expect(app.message == "Theme: high-contrast")
    #expect(app.finder.context.theme == Theme(.contrastOnDark))
    await app.press("T", "T", "T")
    #expect(app.message == "Theme: auto")
  }

  @Test func `M toggles the mouse`() async throws {
    let app = try await AppHarness()
    #expect(app.driver.isMouseEnabled)
    await app.press("M")
    #expect(!app.driver.isMouseEnabled)
    #expect(app.message == "Mouse off; the terminal selects text")
    await app.press("M")
    #expect(app.driver.isMouseEnabled)
    #expect(app.message == "Mouse on; hold Shift to select text")
    let quiet = try await AppHarness(settings: FinderSettings(usesMouse: false))
    #expect(!quiet.driver.isMouseEnabled)
  }

  @Test(arguments: ThemeName.allCases)
  func `a theme changes styles and no text`(name: ThemeName) async throws {
    let usual = try await AppHarness()
    let app = try await AppHarness(
      settings: FinderSettings(origin: .asImported(Origin.seed), theme: name))
    await app.post(.backgroundColor(red: 255, green: 255, blue: 255))
    #expect(app.lines == usual.lines)
  }

  @Test(
    arguments: [ThemeName.dark, .light, .mono],
    [("list", ["j", "*", "space"]), ("filter", ["f", "space"]), ("map", ["m"])]
      as [(String, [String])])
  func `the screens in a theme`(
    theme: ThemeName, screen: (name: String, keys: [String])
  ) async throws {
    let app = try await AppHarness(
      settings: FinderSettings(
        origin: .asImported(Origin.seed), theme: theme, reducesMotion: true))
    await app.press(screen.keys)
    try Dump.expect(app.screen, is: "\(screen.name)-\(theme.rawValue)-80x24")
  }

  @Test(arguments: [("filter", ["f", "space"]), ("detail", ["enter"])] as [(String, [String])])
  func `the screens in ASCII without colors`(
    screen: (name: String, keys: [String])
  ) async throws {
    let app = try await AppHarness(
      capabilities: Capabilities(colors: .none, isUnicode: false))
    await app.press(screen.keys)
    try Dump.expect(app.screen, is: "\(screen.name)-ascii-80x24")
    #expect(
      app.lines.joined().unicodeScalars.filter { (0x2500...0x28FF).contains($0.value) }.isEmpty)
  }
}
