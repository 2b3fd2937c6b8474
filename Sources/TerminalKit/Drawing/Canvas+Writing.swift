extension Canvas {
  /// Writes one line of text, sanitized and clipped at the edges of the canvas; returns the width of the
  /// whole text in columns.
  ///
  /// With a width, longer text is truncated with the ellipsis. A wide character that would be half visible is
  /// drawn as a blank.
  @discardableResult
  public mutating func write(
    _ text: String, at point: Point, style: Style = .plain, width: Int? = nil
  ) -> Int {
    let fitting = width.map { fitted(text, $0) } ?? text
    guard (0..<size.rows).contains(point.row) else { return TextWidth.displayWidth(of: fitting) }
    let styleIndex = styles.index(of: style)
    if let columns = writePlain(fitting, at: point, style: styleIndex) { return columns }
    return writeGlyphs(fitting, at: point, style: styleIndex)
  }

  /// Writes text into exactly this many columns: truncated with the ellipsis, or padded with blanks in its style.
  public mutating func write(
    _ text: String, at point: Point, style: Style = .plain, columns: Int,
    alignment: TextWidth.Alignment
  ) {
    let fitting = fitted(text, columns)
    let missing = max(0, columns - TextWidth.displayWidth(of: fitting))
    fill(style, in: Rect(origin: point, size: Size(columns: columns, rows: 1)))
    let start = point.moved(columns: TextWidth.blanksBefore(missing, alignment))
    write(fitting, at: start, style: style)
  }

  /// The text, truncated if it does not fit.
  private func fitted(_ text: String, _ columns: Int) -> String {
    if TextWidth.displayWidth(of: text) <= columns { return text }
    return TextWidth.truncated(text, to: columns, ellipsis: ellipsis)
  }

  /// Writes printable ASCII byte by byte; returns nil if there is other text.
  private mutating func writePlain(_ text: String, at point: Point, style: UInt16) -> Int? {
    guard TextWidth.isPlain(text) else { return nil }
    let count = text.utf8.count
    let first = max(0, point.column)
    let end = min(size.columns, point.column + count)
    guard first < end else { return count }
    separate(at: first, row: point.row)
    separate(at: end, row: point.row)
    var index = point.row * size.columns + first
    for byte in text.utf8.dropFirst(first - point.column).prefix(end - first) {
      slots[index] = Slot(glyph: UInt32(byte), style: style)
      index += 1
    }
    return count
  }

  private mutating func writeGlyphs(_ text: String, at point: Point, style: UInt16) -> Int {
    var reader = Glyphs()
    var column = point.column
    for character in text {
      reader.read(character)
      for glyph in reader.found {
        put(glyph, at: Point(column: column, row: point.row), style: style)
        column += glyph.width
      }
    }
    return column - point.column
  }

  private mutating func put(_ glyph: Glyph, at point: Point, style: UInt16) {
    let isWhole = point.column >= 0 && point.column + glyph.width <= size.columns
    guard isWhole else { return blank(glyph.width, at: point, style: style) }
    let index = point.row * size.columns + point.column
    separate(at: point.column, row: point.row)
    separate(at: point.column + glyph.width, row: point.row)
    slots[index] = Slot(glyph: code(of: glyph), style: style)
    if glyph.width == 2 { slots[index + 1] = Slot(glyph: 0, style: style) }
  }

  private mutating func blank(_ width: Int, at point: Point, style: UInt16) {
    for column in point.column..<(point.column + width) {
      guard let index = index(column, point.row) else { continue }
      separate(at: column, row: point.row)
      separate(at: column + 1, row: point.row)
      slots[index] = Slot(glyph: Slot.blank.glyph, style: style)
    }
  }
}
