/// How far the import of one input is.
public struct ImportProgress: Hashable, Sendable {
  /// Bytes read, as they are in the file.
  public var bytes: Int
  /// The bytes of the whole file; nil when nobody knows, as of a pipe.
  public var totalBytes: Int?
  /// Rows found.
  public var rows: Int

  public init(bytes: Int, totalBytes: Int?, rows: Int) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.rows = rows
  }
}
