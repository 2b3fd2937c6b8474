import CTerminal

/// Converts cells of a canvas to cells of ncurses.
@MainActor
struct CellEncoder {
  private struct Pair: Hashable {
    var foreground: Int32
    var background: Int32
  }

  private let colors: ColorMapper
  private let isUnicode: Bool
  private let pairLimit: Int32
  private var pairs: [Pair: Int32] = [:]
  private var styled: [Style: cterminal_cell] = [:]
  private var usable: [UInt32: Bool] = [:]

  init(depth: ColorDepth, isUnicode: Bool, pairLimit: Int32) {
    colors = ColorMapper(depth: depth)
    self.isUnicode = isUnicode
    self.pairLimit = pairLimit
  }

  /// The cells of a run; a wide character is one cell.
  mutating func encode(_ run: Run, of canvas: Canvas) -> [cterminal_cell] {
    var result: [cterminal_cell] = []
    result.reserveCapacity(run.columns.count)
    var styled: (index: UInt16, cell: cterminal_cell)?
    let start = run.row * canvas.size.columns
    for index in (start + run.columns.lowerBound)..<(start + run.columns.upperBound) {
      let slot = canvas.slots[index]
      if slot.isContinuation { continue }
      if styled?.index != slot.style { styled = (slot.style, encode(canvas.styles[slot.style])) }
      guard let cell = styled?.cell else { continue }
      let isWide = index + 1 < canvas.slots.count && canvas.slots[index + 1].isContinuation
      append(slot, width: isWide ? 2 : 1, of: canvas, styled: cell, to: &result)
    }
    return result
  }

  /// A cell with a style and no text.
  private mutating func encode(_ style: Style) -> cterminal_cell {
    var style = style
    style.link = nil
    if let known = styled[style] { return known }
    var cell = cterminal_cell()
    cell.attributes = UInt32(colors.attributes(for: style).rawValue)
    cell.pair = pair(
      Pair(
        foreground: colors.number(of: style.foreground),
        background: colors.number(of: style.background)))
    styled[style] = cell
    return cell
  }

  private mutating func pair(_ pair: Pair) -> Int32 {
    if pair.foreground < 0 && pair.background < 0 { return 0 }
    if let known = pairs[pair] { return known }
    let number = Int32(pairs.count) + 1
    guard number < pairLimit,
      cterminal_define_pair(number, pair.foreground, pair.background)
    else { return 0 }
    pairs[pair] = number
    return number
  }

  private mutating func append(
    _ slot: Slot, width: Int, of canvas: Canvas, styled: cterminal_cell,
    to cells: inout [cterminal_cell]
  ) {
    var cell = styled
    let marked = slot.isTabled ? canvas.text(of: slot).unicodeScalars : nil
    let base = marked?.first ?? Unicode.Scalar(slot.glyph) ?? " "
    guard isUsable(base, width: width) else {
      cell.scalars.0 = ASCIIFallback.character(for: base).value
      cells.append(contentsOf: repeatElement(cell, count: width))
      return
    }
    cell.scalars.0 = base.value
    if isUnicode, let marked { Self.put(marked, into: &cell) }
    cells.append(cell)
  }

  /// Whether ncurses would draw the character with the same width.
  private mutating func isUsable(_ scalar: Unicode.Scalar, width: Int) -> Bool {
    if scalar.isASCII { return true }
    guard isUnicode else { return false }
    if let known = usable[scalar.value] { return known }
    let result = cterminal_width(scalar.value) == Int32(width)
    usable[scalar.value] = result
    return result
  }

  private static func put(_ scalars: String.UnicodeScalarView, into cell: inout cterminal_cell) {
    withUnsafeMutableBytes(of: &cell.scalars) { bytes in
      let places = bytes.bindMemory(to: UInt32.self)
      for (place, scalar) in zip(places.indices, scalars) { places[place] = scalar.value }
    }
  }
}

/// ASCII replacements for other characters.
enum ASCIIFallback {
  /// The most similar ASCII character; "?" if there is none.
  static func character(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return scalar }
    if let sign = signs[scalar] { return sign }
    switch scalar.value {
    case 0x2500...0x257F: return "+"
    case 0x2588...0x258F, 0x2580...0x2587, 0x2590...0x259F: return "#"
    case 0x2801...0x28FF: return "*"
    case 0xC0...0x17F: return letter(scalar)
    default: return "?"
    }
  }

  private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    letters.first { $0.accented.contains(scalar) }?.plain ?? "?"
  }

  private static let signs: [Unicode.Scalar: Unicode.Scalar] = {
    let groups: [(plain: Unicode.Scalar, others: String)] = [
      ("-", "─━┄┅┈┉╌╍╴╶╸╺–—‐‑‒―−"), ("=", "═"), ("|", "│┃┆┇┊┋╎╏╵╷╹╻║▏▎▍▌▐┝┥"),
      (" ", "\u{2800}\u{A0}\u{3000}"),
      ("^", "▲△↑⇑▴"), ("v", "▼▽↓⇓▾"), (">", "▶▷→⇒▸›»❯"), ("<", "◀◁←⇐◂‹«❮"),
      ("*", "•●◉★☆◆◇■✦✱♥❤"), (".", "·…∙‧"), ("o", "○◌◯°"), ("x", "×✗✘☒"), ("+", "✓✔☑╭╮╯╰"),
      ("'", "‘’′`´"), ("\"", "“”″"), ("~", "≈∼"), ("#", "▓▒░█"), ("_", "␣▁"),
    ]
    var signs: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (plain, others) in groups {
      for other in others.unicodeScalars { signs[other] = plain }
    }
    return signs
  }()

  private static let letters: [(plain: Unicode.Scalar, accented: String.UnicodeScalarView)] = [
    ("A", "ÀÁÂÃÄÅĀĂĄÆ"), ("C", "ÇĆĈĊČ"), ("D", "ĎĐÐ"), ("E", "ÈÉÊËĒĔĖĘĚ"), ("G", "ĜĞĠĢ"),
    ("H", "ĤĦ"), ("I", "ÌÍÎÏĨĪĬĮİ"), ("J", "Ĵ"), ("K", "Ķ"), ("L", "ĹĻĽĿŁ"), ("N", "ÑŃŅŇ"),
    ("O", "ÒÓÔÕÖØŌŎŐŒ"), ("R", "ŔŖŘ"), ("S", "ŚŜŞŠ"), ("T", "ŢŤŦÞ"), ("U", "ÙÚÛÜŨŪŬŮŰŲ"),
    ("W", "Ŵ"), ("Y", "ÝŶŸ"), ("Z", "ŹŻŽ"), ("a", "àáâãäåāăąæ"), ("c", "çćĉċč"), ("d", "ďđð"),
    ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"),
    ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőœ"), ("r", "ŕŗř"), ("s", "śŝşšßſ"),
    ("t", "ţťŧþ"), ("u", "ùúûüũūŭůűų"), ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
  ].map { ($0, $1.unicodeScalars) }
}
