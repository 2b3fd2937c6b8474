/// One column of one row.
public struct Cell: Hashable, Sendable {
  /// A spacing character with its marks; empty for the right half of the wide one to its left.
  public var text: String
  /// How it looks.
  public var style: Style

  /// Makes a cell.
  public init(text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// A blank in the terminal's own colors.
  public static let blank = Self(text: " ")
  /// True for the right half of the wide character to its left.
  public var isContinuation: Bool { text.isEmpty }
}
