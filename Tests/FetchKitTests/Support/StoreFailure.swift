import Testing

@testable import FetchKit

/// The code and the English message of a store error, for comparison.
struct StoreFailure: Equatable {
  let code: StoreError.Code
  let message: String

  init(_ code: StoreError.Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Runs a body that must throw a store error.
  init?(_ body: () throws -> some Any) {
    do {
      _ = try body()
      Issue.record("nothing was thrown")
    } catch let error as StoreError {
      self.init(error.code, error.message)
      return
    } catch {
      Issue.record("\(error) is not a store error")
    }
    return nil
  }
}
