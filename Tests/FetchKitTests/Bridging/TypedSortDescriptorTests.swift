import FetchKit
import Foundation
import Testing
import TestSupport

struct TypedSortDescriptorTests {
  @Test func `translated sort descriptors give the same order as in Foundation`() throws {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Shop.entity]))
    var generator = SeededRandom(seed: 3)
    let shops = (0..<100).map { _ in Shop(random: &generator) }
    try store.write("Open shops") { for shop in shops { $0.insert(shop) } }
    for order in [SortOrder.forward, .reverse] {
      let descriptors: [SortDescriptor<Shop>] = [
        SortDescriptor(\.price, order: order), SortDescriptor(\.name, comparator: .lexical),
        SortDescriptor(\.place.distance), SortDescriptor(\.opened, order: order),
      ]
      let request = try FetchRequest(predicate: nil, sortBy: descriptors)
      #expect(try store.fetch(request) == shops.sorted(using: descriptors))
    }
  }

  @Test func `a descriptor becomes a key path and a direction`() throws {
    let descriptor = SortDescriptor(\Shop.place.city, order: .reverse)
    let expected = FetchSortDescriptor("place.city", ascending: false)
    #expect(try FetchSortDescriptor(descriptor) == expected)
    let backwards = String.StandardComparator(.lexical, order: .reverse)
    let other = SortDescriptor(\Shop.place.city, comparator: backwards)
    #expect(try FetchSortDescriptor(other) == expected)
  }

  @Test func `an error names a property that cannot be sorted by`() {
    #expect(
      message(SortDescriptor(\.memo))
        == #"SortDescriptor: the entity does not declare \Shop.memo"#)
    #expect(
      message(SortDescriptor(\.kind))
        == "SortDescriptor: a store cannot order values of type Kind")
  }

  private func message(_ descriptor: SortDescriptor<Shop>) -> String {
    do {
      return "no error: \(try FetchSortDescriptor(descriptor))"
    } catch {
      return "\(error)"
    }
  }
}
