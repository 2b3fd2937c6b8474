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
    var cell = cterminal_cell()
    cell.attributes = UInt32(colors.attributes(for: style).rawValue)
    cell.pair = pair(
      Pair(
        foreground: colors.number(of: style.foreground),
        background: colors.number(of: style.background)))
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
    let scalars = scalars(of: slot, in: canvas)
    guard isUsable(scalars.first ?? " ", width: width) else {
      cell.scalars.0 = ASCIIFallback.character(for: scalars.first ?? " ").value
      cells.append(contentsOf: repeatElement(cell, count: width))
      return
    }
    Self.put(isUnicode ? scalars : Array(scalars.prefix(1)), into: &cell)
    cells.append(cell)
  }

  private func scalars(of slot: Slot, in canvas: Canvas) -> [Unicode.Scalar] {
    if slot.glyph & Slot.tabled == 0 { return Unicode.Scalar(slot.glyph).map { [$0] } ?? [] }
    return Array(canvas.text(of: slot).unicodeScalars)
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

  private static func put(_ scalars: [Unicode.Scalar], into cell: inout cterminal_cell) {
    withUnsafeMutableBytes(of: &cell.scalars) { bytes in
      let places = bytes.bindMemory(to: UInt32.self)
      for (place, scalar) in zip(places.indices, scalars) { places[place] = scalar.value }
    }
  }
}
