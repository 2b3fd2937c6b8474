public import FetchKit
import Foundation

/// Why the saved filters of a store cannot be read.
public enum SavedFilterError: DescribedError, Hashable {
  case notJSON
  case missingKey(String, Subject)
  case wrongType(Subject)

  /// A value with a wrong type or a missing key: the list of filters, a filter or one of its values.
  public struct Subject: Hashable, Sendable {
    /// 1-based; nil for the whole list.
    let filter: Int?
    let key: String?

    fileprivate init(_ path: [any CodingKey]) {
      filter = path.first?.intValue.map { $0 + 1 }
      key = filter != nil && path.count > 1 ? path[1].stringValue : nil
    }
  }

  init(_ error: DecodingError) {
    self =
      switch error {
      case .keyNotFound(let key, let context):
        .missingKey(key.stringValue, .init(context.codingPath))
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        .wrongType(.init(context.codingPath))
      case .dataCorrupted: .notJSON
      @unknown default: .notJSON
      }
  }

  package var errorMessage: ErrorMessage {
    ErrorMessage(
      "savedFilters.unreadable",
      """
      cannot read the saved filters: \(reason); restore a backup of the store, or remove the entry \
      client.filters from its table fetchkit_metadata
      """)
  }

  private var reason: ErrorMessage {
    switch self {
    case .notJSON: ErrorMessage("savedFilters.notJSON", "their text is not JSON")
    case .missingKey(let key, let subject):
      ErrorMessage("savedFilters.missingKey", "\(subject.errorMessage) has no '\(key)'")
    case .wrongType(let subject):
      ErrorMessage("savedFilters.wrongType", "\(subject.errorMessage) is of the wrong type")
    }
  }
}

extension SavedFilterError.Subject {
  fileprivate var errorMessage: ErrorMessage {
    guard let filter else { return ErrorMessage("savedFilters.list", "their list") }
    guard let key else { return ErrorMessage("savedFilters.filter", "filter \(filter)") }
    return ErrorMessage("savedFilters.key", "'\(key)' of filter \(filter)")
  }
}
