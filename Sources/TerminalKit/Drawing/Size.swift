/// How large something is, in columns and rows.
public struct Size: Hashable, Sendable {
  /// The width in columns.
  public var columns: Int
  /// The height in rows.
  public var rows: Int

  /// Makes a size; negative lengths become 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// Nothing at all.
  public static let zero = Self(columns: 0, rows: 0)

  /// True when there is no cell in it.
  public var isEmpty: Bool { columns == 0 || rows == 0 }
}
