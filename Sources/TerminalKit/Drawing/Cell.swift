/// One column of one row.
public struct Cell: Hashable, Sendable {
  /// A character with its combining marks; empty for the right half of a wide one.
  public var text: String
  /// Its style.
  public var style: Style

  /// Creates a cell.
  public init(text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// A blank in the terminal's own colors.
  public static let blank = Self(text: " ")
  /// True for the right half of the wide character to its left.
  public var isContinuation: Bool { text.isEmpty }
}

/// The representation of a cell in a canvas: eight bytes without references.
struct Slot: Equatable, Sendable {
  /// The bit of glyphs that are stored in the canvas's table because they have combining marks.
  static let tabled: UInt32 = 0x8000_0000
  static let blank = Self(glyph: 0x20, style: 0)

  /// A code point, an index into the table, or 0 for the right half of a wide character.
  var glyph: UInt32
  /// An index into the canvas's table of styles.
  var style: UInt16

  var isContinuation: Bool { glyph == 0 }
  var isTabled: Bool { glyph & Self.tabled != 0 }
  /// The index of a stored glyph.
  var glyphIndex: Int { Int(glyph & ~Self.tabled) }
}

/// Distinct values, indexed in the order of their first use.
struct Table<Value: Hashable & Sendable>: Equatable, Sendable {
  private(set) var values: [Value] = []
  private var indices: [Value: UInt16] = [:]
  private var last: UInt16 = 0

  static func == (one: Self, other: Self) -> Bool { one.values == other.values }

  subscript(index: UInt16) -> Value { values[Int(index)] }

  /// The index of a value that is in the table.
  func firstIndex(of value: Value) -> UInt16? { indices[value] }

  /// The index of a value; 0 if more than 65,535 are in use.
  mutating func index(of value: Value) -> UInt16 {
    if Int(last) < values.count && values[Int(last)] == value { return last }
    if let known = indices[value] {
      last = known
      return known
    }
    guard values.count < Int(UInt16.max) else { return 0 }
    last = UInt16(values.count)
    values.append(value)
    indices[value] = last
    return last
  }
}
