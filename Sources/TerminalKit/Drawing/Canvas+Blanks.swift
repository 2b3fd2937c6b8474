extension Canvas {
  /// The canvas with fewer changes of style between text and blanks, which looks the same.
  ///
  /// Blanks of one background look the same in any color of text, and a change of style takes up to 32 bytes on the
  /// wire.
  func unifyingBlanks() -> Canvas {
    var result = self
    for row in 0..<size.rows {
      let cells = row * size.columns..<(row + 1) * size.columns
      var start = cells.lowerBound
      while let first = slots[start..<cells.upperBound].firstIndex(where: \.isBlank) {
        let end = slots[first..<cells.upperBound].firstIndex { !$0.isBlank } ?? cells.upperBound
        let left = first > cells.lowerBound ? slots[first - 1].style : nil
        let right = end < cells.upperBound ? slots[end].style : nil
        result.unify(first..<end, [left, right].compactMap(\.self))
        start = end
      }
    }
    return result
  }

  /// Gives blanks the style of the text beside them, unless they have that of one of two different sides.
  private mutating func unify(_ blanks: Range<Int>, _ sides: [UInt16]) {
    let isBetween = sides.count == 2 && sides[0] != sides[1]
    for index in blanks where !(isBetween && sides.contains(slots[index].style)) {
      let side = sides.first { looksSame(slots[index].style, $0) }
      if let side { slots[index].style = side }
    }
  }

  private static let visibleOnBlanks: Attributes = [.underline, .reverse, .strikethrough]

  /// Whether blanks of both styles look the same.
  private func looksSame(_ own: UInt16, _ other: UInt16) -> Bool {
    guard own != other else { return true }
    let (own, other) = (styles[own], styles[other])
    return own.background == other.background && own.link == other.link
      && own.attributes.union(other.attributes).isDisjoint(with: Self.visibleOnBlanks)
  }
}

extension Slot {
  fileprivate var isBlank: Bool { glyph == Self.blank.glyph }
}
