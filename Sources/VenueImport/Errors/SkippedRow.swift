import FetchKit
package import JSONStream

/// A row that was not imported, and why.
public struct SkippedRow: Hashable, Sendable {
  package enum Reason: DescribedError, Hashable {
    case notAnObject(JSONKind)
    case noName
    case invalidName(FieldProblem)
    case badLine(ImportFailure.Reason)
    case apiError(APIError)
    /// Another row of the file has the same ID.
    case repeatedID
  }

  package let reason: Reason
  /// The start of the row.
  public let location: InputLocation

  /// The reason in English, one line.
  public var message: String { reason.errorMessage.description }
}

/// Why a row was not imported.
package typealias SkipReason = SkippedRow.Reason

/// The error in the `meta` of an API response.
package struct APIError: Hashable, Sendable {
  let code: String?
  let type: String?
  let detail: String?
}

extension SkippedRow: Encodable {
  private enum CodingKeys: String, CodingKey { case reason, line, column }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(message, forKey: .reason)
    try container.encode(location.line, forKey: .line)
    try container.encode(location.column, forKey: .column)
  }
}
