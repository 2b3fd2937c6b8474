import Foundation
import GRDB
import Testing

@testable import FetchKit

/// Stored values that a Swift type does not have.
@Suite struct UnknownCaseTests {
  enum Genre: String, AttributeValue { case novel, poetry }

  /// An enumeration with a case for raw values of later versions.
  enum Size: Int, AttributeValue {
    case other = 0
    case small, large

    init?(attributeValue value: FetchValue) {
      guard let number = value.integerValue else { return nil }
      self = Size(rawValue: Int(number)) ?? .other
    }
  }

  struct Page: DescribedValue, Equatable {
    var genre = Genre.novel

    static let entity = EntityDescription(
      Page.self, name: "Page", properties: [.attribute("genre", \.genre)])
  }

  struct Work: FetchableEntity {
    var objectID: ObjectID?
    var genre = Genre.novel
    var second: Genre?
    var size = Size.small
    var key: UUID?
    var genres: [Genre] = []
    var pages: [Page] = []

    static let entity = EntityDescription(
      Work.self, name: "Work",
      properties: [
        .attribute("genre", \.genre), .attribute("second", \.second), .attribute("size", \.size),
        .attribute("key", \.key), .toMany("genres", values: \.genres, table: "work_genre"),
        .toMany("pages", \.pages, table: "work_page"),
      ])
  }

  private func store() throws -> FetchStore {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Work.entity]))
    try store.write("Add") { transaction in
      var work = Work()
      work.genres = [.poetry]
      work.pages = [Page(genre: .poetry)]
      transaction.insert(work)
    }
    return store
  }

  @Test(arguments: [
    (
      "UPDATE work SET genre = 'essay'",
      "'genre' of Work 1 has a value that its type does not have: \"essay\""
    ),
    (
      "UPDATE work SET second = ''",
      "'second' of Work 1 has a value that its type does not have: \"\""
    ),
    (
      "UPDATE work SET \"key\" = 'x'",
      "'key' of Work 1 has a value that its type does not have: \"x\""
    ),
    (
      "UPDATE work_genre SET value = 'essay'",
      "'genres' of Work 1 has a value that its type does not have: {\"essay\"}"
    ),
    ("UPDATE work_page SET genre = 'essay'", nil),
  ])
  func `a raw value of no case is an error`(sql: String, message: String?) throws {
    let store = try store()
    #expect(try store.fetch(FetchRequest<Work>()).map(\.genres) == [[.poetry]])
    try store.database.write { try $0.execute(sql: sql) }
    let failure = StoreFailure { try store.fetch(FetchRequest<Work>()) }
    #expect(failure?.code == .constraint)
    if let message { #expect(failure?.message == message) }
    let id = ObjectID(entityName: "Work", rowID: 1)
    #expect(StoreFailure { try store.object(with: id, as: Work.self) } == failure)
    #expect(StoreFailure { try store.forEach(FetchRequest<Work>()) { _ in true } } == failure)
    #expect(try store.count(FetchRequest<Work>()) == 1)
  }

  @Test func `an enumeration may have a case for unknown raw values`() throws {
    let store = try store()
    try store.database.write { try $0.execute(sql: "UPDATE work SET size = 7") }
    #expect(try store.fetch(FetchRequest<Work>()).map(\.size) == [.other])
  }
}
