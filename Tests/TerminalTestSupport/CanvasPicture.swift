public import TerminalKit

/// A canvas as an SVG picture.
public struct CanvasPicture {
  private let canvas: Canvas
  private let palette: PicturePalette

  /// Creates a picture of a canvas.
  public init(_ canvas: Canvas, palette: PicturePalette = .dark) {
    self.canvas = canvas
    self.palette = palette
  }

  /// The size of a cell in tenths of a unit, so that all numbers are integers.
  static let cell = (width: 84, height: 180)
  private static let margin = 120

  /// The SVG document.
  public var svg: String {
    Self.document(
      (0..<canvas.size.rows).flatMap(elements(ofRow:)), size: canvas.size, palette: palette)
  }

  /// A document with the elements of a canvas of a size.
  static func document(_ elements: [String], size: Size, palette: PicturePalette) -> String {
    let width = size.columns * cell.width + 2 * margin
    let height = size.rows * cell.height + 2 * margin
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width / 10)" font-size="140" \
      font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace">
      <rect width="\(width)" height="\(height)" rx="80" fill="\(palette.background)"/>
      <g transform="translate(\(margin) \(margin))" fill="\(palette.text)" \
      style="white-space: pre" xml:space="preserve">
      \(elements.joined(separator: "\n"))
      </g>
      </svg>

      """
  }

  /// The elements of a row.
  func elements(ofRow row: Int) -> [String] { parts(of: row).flatMap { elements($0, row) } }

  /// Adjacent cells with one style.
  private struct Part {
    var columns: Range<Int>
    var style: Style
    var cells: [String]
  }

  private func parts(of row: Int) -> [Part] {
    var parts: [Part] = []
    for column in 0..<canvas.size.columns {
      let cell = canvas[column, row]
      if let last = parts.last, last.style == cell.style {
        parts[parts.count - 1].columns = last.columns.lowerBound..<(column + 1)
        parts[parts.count - 1].cells.append(cell.text)
      } else {
        parts.append(Part(columns: column..<(column + 1), style: cell.style, cells: [cell.text]))
      }
    }
    return parts
  }

  private func elements(_ part: Part, _ row: Int) -> [String] {
    let isReverse = part.style.attributes.contains(.reverse)
    let text = palette.hex(part.style.foreground)
    let background = palette.hex(part.style.background)
    let ink = isReverse ? background ?? palette.background : text
    let paper = isReverse ? text ?? palette.text : background
    let fill = paper.map { [rect(part.columns, row, fill: $0)] } ?? []
    let glyphs = CellGlyphs(part.cells, from: part.columns.lowerBound, row: row)
    guard !glyphs.isBlank else { return fill }
    return fill + [group(glyphs, style(part.style, ink))]
  }

  private func group(_ glyphs: CellGlyphs, _ style: String) -> String {
    let texts = glyphs.texts.map { place, text in
      "<text x=\"\(place.column * Self.cell.width)\" y=\"\(place.row * Self.cell.height + 134)\""
        + (place.width > 1 ? " textLength=\"\(place.width * Self.cell.width)\"" : "")
        + "\(style)>\(escaped(text))</text>"
    }
    let shapes = glyphs.path.isEmpty ? [] : ["<path d=\"\(glyphs.path)\"\(style)/>"]
    return (texts + shapes).joined(separator: "\n")
  }

  private func rect(_ columns: Range<Int>, _ row: Int, fill: String) -> String {
    "<rect x=\"\(columns.lowerBound * Self.cell.width)\" y=\"\(row * Self.cell.height)\" "
      + "width=\"\(columns.count * Self.cell.width)\" height=\"\(Self.cell.height)\" "
      + "fill=\"\(fill)\"/>"
  }

  private func style(_ style: Style, _ ink: String?) -> String {
    let lines = [
      style.attributes.contains(.underline) ? "underline" : nil,
      style.attributes.contains(.strikethrough) ? "line-through" : nil,
    ].compactMap(\.self)
    let parts = [
      ink.map { " fill=\"\($0)\"" },
      style.attributes.contains(.bold) ? " font-weight=\"bold\"" : nil,
      style.attributes.contains(.dim) ? " opacity=\"0.6\"" : nil,
      lines.isEmpty ? nil : " text-decoration=\"\(lines.joined(separator: " "))\"",
    ]
    return parts.compactMap(\.self).joined()
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// The colors of a picture for those that depend on the terminal.
public struct PicturePalette: Hashable, Sendable {
  /// The text and the background, as `#RRGGBB`.
  public var text: String
  public var background: String
  /// The sixteen palette colors, as `#RRGGBB`.
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

  /// A color as `#RRGGBB`; nil for the terminal's default.
  func hex(_ color: Color) -> String? {
    switch color {
    case .standard: nil
    case .palette(let index): colors[Int(index) % colors.count]
    case .indexed(let index): Self.indexed(Int(index)) ?? colors[Int(index) % colors.count]
    case .rgb(let red, let green, let blue): Self.hex(Int(red), Int(green), Int(blue))
    }
  }

  /// The cube and the grays of xterm; nil for the palette colors.
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
