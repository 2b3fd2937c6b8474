/// The figures of one file, or of all files together.
public struct ImportCounts: Hashable, Sendable {
  /// All rows: the sum of the four that follow.
  public var rows = 0
  public var inserted = 0
  public var updated = 0
  public var unchanged = 0
  /// Rows that are no venue, or whose identifier came again later in the file.
  public var skipped = 0
  /// Bytes read, as they are in the file.
  public var bytes = 0
  public var seconds = 0.0

  public init() {}

  public static func + (left: ImportCounts, right: ImportCounts) -> ImportCounts {
    var sum = left
    sum.rows += right.rows
    sum.inserted += right.inserted
    sum.updated += right.updated
    sum.unchanged += right.unchanged
    sum.skipped += right.skipped
    sum.bytes += right.bytes
    sum.seconds += right.seconds
    return sum
  }
}

extension ImportCounts: Encodable {}
