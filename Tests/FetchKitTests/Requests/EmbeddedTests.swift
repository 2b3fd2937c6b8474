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
    var others: [ObjectReference<Cafe>] = []
    var best: ObjectReference<Cafe>?

    static let entity: EntityDescription = EntityDescription(
      Cafe.self, name: "Cafe",
      properties: [
        .attribute("name", \.name), .embedded("place", \.place), .embedded("hours", \.hours),
        .toMany("others", \.others), .toOne("best", \.best),
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
      var ids: [ObjectReference<Cafe>] = []
      for var cafe in Self.cafes {
        if cafe.name == "c" { cafe.others = ids }
        if cafe.name == "d" { cafe.best = ids[1] }
        ids.append(transaction.insert(cafe))
      }
    }
  }

  @Test func `a structure is compared with nil in a long chain, too`() throws {
    let others = (0..<120).map { "name == 'x\($0)'" }.joined(separator: " OR ")
    #expect(
      try names(FetchPredicate(format: "place == nil OR hours == nil OR " + others)) == ["a", "d"])
    let unequal = (0..<120).map { "name != 'x\($0)'" }.joined(separator: " AND ")
    #expect(try names(FetchPredicate(format: "place != nil AND " + unequal)) == ["b", "c", "d"])
  }

  private func names(_ predicate: FetchPredicate) throws -> [String] {
    var request = FetchRequest<Cafe>()
    request.relationshipKeyPathsForPrefetching = ["others", "best"]
    let all = try store.fetch(request)
    request.predicate = predicate
    let stored = try store.fetch(request).map(\.name)
    let memory = try all.filter { try predicate.evaluate(with: $0) }
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

  @Test(arguments: [
    ("place == nil", ["a"]), ("nil != place", ["b", "c", "d"]), ("hours == nil", ["a", "d"]),
    ("NOT hours == nil AND place != nil", ["b", "c"]),
    ("SUBQUERY(others, $x, $x.hours == nil).@count > 0", ["c"]),
    ("ANY others.place == nil", ["c"]), ("ALL others.hours != nil", ["a", "b", "d"]),
    ("best.place == nil", ["a", "b", "c"]), ("best.hours != nil", ["d"]),
    ("best.place.city == nil", ["a", "b", "c"]),
  ])
  func `a format string compares it with nil`(format: String, expected: [String]) throws {
    #expect(try names(FetchPredicate(format: format)) == expected)
  }

  @Test(arguments: [
    ("place == 'Rome'", "place", "place.latitude"), ("hours > 5", "hours", "hours.opens"),
    ("best.place == SELF", "place", "place.latitude"),
  ])
  func `any other use of it in a request is an error`(
    format: String, keyPath: String, example: String
  ) throws {
    let error = #expect(throws: FetchPredicateError.self) {
      try FetchPredicate(format: format).check(for: Cafe.entity)
    }
    #expect(
      error?.message
        == "'\(keyPath)' is a structure: compare it with nil, or name an attribute of it such as '\(example)'"
    )
  }

  @Test func `an object as a value has it or nil`() throws {
    let cafes = try store.fetch(FetchRequest<Cafe>())
    #expect(cafes[0].value(forKeyPath: "place") == .null)
    #expect(cafes[2].value(forKeyPath: "place") == ["city": "Berlin", "latitude": 52.5])
    let values = try store.fetch(FetchRequest<FetchValue>(entity: Cafe.entity))
    #expect(values.map { $0.value(forKeyPath: "hours")?.isNull } == [true, false, false, true])
    let isAbsent = try FetchPredicate(format: "hours == nil")
    #expect(try values.map { try isAbsent.evaluate(with: $0) } == [true, false, false, true])
    let copies = try store.write("Copy") { transaction in
      try values.map { value in
        let id = transaction.insert(value, into: Cafe.entity)
        return try transaction.object(with: id, as: Cafe.self)
      }
    }
    #expect(copies.map(\.?.place) == Self.cafes.map(\.place))
    #expect(copies.map(\.?.hours) == Self.cafes.map(\.hours))
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

  @Test(arguments: [
    ("place.city", "nil"), ("place.city", "lowercase(nil)"), ("hours.isPresent", "nil"),
  ])
  func `a structure without a required attribute is removed as a whole`(
    keyPath: String, value: String
  ) throws {
    let expression = try FetchExpression(format: value)
    try store.perform(BatchUpdateRequest(entity: Cafe.entity, set: [keyPath: expression]))
    let cafes = try store.fetch(FetchRequest<Cafe>())
    let isPlace = keyPath == "place.city"
    #expect(cafes.map(\.place) == Self.cafes.map { isPlace ? nil : $0.place })
    #expect(cafes.map(\.hours) == Self.cafes.map { isPlace ? $0.hours : nil })
    let rest = isPlace ? "place.latitude" : "hours.closes"
    #expect(try names(FetchPredicate(format: "%K == nil", rest)).count == cafes.count)
    #expect(try store.problems() == [])
    try store.undo()
    #expect(try store.fetch(FetchRequest<Cafe>()).map(\.place) == Self.cafes.map(\.place))
    #expect(try store.fetch(FetchRequest<Cafe>()).map(\.hours) == Self.cafes.map(\.hours))
  }

  @Test func `isPresent is true or nil`() throws {
    #expect(
      StoreFailure {
        try store.perform(
          BatchUpdateRequest(entity: Cafe.entity, set: ["hours.isPresent": .constant(false)]))
      }
        == StoreFailure(
          .constraint, "the type of 'hours.isPresent' of Cafe does not have the value 0"))
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
