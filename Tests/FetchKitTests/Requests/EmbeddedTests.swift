import FetchKit
import Foundation
import Testing

@Suite struct EmbeddedTests {
  struct Place: DescribedValue, Equatable {
    var city = ""
    var latitude: Double?

    static let entity = EntityDescription(
      Place.self, name: "Place",
      properties: [
        .attribute("latitude", \.latitude), .attribute("city", \.city, hasNaturalOrder: true),
      ])
  }

  struct Hours: DescribedValue, Equatable {
    var opens: Int? = 9
    var closes: Int?

    static let entity = EntityDescription(
      Hours.self, name: "Hours",
      properties: [.attribute("opens", \.opens), .attribute("closes", \.closes)])
  }

  struct Cafe: FetchableEntity {
    var objectID: ObjectID?
    var name = ""
    var place: Place? = Place(city: "default")
    var hours: Hours?

    static let entity = EntityDescription(
      Cafe.self, name: "Cafe",
      properties: [
        .attribute("name", \.name), .embedded("place", \.place), .embedded("hours", \.hours),
      ])
  }

  private let store: FetchStore
  private static let cafes = [
    Cafe(name: "a", place: nil, hours: nil),
    Cafe(name: "b", place: Place(city: "", latitude: nil), hours: Hours(opens: nil, closes: nil)),
    Cafe(name: "c", place: Place(city: "Berlin", latitude: 52.5), hours: Hours(closes: 18)),
    Cafe(name: "d", place: Place(city: "Rome", latitude: nil), hours: nil),
  ]

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Cafe.entity]))
    try store.write("Insert") { transaction in
      for cafe in Self.cafes { transaction.insert(cafe) }
    }
  }

  private func names(_ predicate: FetchPredicate) throws -> [String] {
    var request = FetchRequest<Cafe>()
    request.predicate = predicate
    let stored = try store.fetch(request).map(\.name)
    let memory = try store.fetch(FetchRequest<Cafe>()).filter { try predicate.evaluate(with: $0) }
    #expect(stored == memory.map(\.name))
    return stored
  }

  @Test func `an optional structure is read as it was written`() throws {
    let cafes = try store.fetch(FetchRequest<Cafe>())
    #expect(cafes.map(\.place) == Self.cafes.map(\.place))
    #expect(cafes.map(\.hours) == Self.cafes.map(\.hours))
    var changed = cafes[2]
    changed.place = nil
    changed.hours?.opens = 7
    try store.write("Change") { [changed] in $0.update(changed) }
    let stored = try store.fetch(FetchRequest<Cafe>())[2]
    #expect(stored.place == nil)
    #expect(stored.hours == Hours(opens: 7, closes: 18))
    try store.undo()
    #expect(try store.fetch(FetchRequest<Cafe>()).map(\.place) == Self.cafes.map(\.place))
  }

  @Test func `its attributes are key paths`() throws {
    #expect(try names(FetchPredicate(format: "place.city == 'Rome'")) == ["d"])
    #expect(try names(FetchPredicate(format: "place.city != 'Rome'")) == ["a", "b", "c"])
    #expect(try names(FetchPredicate(format: "place.latitude == nil")) == ["a", "b", "d"])
    #expect(try names(FetchPredicate(format: "hours.isPresent == YES")) == ["b", "c"])
    var request = FetchRequest<Cafe>()
    request.sortDescriptors = [FetchSortDescriptor("place.city", ascending: false)]
    #expect(try store.fetch(request).map(\.name) == ["d", "c", "b", "a"])
  }

  @Test func `typed predicates follow it`() throws {
    #expect(
      try names(FetchPredicate(#Predicate<Cafe> { $0.place?.city == "Rome" })) == ["d"])
    #expect(try names(FetchPredicate(#Predicate<Cafe> { $0.place == nil })) == ["a"])
    #expect(try names(FetchPredicate(#Predicate<Cafe> { $0.hours != nil })) == ["b", "c"])
    #expect(
      try names(FetchPredicate(#Predicate<Cafe> { ($0.hours?.closes ?? 0) > 17 })) == ["c"])
  }

  @Test func `writing a part creates the structure`() throws {
    func set(_ keyPath: String, _ value: String) throws {
      let expression = try FetchExpression(format: value)
      try store.perform(BatchUpdateRequest(entity: Cafe.entity, set: [keyPath: expression]))
    }
    try set("place.latitude", "place.latitude")
    try set("hours.closes", "hours.closes")
    #expect(try store.fetch(FetchRequest<Cafe>()).map(\.place) == Self.cafes.map(\.place))
    #expect(try store.fetch(FetchRequest<Cafe>()).map(\.hours) == Self.cafes.map(\.hours))
    try set("place.latitude", "1.5")
    try set("hours.closes", "20")
    let cafe = try store.fetch(FetchRequest<Cafe>())[0]
    #expect(cafe.place == Place(city: "", latitude: 1.5))
    #expect(cafe.hours == Hours(opens: nil, closes: 20))
    #expect(try names(FetchPredicate(#Predicate<Cafe> { $0.place != nil })).count == 4)
    #expect(try store.problems() == [])
    try store.undo()
    try store.undo()
    #expect(try store.fetch(FetchRequest<Cafe>()).map(\.place) == Self.cafes.map(\.place))
  }

  @Test func `an object given by key has the structure of its parts`() throws {
    try store.write("Add") {
      $0.insert(
        ["name": "e", "place": ["latitude": 2], "hours": ["closes": 1]], into: Cafe.entity)
      $0.insert(["name": "f", "hours": ["closes": nil]], into: Cafe.entity)
    }
    let cafes = try store.fetch(FetchRequest<Cafe>()).suffix(2)
    #expect(cafes.map(\.place) == [Place(city: "", latitude: 2), nil])
    #expect(cafes.map(\.hours) == [Hours(opens: nil, closes: 1), nil])
    #expect(try names(FetchPredicate(#Predicate<Cafe> { $0.place != nil })).last == "e")
  }

  @Test func `a reference reads and deletes its object`() throws {
    let first = try #require(store.fetch(FetchRequest<Cafe>())[0].reference)
    #expect(try store.object(with: first)?.name == "a")
    try store.write("Delete") { $0.delete(first) }
    #expect(try store.object(with: first) == nil)
    #expect(try store.objects(with: [first]).isEmpty)
    #expect(Cafe().reference == nil)
  }
}
