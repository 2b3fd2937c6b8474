/// What one cell shows: a spacing character, and the marks on it.
struct Glyph {
  /// The most code points ncurses keeps in a cell.
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
    var scalars = String.UnicodeScalarView()
    scalars.append(base)
    scalars.append(contentsOf: marks)
    return String(scalars)
  }

  /// Adds a mark, as long as ncurses has room for it.
  mutating func add(_ mark: Unicode.Scalar) {
    if marks.count < Self.limit - 1 { marks.append(mark) }
  }
}
