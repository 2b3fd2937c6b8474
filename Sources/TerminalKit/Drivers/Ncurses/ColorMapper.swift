/// Maps colors to those of a terminal.
struct ColorMapper: Sendable {
  let depth: ColorDepth

  /// The color number of ncurses; -1 for the terminal's default.
  func number(of color: Color) -> Int32 {
    switch (color, depth) {
    case (.standard, _), (_, .none): -1
    case (.palette(let index), .eight): Int32(index & 7)
    case (.palette(let index), .trueColor) where index & 15 > 7: direct(Self.rgb(of: index & 15))
    case (.palette(let index), _): Int32(index & 15)
    case (.indexed(let index), .indexed): Int32(index)
    case (.indexed(let index), _): number(of: Self.rgb(of: index))
    case (.rgb(let red, let green, let blue), _): number(of: RGB(red, green, blue))
    }
  }

  /// With eight colors, bright ones become bold.
  func attributes(for style: Style) -> Attributes {
    guard depth == .eight, case .palette(let index) = style.foreground, index & 15 > 7 else {
      return style.attributes
    }
    return style.attributes.union(.bold)
  }

  /// Red, green and blue, 0 to 255 each.
  private struct RGB {
    var red: Int
    var green: Int
    var blue: Int

    init(_ red: some BinaryInteger, _ green: some BinaryInteger, _ blue: some BinaryInteger) {
      self.red = Int(red)
      self.green = Int(green)
      self.blue = Int(blue)
    }

    /// Whether it is nearly gray: grays must not become colored.
    var isGray: Bool { max(red, green, blue) - min(red, green, blue) < 24 }

    func distance(to other: Self) -> Int {
      let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
      return red * red + green * green + blue * blue
    }
  }

  /// The levels of the 6x6x6 cube of xterm.
  private static let levels = [0, 95, 135, 175, 215, 255]
  private static let cubeStart = 16
  private static let grayStart = 232

  private func number(of color: RGB) -> Int32 {
    switch depth {
    case .none: -1
    case .eight: nearest(to: color, in: color.isGray ? [0, 7] : Array(0..<8))
    case .sixteen: nearest(to: color, in: color.isGray ? [0, 7, 8, 15] : Array(0..<16))
    case .indexed: nearestOfCube(color)
    case .trueColor: direct(color)
    }
  }

  /// With direct color, ncurses uses the lowest numbers for its palette.
  private func direct(_ color: RGB) -> Int32 {
    Int32(max(8, color.red << 16 | color.green << 8 | color.blue))
  }

  private func nearest(to color: RGB, in numbers: [UInt8]) -> Int32 {
    let best = numbers.min {
      Self.rgb(of: $0).distance(to: color) < Self.rgb(of: $1).distance(to: color)
    }
    return Int32(best ?? 7)
  }

  /// The first sixteen colors are left out because users can change them.
  private func nearestOfCube(_ color: RGB) -> Int32 {
    let cube =
      Self.cubeStart + 36 * Self.level(color.red) + 6 * Self.level(color.green)
      + Self.level(color.blue)
    let light = (color.red + color.green + color.blue) / 3
    let gray = Self.grayStart + min(23, max(0, (light - 3) / 10))
    let isGray =
      Self.rgb(of: UInt8(gray)).distance(to: color)
      < Self.rgb(of: UInt8(cube)).distance(to: color)
    return Int32(isGray ? gray : cube)
  }

  /// The index of the nearest level, the lower one of two.
  private static func level(_ light: Int) -> Int {
    switch light {
    case ...47: 0
    case ...115: 1
    default: (light - 36) / 40
    }
  }

  /// The color of a number in xterm.
  private static func rgb(of index: UInt8) -> RGB {
    switch Int(index) {
    case 0..<16: systemColors[Int(index)]
    case grayStart...: gray(Int(index) - grayStart)
    default: cube(Int(index) - cubeStart)
    }
  }

  private static func gray(_ step: Int) -> RGB {
    let light = 8 + 10 * step
    return RGB(light, light, light)
  }

  private static func cube(_ number: Int) -> RGB {
    RGB(levels[number / 36], levels[number / 6 % 6], levels[number % 6])
  }

  private static let systemColors: [RGB] = [
    RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0), RGB(0, 0, 238),
    RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229), RGB(127, 127, 127), RGB(255, 0, 0),
    RGB(0, 255, 0), RGB(255, 255, 0), RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255),
    RGB(255, 255, 255),
  ]
}
