/// Something in the data that was understood only in part.
public struct ImportWarning: Hashable, Sendable {
  public let message: String
  public let location: InputLocation

  public init(message: String, location: InputLocation) {
    self.message = message
    self.location = location
  }
}

extension ImportWarning: Encodable {
  private enum CodingKeys: String, CodingKey { case message, line, column, offset }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(message, forKey: .message)
    try container.encode(location.line, forKey: .line)
    try container.encode(location.column, forKey: .column)
    try container.encode(location.offset, forKey: .offset)
  }
}
