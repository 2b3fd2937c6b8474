/// A place in an input.
public struct InputLocation: Hashable, Sendable, Comparable {
  /// Bytes from the start of the input, 0-based; of a compressed input as it is unpacked.
  public var offset: Int
  /// 1-based.
  public var line: Int
  /// In characters, 1-based.
  public var column: Int

  public static func < (left: InputLocation, right: InputLocation) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension InputLocation {
  private static let columnBits = 28

  /// Line and column in one sortable number, which is passed through the store with a row.
  ///
  /// One long line needs many bits for the column, many lines need few: the top bit tells which.
  var packed: Int {
    if line == 1 { return column }
    return 1 << 62 | line << Self.columnBits | min(column, 1 << Self.columnBits - 1)
  }

  /// The line and column of a packed place; its offset is not known.
  init(packed: Int) {
    offset = 0
    guard packed & 1 << 62 != 0 else {
      (line, column) = (1, packed)
      return
    }
    line = (packed & (1 << 62 - 1)) >> Self.columnBits
    column = packed & (1 << Self.columnBits - 1)
  }
}
