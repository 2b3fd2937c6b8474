/// A row that is not in the store, and why.
public struct SkippedRow: Hashable, Sendable {
  public let reason: String
  /// Where the row begins.
  public let location: InputLocation

  public init(reason: String, location: InputLocation) {
    self.reason = reason
    self.location = location
  }
}

extension SkippedRow: Encodable {
  private enum CodingKeys: String, CodingKey { case reason, line, column }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reason, forKey: .reason)
    try container.encode(location.line, forKey: .line)
    try container.encode(location.column, forKey: .column)
  }
}
