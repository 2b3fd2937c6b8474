public import FetchKit
package import JSONStream

/// Data that was imported in part.
public struct ImportWarning: DescribedError, Hashable {
  package enum Reason: Hashable, Sendable {
    /// The field, as the dialect spells it, has no usable value.
    case field(String, FieldProblem)
    case invalidUTF8(offset: Int)
    case invalidUTF16(offset: Int)
    case moreWarnings(Int)
  }

  package let reason: Reason
  /// The first place.
  public let location: InputLocation
  /// The number of times that the reason occurred.
  package var count = 1

  package init(_ reason: Reason, at location: InputLocation) {
    self.reason = reason
    self.location = location
  }

  package var errorMessage: ErrorMessage {
    count == 1
      ? reason.errorMessage
      : ErrorMessage("import.repeated", "\(reason.errorMessage) (\(count) times)")
  }

  /// The English text, one line.
  public var message: String { errorMessage.description }
}

/// Why the value of a field is treated as missing.
package enum FieldProblem: Hashable, Sendable {
  case wrongType(expected: JSONKind, found: JSONKind)
  case notNumber
  case notInteger
  case negative
  case notBetween(Int, Int)
  case notDate
  /// A column of a list without one value for each element: which ones they belong to is unknown.
  case valueCount(Int, expected: Int)
  case notPoint
  case noSuchPlace
  /// The coordinates 0, 0 mean unknown.
  case nullIsland
  case invalidDay
  case invalidOpening
  case textTooLong(megabytes: Int)
  case textsTooLong(megabytes: Int)
  case extrasTooLong(kilobytes: Int)
  case extrasTooDeep(levels: Int)
  case lostCharacters
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
