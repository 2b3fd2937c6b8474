/// What an import reads.
public enum ImportSource: Hashable, Sendable {
  /// The file at a path.
  case file(String)
  case standardInput
  /// Bytes in memory, under a name for reports.
  case bytes([UInt8], name: String)

  /// The path as it was given, or the name that reports and errors use.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .bytes(_, let name): name
    }
  }
}
