import FetchKit
import Foundation
import Testing
import TestSupport

/// Foundation in memory, FetchKit in memory and SQL match the same rows.
struct TypedPredicateAgreementTests {
  private static let store = Result { try filledStore() }

  private static func filledStore() throws -> (store: FetchStore, shops: [Shop]) {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Shop.entity]))
    var generator = SeededRandom(seed: 7)
    let shops = (0..<300).map { _ in Shop(random: &generator) }
    try store.write("Open shops") { for shop in shops { $0.insert(shop) } }
    return (store, shops)
  }

  @Test(arguments: TypedPredicateCases.all)
  func `a typed predicate matches what Foundation matches`(_ one: TypedPredicateCase) throws {
    let (store, shops) = try Self.store.get()
    let expected = try shops.filter(one.predicate.evaluate)
    let translated = try FetchPredicate(one.predicate)
    var request = FetchRequest<Shop>()
    request.predicate = translated
    let text = translated.predicateFormat
    #expect(try shops.filter { try translated.evaluate(with: $0) } == expected, "\(text)")
    #expect(try store.fetch(request) == expected, "\(text)")
  }

  @Test func `the cases match some rows and not all`() throws {
    let (_, shops) = try Self.store.get()
    let dull = try TypedPredicateCases.all.filter { one in
      let count = try shops.count(where: one.predicate.evaluate)
      return one.isTelling && (count == 0 || count == shops.count)
    }
    #expect(dull.map(\.name) == [])
  }
}
