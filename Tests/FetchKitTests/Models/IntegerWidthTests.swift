import Foundation
import GRDB
import Testing

@testable import FetchKit

/// A reading with integers of every width.
private struct Reading: FetchableEntity {
  var objectID: ObjectID?
  var small: Int8 = 0
  var medium: Int16?
  var large: Int32 = 0
  var byte: UInt8 = 0
  var word: UInt16 = 0
  var long: UInt32 = 0
  var levels: [Int32] = []

  static let entity = EntityDescription(
    Reading.self, name: "Reading",
    properties: [
      .attribute("small", \.small), .attribute("medium", \.medium), .attribute("large", \.large),
      .attribute("byte", \.byte), .attribute("word", \.word), .attribute("long", \.long),
      .toMany("levels", values: \.levels, table: "reading_level"),
    ])
}

@Suite struct IntegerWidthTests {
  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Reading.entity]))
    try store.write("Add readings") { transaction in
      for large: Int32 in [10, 2, .max, .min] {
        var reading = Reading()
        (reading.large, reading.levels) = (large, [large])
        (reading.small, reading.byte, reading.word, reading.long) = (.min, .max, .max, .max)
        transaction.insert(reading)
      }
    }
  }

  @Test func `integers of every width are stored as integers and sorted as numbers`() throws {
    #expect(
      Reading.entity.attributes.map(\.type) == Array(repeating: AttributeType.integer, count: 6))
    var request = FetchRequest<Reading>()
    request.sortDescriptors = [FetchSortDescriptor(\Reading.large)]
    let found = try store.fetch(request)
    #expect(found.map(\.large) == [.min, 2, 10, .max])
    #expect(found.map(\.levels) == [[.min], [2], [10], [.max]])
    #expect(found.first?.small == .min)
    #expect(found.first?.medium == nil)
    #expect(found.first?.long == .max)
  }

  @Test func `predicates compare them as numbers, in the store as in memory`() throws {
    let all = try store.fetch(FetchRequest<Reading>())
    let ten: Int32 = 10
    for predicate in [
      #Predicate<Reading> { $0.large == ten }, #Predicate<Reading> { $0.large > 5 },
      #Predicate<Reading> { $0.byte == 255 }, #Predicate<Reading> { $0.medium == nil },
      #Predicate<Reading> { $0.levels.contains(ten) },
    ] {
      let expected = try all.filter { try predicate.evaluate($0) }.map(\.large)
      let request = try FetchRequest<Reading>(where: predicate)
      #expect(try store.fetch(request).map(\.large) == expected)
      let own = try FetchPredicate(predicate)
      #expect(try all.filter { try own.evaluate(with: $0) }.map(\.large) == expected)
    }
  }

  @Test func `a stored number that does not fit is an error on reading`() throws {
    try store.database.write { try $0.execute(sql: "UPDATE reading SET small = 300") }
    #expect(throws: StoreError.self) { try store.fetch(FetchRequest<Reading>()) }
  }
}
