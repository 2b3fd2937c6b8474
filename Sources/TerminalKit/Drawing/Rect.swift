/// A rectangle of cells.
public struct Rect: Hashable, Sendable {
  /// The top left cell.
  public var origin: Point
  /// The extent in columns and rows.
  public var size: Size

  /// Creates a rectangle from its top left cell and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle; negative lengths become 0.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.init(
      origin: Point(column: column, row: row), size: Size(columns: columns, rows: rows))
  }

  /// Creates the rectangle that covers a whole canvas of this size.
  public init(_ size: Size) {
    self.init(origin: .origin, size: size)
  }

  /// The leftmost column.
  public var left: Int { origin.column }
  /// The topmost row.
  public var top: Int { origin.row }
  /// The first column after the right edge.
  public var right: Int { origin.column + size.columns }
  /// The first row below the bottom edge.
  public var bottom: Int { origin.row + size.rows }
  /// The width in columns.
  public var columns: Int { size.columns }
  /// The height in rows.
  public var rows: Int { size.rows }
  /// Whether it has no cells.
  public var isEmpty: Bool { size.isEmpty }

  /// Whether a cell is inside.
  public func contains(_ point: Point) -> Bool {
    (left..<right).contains(point.column) && (top..<bottom).contains(point.row)
  }

  /// The intersection of both rectangles; empty if there is none.
  public func intersection(_ other: Self) -> Self {
    let column = max(left, other.left)
    let row = max(top, other.top)
    return Self(
      column: column, row: row,
      columns: min(right, other.right) - column, rows: min(bottom, other.bottom) - row)
  }

  /// The rectangle reduced by columns and rows at its edges.
  public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Self {
    Self(
      column: self.left + left, row: self.top + top,
      columns: columns - left - right, rows: rows - top - bottom)
  }

  /// Splits off columns at the left.
  public func split(left count: Int) -> (left: Self, rest: Self) {
    let count = min(max(0, count), columns)
    return (inset(right: columns - count), inset(left: count))
  }

  /// Splits off columns at the right.
  public func split(right count: Int) -> (right: Self, rest: Self) {
    let parts = split(left: columns - min(max(0, count), columns))
    return (parts.rest, parts.left)
  }

  /// Splits off rows at the top.
  public func split(top count: Int) -> (top: Self, rest: Self) {
    let count = min(max(0, count), rows)
    return (inset(bottom: rows - count), inset(top: count))
  }

  /// Splits off rows at the bottom.
  public func split(bottom count: Int) -> (bottom: Self, rest: Self) {
    let parts = split(top: rows - min(max(0, count), rows))
    return (parts.rest, parts.top)
  }

  /// A row of the rectangle, counted from its top; empty if there is no such row.
  public func row(_ index: Int) -> Self {
    guard index >= 0 else { return Self(origin: origin, size: .zero) }
    return split(top: index).rest.split(top: 1).top
  }

  /// A centered rectangle of a size, clipped at the edges.
  public func centered(_ inner: Size) -> Self {
    let fitting = Size(columns: min(columns, inner.columns), rows: min(rows, inner.rows))
    return Self(
      column: left + (columns - fitting.columns) / 2, row: top + (rows - fitting.rows) / 2,
      columns: fitting.columns, rows: fitting.rows)
  }
}

/// The position of a cell, counted from 0 at the top left.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge in columns.
  public var column: Int
  /// The distance from the top edge in rows.
  public var row: Int

  /// Creates a point.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The top left cell.
  public static let origin = Self(column: 0, row: 0)

  /// The point moved by columns and rows.
  public func moved(columns: Int = 0, rows: Int = 0) -> Self {
    Self(column: column + columns, row: row + rows)
  }
}

/// A size in columns and rows.
public struct Size: Hashable, Sendable {
  /// The width in columns.
  public var columns: Int
  /// The height in rows.
  public var rows: Int

  /// Creates a size; negative lengths become 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// No cells.
  public static let zero = Self(columns: 0, rows: 0)

  /// Whether it has no cells.
  public var isEmpty: Bool { columns == 0 || rows == 0 }
}
