/// Rewrites the cells of links inside OSC 8, which ncurses does not support.
struct LinkWriter {
  /// The sequences for cells in these runs that have a link, or had one on the old canvas.
  ///
  /// Cells, cursor and current style are unchanged.
  static func sequences(for runs: [Run], of canvas: Canvas, after old: Canvas?) -> String {
    var result = ""
    for run in runs {
      for part in linkedParts(of: run, canvas, old) {
        result += sequence(for: part, of: canvas)
      }
    }
    return result.isEmpty ? "" : "\u{1B}7" + result + "\u{1B}8"
  }

  /// Adjacent columns with the same link.
  private static func linkedParts(of run: Run, _ canvas: Canvas, _ old: Canvas?) -> [Run] {
    var parts: [Run] = []
    var last: Style?
    for column in run.columns {
      let style = canvas[column, run.row].style
      guard style.link != nil || old?[column, run.row].style.link != nil else {
        last = nil
        continue
      }
      if last == style, let part = parts.last {
        parts[parts.count - 1].columns = part.columns.lowerBound..<(column + 1)
      } else {
        parts.append(Run(row: run.row, columns: column..<(column + 1)))
      }
      last = style
    }
    return parts
  }

  private static func sequence(for part: Run, of canvas: Canvas) -> String {
    let style = canvas[part.columns.lowerBound, part.row].style
    let text = part.columns.map { canvas[$0, part.row].text }.joined()
    let place = "\u{1B}[\(part.row + 1);\(part.columns.lowerBound + 1)H"
    let address = style.link.map(safe) ?? ""
    return place + rendition(style) + "\u{1B}]8;;\(address)\u{1B}\\" + text + "\u{1B}]8;;\u{1B}\\"
  }

  /// The address reduced to printable ASCII, because other bytes would end the sequence.
  private static func safe(_ address: String) -> String {
    String(decoding: address.utf8.filter { (0x21...0x7E).contains($0) }.prefix(2000), as: UTF8.self)
  }

  /// The style as a select graphic rendition sequence.
  private static func rendition(_ style: Style) -> String {
    let codes: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
      (.strikethrough, "2"),
    ]
    let attributes = codes.filter { style.attributes.contains($0.0) }.map(\.1)
    let colors = [color(style.foreground, base: 30), color(style.background, base: 40)]
    return "\u{1B}[" + (["0"] + attributes + colors.compactMap(\.self)).joined(separator: ";") + "m"
  }

  private static func color(_ color: Color, base: Int) -> String? {
    switch color {
    case .standard: nil
    case .palette(let index) where index & 15 < 8: "\(base + Int(index & 7))"
    case .palette(let index): "\(base + 60 + Int(index & 7))"
    case .indexed(let index): "\(base + 8);5;\(index)"
    case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }
}
