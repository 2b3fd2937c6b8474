import FetchKit
import Foundation
import VenueImport
import Venues

/// The texts and exit codes of errors.
enum ErrorText {
  /// The English text of an error, in one line.
  static func sentence(_ error: any Error) -> String {
    switch error {
    case let error as any DescribedError where isCorruption(error):
      "\(error.errorMessage), check it with `boba doctor`"
    case let error as any DescribedError: error.errorMessage.description
    case let error as CocoaError:
      "cannot use \(error.filePath ?? "a file"): \(systemReason(error))"
    default: "unexpected error: \(error)"
    }
  }

  private static func isCorruption(_ error: any DescribedError) -> Bool {
    (error as? StoreError)?.code == .corrupt
      || (error as? ImportFailure)?.kind == .store(.corrupt)
  }

  /// The exit code of a command that ends with an error.
  static func code(_ error: any Error) -> Failure.Code {
    switch error {
    case let failure as Failure: failure.code
    case let failure as ImportFailure: Failure.Code(failure.kind)
    case let error as StoreError: Failure.Code(error.code)
    case is FetchKit.FetchPredicateError: .usage
    case is SavedFilterError: .badData
    case is CancellationError: .interrupted
    default: .failed
    }
  }

  /// The reason of a failed file operation of Foundation.
  static func systemReason(_ error: any Error) -> String {
    let cause = (error as? CocoaError)?.underlying ?? error
    if let cause = cause as? POSIXError { return SystemError.reason(cause.code.rawValue) }
    let described = cause as NSError
    guard described.domain == NSPOSIXErrorDomain else { return "unknown reason" }
    return SystemError.reason(Int32(described.code))
  }
}
