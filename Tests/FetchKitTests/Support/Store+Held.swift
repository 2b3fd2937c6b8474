import GRDB

@testable import FetchKit

/// What held columns answer by themselves; nil when SQLite has to be asked.
extension Store {
  func readColumns() throws { try database.read { try columns.load($0) } }

  func heldDictionaries(_ query: FetchQuery) throws -> [[String: Value]]? {
    try database.read { try heldDictionaries(query, $0) }
  }

  func heldNumber(_ query: FetchQuery) throws -> Int? {
    try database.read { try heldNumber(query, $0) }
  }

  func heldNumbers(_ query: FetchQuery, of keyPaths: [String]) throws -> HeldRows? {
    try database.read { try heldNumbers(query, keyPaths, $0) }
  }

  func prepareOrder(_ order: [FetchSortDescriptor]) throws {
    try database.read { try columns.prepare(order, self, $0) }
  }

  func heldList(_ fetch: ListFetch) throws -> StoredList? {
    try database.read { try columns.list(fetch, self, $0) }
  }
}
