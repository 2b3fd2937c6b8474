import GRDB

@testable import FetchKit

extension FetchStore {
  /// The database of a store that can be written.
  var database: any DatabaseWriter {
    do { return try connection.writer() } catch { preconditionFailure("\(error)") }
  }
}
