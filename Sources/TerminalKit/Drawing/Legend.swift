/// Letters for styles, in the order of their first use.
struct Legend {
  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  private var styles: [Style] = []

  mutating func letter(for style: Style) -> Character {
    if style == .plain { return "." }
    let index = styles.firstIndex(of: style) ?? styles.count
    if index == styles.count { styles.append(style) }
    return index < Self.letters.count ? Self.letters[index] : "?"
  }

  /// One line a letter, such as "a  palette(2) on standard, bold".
  var lines: [String] {
    zip(Self.letters, styles).map { "\($0)  \($1)" }
  }
}
