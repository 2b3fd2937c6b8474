/// The colors that a picture has for those that a terminal leaves to its user.
public struct PicturePalette: Hashable, Sendable {
  /// The text and the background, as `#RRGGBB`.
  public var text: String
  public var background: String
  /// The sixteen of the user, as `#RRGGBB`.
  public var colors: [String]

  /// A dark window.
  public static let dark = PicturePalette(
    text: "#d8dee9", background: "#1c1f26",
    colors: [
      "#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9",
      "#6b7280", "#ef8b93", "#b5d99c", "#f0d399", "#8cc5f5", "#d7a1e7", "#7fcdd6", "#ffffff",
    ])

  /// A light window.
  public static let light = PicturePalette(
    text: "#2e3440", background: "#fdfdfb",
    colors: [
      "#2e3440", "#b3261e", "#2e7d32", "#8a6100", "#1e5fae", "#8e3a9d", "#00707d", "#5b6270",
      "#6b7280", "#d0453d", "#3c9a42", "#a97b0c", "#3879c9", "#a655b5", "#118a97", "#000000",
    ])

  /// A color as `#RRGGBB`; nil stands for the terminal's own.
  func hex(_ color: Color) -> String? {
    switch color {
    case .standard: nil
    case .palette(let index): colors[Int(index) % colors.count]
    case .indexed(let index): Self.indexed(Int(index)) ?? colors[Int(index) % colors.count]
    case .rgb(let red, let green, let blue): Self.hex(Int(red), Int(green), Int(blue))
    }
  }

  /// The cube and the grays of xterm; nil for the user's own sixteen.
  private static func indexed(_ index: Int) -> String? {
    let levels = [0, 95, 135, 175, 215, 255]
    switch index {
    case ..<16: return nil
    case 232...: return hex(8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10)
    default:
      let place = index - 16
      return hex(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    }
  }

  private static func hex(_ parts: Int...) -> String {
    "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
