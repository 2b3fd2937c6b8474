/// A cell inside a canvas: eight bytes without any reference.
struct Slot: Equatable, Sendable {
  /// Set in glyphs that stand in the canvas's table because they carry marks.
  static let tabled: UInt32 = 0x8000_0000
  static let blank = Self(glyph: 0x20, style: 0)

  /// A code point, a place in the table, or 0 for the right half of a wide character.
  var glyph: UInt32
  /// A place in the canvas's table of styles.
  var style: UInt16

  var isContinuation: Bool { glyph == 0 }
}
