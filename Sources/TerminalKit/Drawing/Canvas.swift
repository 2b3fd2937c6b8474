/// A grid of cells that screens draw on and a driver shows.
public struct Canvas: Sendable {
  /// The extent in columns and rows.
  public let size: Size

  /// The end of truncated text.
  public var ellipsis = "…"

  /// The cells row by row; small, because each frame has a new canvas.
  var slots: [Slot]
  var glyphs = Table<String>()
  var styles = Table<Style>()

  /// Creates a blank canvas.
  public init(size: Size) {
    self.size = size
    slots = [Slot](repeating: .blank, count: size.columns * size.rows)
    _ = styles.index(of: .plain)
  }

  /// The rectangle of all cells.
  public var bounds: Rect { Rect(size) }

  /// The cell at a column and row; a blank outside of the canvas, where setting has no effect.
  ///
  /// Text with more than one character becomes its first one; text that cannot be drawn, a blank.
  public subscript(column: Int, row: Int) -> Cell {
    get {
      guard let index = index(column, row) else { return .blank }
      return cell(of: slots[index])
    }
    set {
      let text = TextWidth.prefix(String(newValue.text.prefix(1)), columns: 2)
      write(text.isEmpty ? " " : text, at: Point(column: column, row: row), style: newValue.style)
    }
  }

  /// Fills a part of the canvas (nil: all of it) with blanks in a style.
  public mutating func fill(_ style: Style = .plain, in rect: Rect? = nil) {
    fill(Slot(glyph: Slot.blank.glyph, style: styles.index(of: style)), in: rect)
  }

  /// Fills a part of the canvas (nil: all of it) with a character of one column.
  public mutating func fill(_ cell: Cell, in rect: Rect? = nil) {
    fill(
      Slot(glyph: code(of: fillGlyph(cell.text)), style: styles.index(of: cell.style)), in: rect)
  }

  private mutating func fill(_ slot: Slot, in rect: Rect?) {
    let area = bounds.intersection(rect ?? bounds)
    guard !area.isEmpty else { return }
    for row in area.top..<area.bottom {
      fill(row: row, from: area.left, to: area.right, with: slot)
    }
  }

  /// Changes the style of the cells in a rectangle, but not their text; cells with an excepted text keep theirs.
  public mutating func restyle(
    in rect: Rect, except texts: Set<String> = [], _ change: (Style) -> Style
  ) {
    let area = bounds.intersection(rect)
    guard !area.isEmpty else { return }
    var last: (old: UInt16, new: UInt16)?
    for row in area.top..<area.bottom {
      for index in (row * size.columns + area.left)..<(row * size.columns + area.right) {
        if !texts.isEmpty, texts.contains(cell(of: slots[index]).text) { continue }
        let old = slots[index].style
        let new = last?.old == old ? last?.new : nil
        slots[index].style = new ?? styles.index(of: change(styles[old]))
        last = (old, slots[index].style)
      }
    }
  }

  /// Changes the styles of all cells, but not their text: a call for each style.
  public mutating func restyle(_ change: (Style) -> Style) {
    let old = styles
    styles = Table<Style>()
    _ = styles.index(of: .plain)
    let indices = old.values.map { styles.index(of: change($0)) }
    for index in slots.indices { slots[index].style = indices[Int(slots[index].style)] }
  }

  func index(_ column: Int, _ row: Int) -> Int? {
    let isInside = column >= 0 && row >= 0 && column < size.columns && row < size.rows
    return isInside ? row * size.columns + column : nil
  }

  func cell(of slot: Slot) -> Cell {
    Cell(text: text(of: slot), style: styles[slot.style])
  }

  func text(of slot: Slot) -> String {
    if slot.isTabled { return glyphs[UInt16(slot.glyphIndex)] }
    guard slot.glyph != 0, let scalar = Unicode.Scalar(slot.glyph) else { return "" }
    return String(Character(scalar))
  }

  mutating func code(of glyph: Glyph) -> UInt32 {
    guard !glyph.marks.isEmpty else { return glyph.base.value }
    return Slot.tabled | UInt32(glyphs.index(of: glyph.text))
  }

  /// Replaces a wide character that would lose one of its halves by blanks.
  mutating func separate(at column: Int, row: Int) {
    guard let index = index(column, row), slots[index].isContinuation else { return }
    slots[index].glyph = Slot.blank.glyph
    slots[index - 1].glyph = Slot.blank.glyph
  }

  private mutating func fill(row: Int, from: Int, to: Int, with slot: Slot) {
    separate(at: from, row: row)
    separate(at: to, row: row)
    for index in (row * size.columns + from)..<(row * size.columns + to) { slots[index] = slot }
  }

  private func fillGlyph(_ text: String) -> Glyph {
    var glyphs = Glyphs()
    if let first = text.first { glyphs.read(first) }
    return glyphs.found.first { $0.width == 1 } ?? Glyph(" ", width: 1)
  }
}
