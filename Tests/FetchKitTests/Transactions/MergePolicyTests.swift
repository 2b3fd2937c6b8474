import Foundation
import Testing

@testable import FetchKit

@Suite struct MergePolicyTests {
  /// A store in which somebody changed the author and the price of a book after it was read.
  private struct Situation {
    let store: FetchStore
    let read: Book

    init() throws {
      store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Book.entity]))
      let id = try store.write("Buy") {
        $0.insert(Book("Dune", by: "Herbert", price: 9, year: 1965, words: ["sand"]))
      }
      read = try #require(try store.object(with: id, as: Book.self))
      var other = read
      other.author = "Frank Herbert"
      other.price = 8
      try store.write("Other") { [other] in $0.update(other) }
    }

    func update(_ policy: MergePolicy, _ change: (inout Book) -> Void) throws -> Book? {
      var edited = read
      change(&edited)
      try store.write("Edit") { [edited] in
        $0.update(edited, readAs: read, mergePolicy: policy)
      }
      return try store.object(with: #require(read.objectID), as: Book.self)
    }
  }

  private static func change(_ book: inout Book) {
    book.price = 7
    book.title = "Dune 1"
  }

  @Test func `the caller's changed attributes win`() throws {
    let book = try Situation().update(.mergeByPropertyObjectTrump, Self.change)
    #expect(book?.price == 7)
    #expect(book?.title == "Dune 1")
    #expect(book?.author == "Frank Herbert")
  }

  @Test func `the stored changes win`() throws {
    let book = try Situation().update(.mergeByPropertyStoreTrump, Self.change)
    #expect(book?.price == 8)
    #expect(book?.title == "Dune 1")
    #expect(book?.author == "Frank Herbert")
  }

  @Test func `all attributes are overwritten`() throws {
    let book = try Situation().update(.overwrite, Self.change)
    #expect(book?.price == 7)
    #expect(book?.title == "Dune 1")
    #expect(book?.author == "Herbert")
  }

  private struct Size: DescribedValue, Equatable {
    var width = 1
    var height: Int?

    static let entity = EntityDescription(
      Size.self, name: "Size",
      properties: [.attribute("width", \.width), .attribute("height", \.height)])
  }

  private struct Box: FetchableEntity {
    var objectID: ObjectID?
    var size: Size?

    static let entity = EntityDescription(
      Box.self, name: "Box", properties: [.embedded("size", \.size)])
  }

  /// The size after a merge of two changes of it, and whether a store finds a box by it.
  private static func merged(_ read: Size?, _ own: Size?, _ other: Size?, _ policy: MergePolicy)
    throws -> (size: Size?, isFound: Bool)
  {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Box.entity]))
    var box = Box(size: read)
    box.objectID = try store.write("Add") { [box] in $0.insert(box) }
    let (edited, changed) = (
      Box(objectID: box.objectID, size: own), Box(objectID: box.objectID, size: other)
    )
    try store.write("Other") { $0.update(changed) }
    try store.write("Edit") { [box] in $0.update(edited, readAs: box, mergePolicy: policy) }
    let size = try store.fetch(FetchRequest<Box>()).first?.size
    var request = FetchRequest<Box>()
    request.predicate = try FetchPredicate(
      format: "size.width == %@ AND size.height == %@", size?.width, size?.height)
    return (size, try store.count(request) == 1)
  }

  private static let (small, wide, tall) = (
    Size(width: 2, height: 3), Size(width: 4, height: 3), Size(width: 2, height: 5)
  )

  @Test(
    arguments: [
      (small, nil, tall, nil, tall), (small, tall, nil, tall, nil), (nil, small, tall, small, tall),
      (nil, small, nil, small, small), (small, nil, small, nil, nil),
      (small, wide, tall, Size(width: 4, height: 5), Size(width: 4, height: 5)),
    ] as [(Size?, Size?, Size?, Size?, Size?)])
  private func `a structure that is added or removed is merged as a whole`(
    read: Size?, own: Size?, other: Size?, object: Size?, stored: Size?
  ) throws {
    for (policy, expected) in [
      (MergePolicy.mergeByPropertyObjectTrump, object), (.mergeByPropertyStoreTrump, stored),
    ] {
      let merged = try Self.merged(read, own, other, policy)
      #expect(merged.size == expected, "\(policy)")
      #expect(merged.isFound, "\(policy)")
    }
  }

  @Test(arguments: [MergePolicy.overwrite, .mergeByPropertyObjectTrump])
  func `other code points of the same characters are a change`(policy: MergePolicy) throws {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Book.entity]))
    let id = try store.write("Buy") {
      $0.insert(Book("\u{E9}", by: "A", price: 9, year: 1965, words: []))
    }
    let read = try #require(try store.object(with: id, as: Book.self))
    var edited = read
    edited.title = "e\u{301}"
    try store.write("Edit") { [edited] in $0.update(edited, readAs: read, mergePolicy: policy) }
    let book = try #require(try store.object(with: id, as: Book.self))
    #expect(Array(book.title.utf8) == Array("e\u{301}".utf8))
  }

  @Test func `a conflict is an error`() throws {
    let situation = try Situation()
    #expect(
      StoreFailure { try situation.update(.error, Self.change) }
        == StoreFailure(.conflict, "Book 1 was changed since it was read: author, price"))
    #expect(try situation.store.fetch(FetchRequest<Book>()).map(\.price) == [8])
  }

  @Test func `only changed attributes are written, with what derives from them`() throws {
    let situation = try Situation()
    let book = try situation.update(.mergeByPropertyObjectTrump) { $0.title = "Émile" }
    #expect(book?.title == "Émile")
    var request = FetchRequest<Book>()
    request.predicate = try FetchPredicate(format: "searchText CONTAINS 'emile'")
    request.sortDescriptors = [FetchSortDescriptor("title", comparison: .natural)]
    #expect(try situation.store.count(request) == 1)
    #expect(try situation.store.problems() == [])
    try situation.store.undo()
    #expect(try situation.store.fetch(FetchRequest<Book>()).map(\.title) == ["Dune"])
  }

  @Test func `lists are merged as one property`() throws {
    let book = try Situation().update(.mergeByPropertyObjectTrump) { $0.words = ["spice"] }
    #expect(book?.words == ["spice"])
    #expect(book?.author == "Frank Herbert")
  }

  @Test func `an update that changes nothing writes nothing`() throws {
    let situation = try Situation()
    _ = try situation.update(.mergeByPropertyObjectTrump) { _ in }
    #expect(try situation.store.history().map(\.name) == ["Other", "Buy"])
  }

  @Test func `a deleted object and another object are refused`() throws {
    let situation = try Situation()
    var other = situation.read
    other.objectID = ObjectID(entityName: "Book", rowID: 2)
    #expect(
      StoreFailure {
        try situation.store.write("Edit") { $0.update(other, readAs: situation.read) }
      }
        == StoreFailure(
          .invalidRequest, "an object can be merged only with an earlier state of itself"))
    let id = try #require(situation.read.objectID)
    try situation.store.write("Delete") { $0.delete(id) }
    #expect(
      StoreFailure { try situation.update(.overwrite, Self.change) }?.message
        == "Book 1 is no longer in the store")
  }
}
