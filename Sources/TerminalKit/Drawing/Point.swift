/// The place of a cell, counted from 0 at the top left.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge in columns.
  public var column: Int
  /// The distance from the top edge in rows.
  public var row: Int

  /// Makes a point.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The top left cell.
  public static let origin = Self(column: 0, row: 0)

  /// The point that is so many columns and rows further.
  public func moved(columns: Int = 0, rows: Int = 0) -> Self {
    Self(column: column + columns, row: row + rows)
  }
}
