import Foundation

/// Why the saved filters of a store cannot be read.
public struct SavedFilterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with their text, such as `filter 2 has no 'predicate'`.
  public let reason: String

  /// What happened and what to do, in one sentence.
  public var description: String {
    """
    cannot read the saved filters: \(reason); restore a backup of the store, or remove the entry \
    client.filters from its table fetchkit_metadata
    """
  }

  init(_ error: DecodingError) {
    reason =
      switch error {
      case .keyNotFound(let key, let context):
        "\(Self.subject(context.codingPath)) has no '\(key.stringValue)'"
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        "\(Self.subject(context.codingPath)) is of the wrong type"
      case .dataCorrupted: "their text is not JSON"
      @unknown default: "their text is not JSON"
      }
  }

  /// `'sort' of filter 2`; the whole list without a path.
  private static func subject(_ path: [any CodingKey]) -> String {
    guard let number = path.first?.intValue else { return "their list" }
    let filter = "filter \(number + 1)"
    return path.count > 1 ? "'\(path[1].stringValue)' of \(filter)" : filter
  }
}
