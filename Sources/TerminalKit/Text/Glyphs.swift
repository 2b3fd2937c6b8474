/// Turns characters into glyphs that every terminal draws alike.
///
/// Control characters, bidirectional controls, variation selectors and other invisible characters are dropped.
/// An emoji sequence is reduced to its first emoji. Unassigned characters become "▯".
struct Glyphs {
  /// The replacement of characters that the terminal may not know.
  static let unknown: Unicode.Scalar = "\u{25AF}"

  /// The glyphs of the last character; the array is reused.
  package private(set) var found: [Glyph] = []

  /// The width of the last character in columns.
  var width: Int { found.reduce(0) { $0 + $1.width } }

  /// Reads the glyphs of a character; none if it cannot be drawn.
  mutating func read(_ character: Character) {
    found.removeAll(keepingCapacity: true)
    for scalar in character.unicodeScalars {
      if scalar == Self.joiner && isEmoji(found.last) { return }
      add(scalar)
    }
  }

  private static let joiner: Unicode.Scalar = "\u{200D}"

  private mutating func add(_ scalar: Unicode.Scalar) {
    if scalar.isASCII { return addASCII(scalar) }
    if isInvisible(scalar) { return }
    switch WidthTable.shared.kind(of: scalar) {
    case .narrow: found.append(Glyph(scalar, width: 1))
    case .zero: addMark(scalar)
    case .double: addWide(scalar)
    case .none: addUnknown(scalar)
    }
  }

  private mutating func addASCII(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20...0x7E: found.append(Glyph(scalar, width: 1))
    case 0x09: found.append(Glyph(" ", width: 1))
    case 0x0A, 0x0D: if found.isEmpty { found.append(Glyph(" ", width: 1)) }
    default: break
    }
  }

  private mutating func addMark(_ scalar: Unicode.Scalar) {
    guard !found.isEmpty, scalar != "\u{20E3}" else { return }
    found[found.count - 1].add(scalar)
  }

  /// Some terminals draw a skin tone onto its emoji, others after it.
  private mutating func addWide(_ scalar: Unicode.Scalar) {
    if scalar.properties.isEmojiModifier && isEmoji(found.last) { return }
    found.append(Glyph(scalar, width: 2))
  }

  private mutating func addUnknown(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x80...0x9F: break
    case 0x2028, 0x2029: found.append(Glyph(" ", width: 1))
    default: found.append(Glyph(Self.unknown, width: 1))
    }
  }

  private func isEmoji(_ glyph: Glyph?) -> Bool {
    glyph.map { !$0.base.isASCII && $0.base.properties.isEmoji } ?? false
  }

  /// Bidirectional controls, variation selectors, joiners, soft hyphens, fillers and tags.
  private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F: true
    case 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0: true
    case 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    default: false
    }
  }
}

/// The contents of a cell: a character and its combining marks.
struct Glyph {
  /// The maximum number of code points that ncurses keeps in a cell.
  static let limit = 5

  var base: Unicode.Scalar
  var marks: String.UnicodeScalarView
  /// 1 or 2 columns.
  var width: Int

  init(_ base: Unicode.Scalar, width: Int) {
    self.base = base
    self.marks = String.UnicodeScalarView()
    self.width = width
  }

  var text: String {
    var text = String(base)
    text.unicodeScalars.append(contentsOf: marks)
    return text
  }

  /// Adds a mark, up to the limit of ncurses.
  mutating func add(_ mark: Unicode.Scalar) {
    if marks.count < Self.limit - 1 { marks.append(mark) }
  }
}
