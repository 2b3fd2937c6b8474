import GRDB
import Testing

@testable import FetchKit

/// Each change is published once, whichever thread is first.
@Suite struct ChangeHubTests {
  private let store: FetchStore
  private let published = Protected<[[String: [Int64: StoreChanges.Operation]]]>([])

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Album.entity]))
    let published = published
    _ = store.changes.add { changes in published.withLock { $0.append(changes.objects) } }
  }

  /// Changes the store without publishing it, and returns what could be published then.
  private func found(after sql: String) throws -> ChangeHub.Unpublished {
    try store.connection.writer().write { database in
      try database.execute(sql: sql)
      return try store.changes.unpublished(database)
    }
  }

  private let insertion = "INSERT INTO album (pk, title, code) VALUES (7, 'A', '1')"
  private let deletion = "DELETE FROM album WHERE pk = 7"

  @Test func `changes that were published with later ones are not published again`() throws {
    let first = try found(after: insertion)
    let both = try found(after: deletion)
    store.publish(both)
    store.publish(first)
    #expect(published.withLock(\.self) == [["Album": [7: .delete]]])
  }

  @Test func `of changes that were published in part, the rest is published`() throws {
    let first = try found(after: insertion)
    let both = try found(after: deletion)
    store.publish(first)
    store.publish(both)
    #expect(published.withLock(\.self) == [["Album": [7: .insert]], ["Album": [7: .delete]]])
  }
}
