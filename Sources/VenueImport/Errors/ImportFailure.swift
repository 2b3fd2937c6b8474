public import FetchKit
package import JSONStream

/// Why an input was not imported.
public struct ImportFailure: DescribedError, Hashable {
  package indirect enum Reason: Hashable, Sendable {
    // The data.
    case syntax(SyntaxError.Kind)
    case unexpectedEnd(of: SyntaxError.Construct, start: InputLocation?)
    case emptyFile
    /// The file is of a binary format with this name.
    case otherFormat(String)
    case htmlPage
    /// The outermost value is of a kind that holds no venues; nil for what is not JSON.
    case unexpectedRoot(JSONKind?)
    /// The outermost value is not a venue; `namedObjects` is a place in it where venues may be.
    case noVenues(namedObjects: String?)
    /// No known place has a list of venues.
    case noVenueList(namedObjects: String?)
    case onlySkipped(SkipReason)
    /// The outermost value is an object of columns.
    case columns
    /// The input was to replace the store, and some rows of it cannot be read, or it has no venues.
    case incompleteReplacement(unreadable: Int)
    case apiError(APIError)
    case cellCount(expected: Int, found: Int)
    case valueTooLong(megabytes: Int)
    case corruptGzip
    case truncatedGzip
    // The input.
    case cannotOpen(String, errno: Int32)
    case cannotOpenFolder(String, errno: Int32)
    case cannotRead(String, errno: Int32)
    case emptyFolder(String)
    // The import.
    case cancelled
    case store(StoreError)
    case other(String)
  }

  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    case cannotOpen, badData, cancelled, unexpected
    case store(StoreError.Code)
  }

  package let reason: Reason
  /// The position in the input; nil if the failure has none.
  public let location: InputLocation?

  package init(_ reason: Reason, at location: InputLocation? = nil) {
    self.reason = reason
    self.location = location
  }

  package var errorMessage: ErrorMessage { reason.errorMessage }

  /// The English text, one line.
  public var message: String { errorMessage.description }

  public var kind: Kind {
    switch reason {
    case .syntax, .unexpectedEnd, .emptyFile, .otherFormat, .htmlPage, .unexpectedRoot, .noVenues,
      .noVenueList, .onlySkipped, .columns,
      .incompleteReplacement, .apiError, .cellCount, .valueTooLong, .corruptGzip, .truncatedGzip:
      .badData
    case .cannotOpen, .cannotOpenFolder, .cannotRead, .emptyFolder: .cannotOpen
    case .cancelled: .cancelled
    case .store(let error): .store(error.code)
    case .other: .unexpected
    }
  }
}

extension ImportFailure {
  /// The failure for an error of the reader or of the store.
  init(_ error: any Error) {
    switch error {
    case let failure as ImportFailure: self = failure
    case let error as StoreError where error.code == .cancelled: self.init(.cancelled)
    case let error as StoreError: self.init(.store(error))
    default: self.init(.other("\(error)"))
    }
  }
}

extension ImportFailure: Encodable {
  private enum CodingKeys: String, CodingKey { case message, line, column, offset }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(message, forKey: .message)
    try container.encode(location?.line, forKey: .line)
    try container.encode(location?.column, forKey: .column)
    try container.encode(location?.offset, forKey: .offset)
  }
}
