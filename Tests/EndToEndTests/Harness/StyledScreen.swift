/// The screen of a terminal with styles, parsed from a capture with escape sequences.
///
/// Blanks at the ends of rows, and empty rows at the end, are left out: a terminal does not tell written from cleared ones.
struct StyledScreen: Equatable, CustomStringConvertible {
  struct Cell: Equatable {
    let text: Character
    /// The sequences that are on and visible, by what they set; empty for plain text.
    let style: [String: String]

    /// A blank shows its background only, unless it is underlined or in reverse.
    init(text: Character, style: [String: String]) {
      self.text = text
      let showsAll = text != " " || style["4"] != nil || style["7"] != nil
      self.style = showsAll ? style : style.filter { $0.key == "background" }
    }

    /// Whether it shows its background only, so that it is left out at the end of a row, as tmux does.
    var isBlank: Bool { text == " " && style.keys.allSatisfy { $0 == "background" } }
  }

  private(set) var rows: [[Cell]] = [[]]
  /// The current attributes of the parser.
  private var style: [String: String] = [:]

  init(_ capture: String) {
    var rest = capture[...]
    while let character = rest.popFirst() {
      if character == "\u{1B}" {
        rest = rest.dropFirst()
        apply(rest.prefix { $0 != "m" })
        rest = rest.drop { $0 != "m" }.dropFirst()
      } else if character == "\n" {
        trim()
        rows.append([])
      } else {
        rows[rows.count - 1].append(Cell(text: character, style: style))
      }
    }
    trim()
    while rows.last?.isEmpty == true { rows.removeLast() }
  }

  static func == (left: StyledScreen, right: StyledScreen) -> Bool { left.rows == right.rows }

  private mutating func trim() {
    while rows[rows.count - 1].last?.isBlank == true { rows[rows.count - 1].removeLast() }
  }

  /// Reads one sequence; an indexed color has three numbers.
  private mutating func apply(_ parameters: Substring) {
    var numbers = parameters.split(separator: ";")[...]
    while let number = numbers.popFirst() {
      switch number {
      case "0": style = [:]
      case "39": style["foreground"] = nil
      case "49": style["background"] = nil
      case "38", "48":
        style[number == "38" ? "foreground" : "background"] = numbers.prefix(2).joined(
          separator: ";")
        numbers = numbers.dropFirst(2)
      case _ where number.count == 1: style[String(number)] = "on"
      case _ where number.hasPrefix("3") || number.hasPrefix("9"):
        style["foreground"] = String(number)
      default: style["background"] = String(number)
      }
    }
  }

  /// Whether any cell has a color.
  var hasColors: Bool {
    rows.joined().contains { $0.style["foreground"] != nil || $0.style["background"] != nil }
  }

  var description: String {
    rows.map { String($0.map(\.text)) }.joined(separator: "\n")
  }

  /// The differences from another screen, row by row.
  func differences(from other: StyledScreen) -> String {
    zip(rows, other.rows).enumerated().filter { $1.0 != $1.1 }.map { row, cells in
      "row \(row): \(Self.text(cells.0))\ninstead: \(Self.text(cells.1))"
    }.joined(separator: "\n")
  }

  private static func text(_ cells: [Cell]) -> String {
    cells.map { $0.style.isEmpty ? "\($0.text)" : "\($0.text)\($0.style.keys.sorted())" }.joined()
  }
}
