/// A rectangle of cells.
public struct Rect: Hashable, Sendable {
  /// The top left cell.
  public var origin: Point
  /// The extent in columns and rows.
  public var size: Size

  /// Makes a rectangle from its top left cell and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from numbers; negative lengths become 0.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.init(
      origin: Point(column: column, row: row), size: Size(columns: columns, rows: rows))
  }

  /// Makes the rectangle that covers a whole canvas of this size.
  public init(_ size: Size) {
    self.init(origin: .origin, size: size)
  }

  /// The leftmost column.
  public var left: Int { origin.column }
  /// The topmost row.
  public var top: Int { origin.row }
  /// The first column behind the right edge.
  public var right: Int { origin.column + size.columns }
  /// The first row below the bottom edge.
  public var bottom: Int { origin.row + size.rows }
  /// The width in columns.
  public var columns: Int { size.columns }
  /// The height in rows.
  public var rows: Int { size.rows }
  /// True when there is no cell in it.
  public var isEmpty: Bool { size.isEmpty }

  /// True when the cell lies inside.
  public func contains(_ point: Point) -> Bool {
    (left..<right).contains(point.column) && (top..<bottom).contains(point.row)
  }

  /// The part that both rectangles cover; empty when they don't meet.
  public func intersection(_ other: Self) -> Self {
    let column = max(left, other.left)
    let row = max(top, other.top)
    return Self(
      column: column, row: row,
      columns: min(right, other.right) - column, rows: min(bottom, other.bottom) - row)
  }

  /// The rectangle without this many columns and rows at its edges.
  public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Self {
    Self(
      column: self.left + left, row: self.top + top,
      columns: columns - left - right, rows: rows - top - bottom)
  }

  /// Cuts off the left columns, at most all: the cut part and the rest.
  public func split(left count: Int) -> (left: Self, rest: Self) {
    let count = min(max(0, count), columns)
    return (inset(right: columns - count), inset(left: count))
  }

  /// Cuts off the right columns, at most all: the cut part and the rest.
  public func split(right count: Int) -> (right: Self, rest: Self) {
    let parts = split(left: columns - min(max(0, count), columns))
    return (parts.rest, parts.left)
  }

  /// Cuts off the top rows, at most all: the cut part and the rest.
  public func split(top count: Int) -> (top: Self, rest: Self) {
    let count = min(max(0, count), rows)
    return (inset(bottom: rows - count), inset(top: count))
  }

  /// Cuts off the bottom rows, at most all: the cut part and the rest.
  public func split(bottom count: Int) -> (bottom: Self, rest: Self) {
    let parts = split(top: rows - min(max(0, count), rows))
    return (parts.rest, parts.top)
  }

  /// One row of the rectangle, counted from its top; empty when there is no such row.
  public func row(_ index: Int) -> Self {
    guard index >= 0 else { return Self(origin: origin, size: .zero) }
    return split(top: index).rest.split(top: 1).top
  }

  /// The rectangle of this size in the middle of this one, cut where it does not fit.
  public func centered(_ inner: Size) -> Self {
    let fitting = Size(columns: min(columns, inner.columns), rows: min(rows, inner.rows))
    return Self(
      column: left + (columns - fitting.columns) / 2, row: top + (rows - fitting.rows) / 2,
      columns: fitting.columns, rows: fitting.rows)
  }
}
