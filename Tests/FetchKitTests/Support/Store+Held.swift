import GRDB

@testable import FetchKit

extension Store {
  /// The database of a store that can be written.
  var database: any DatabaseWriter {
    do { return try connection.writer() } catch { preconditionFailure("\(error)") }
  }
}

/// What held columns answer by themselves; nil when SQLite has to be asked.
extension Store {
  func readColumns() throws { try read { try columns.load($0) } }

  func heldDictionaries(_ query: FetchQuery) throws -> [[String: Value]]? {
    try read { try heldDictionaries(query, $0) }
  }

  func heldNumber(_ query: FetchQuery) throws -> Int? {
    try read { try heldNumber(query, $0) }
  }

  func heldNumbers(_ query: FetchQuery, of keyPaths: [String]) throws -> HeldRows? {
    try read { try heldNumbers(query, keyPaths, $0) }
  }

  func prepareOrder(_ order: [FetchSortDescriptor]) throws {
    try read { try columns.prepare(order, self, $0) }
  }

  func heldList(_ fetch: ListFetch) throws -> StoredList? {
    try read { try columns.list(fetch, self, $0) }
  }
}
