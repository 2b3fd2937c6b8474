import FetchKit
import Foundation
import Testing

/// Stores whose embedded structures get other attributes.
@Suite struct EmbeddedChangeTests {
  /// The structure of a version, with a city of the name `Rome`.
  private protocol Version: DescribedValue, Equatable {
    static var rome: Self { get }
  }

  private struct City: Version {
    var city = ""
    static let rome = City(city: "Rome")
    static let entity = EntityDescription(
      City.self, name: "City", properties: [.attribute("city", \.city)])
  }

  private struct OptionalCity: Version {
    var city: String?
    static let rome = OptionalCity(city: "Rome")
    static let entity = EntityDescription(
      OptionalCity.self, name: "City", properties: [.attribute("city", \.city)])
  }

  private struct CountryFirst: Version {
    var country = "US"
    var city = ""
    static let rome = CountryFirst(city: "Rome")
    static let entity = EntityDescription(
      CountryFirst.self, name: "City",
      properties: [
        .attribute("country", \.country, hasNaturalOrder: true), .attribute("city", \.city),
      ])
  }

  private struct OptionalCountry: Version {
    var city: String?
    var country: String? = "US"
    static let rome = OptionalCountry(city: "Rome")
    static let entity = EntityDescription(
      OptionalCountry.self, name: "City",
      properties: [.attribute("city", \.city), .attribute("country", \.country)])
  }

  private struct CountryOnly: Version {
    var country: String?
    static let rome = CountryOnly()
    static let entity = EntityDescription(
      CountryOnly.self, name: "City", properties: [.attribute("country", \.country)])
  }

  /// A structure with another one.
  private struct Address<Part: Version>: Version {
    var street: String?
    var place: Part?
    static var rome: Address { Address(street: nil, place: .rome) }
    static var entity: EntityDescription {
      EntityDescription(
        Address.self, name: "Address",
        properties: [.attribute("street", \.street), .embedded("place", \.place)])
    }
  }

  private struct Cafe<Part: Version>: FetchableEntity {
    var objectID: ObjectID?
    var name = ""
    var place: Part?

    static var entity: EntityDescription {
      EntityDescription(
        Cafe.self, name: "Cafe",
        properties: [.attribute("name", \.name), .embedded("place", \.place)])
    }
  }

  /// Opens a store of the first version with the second one.
  private func change<Old: Version, New: Version>(
    _ old: Old.Type, to new: New.Type, _ migrations: [StoreMigration] = []
  ) throws {
    let file = try TemporaryStore()
    let first = try file.open(Cafe<Old>.entity)
    try first.write("Add") { transaction in
      transaction.insert(Cafe<Old>(name: "a", place: .rome))
      transaction.insert(Cafe<Old>(name: "b"))
    }
    try first.write("Close") { transaction in
      for cafe in try first.fetch(FetchRequest<Cafe<Old>>()) {
        transaction.update(Cafe<Old>(objectID: cafe.objectID, name: "closed"))
      }
    }
    try first.undo()
    try first.close()
    let store = try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [Cafe<New>.entity]),
      migrations: migrations)
    try check(store, New.rome)
    if try !store.history().isEmpty {
      try store.redo()
      try store.undo()
      try check(store, New.rome)
    }
    #expect(try store.problems() == [])
  }

  private func check<Part: Version>(_ store: FetchStore, _ place: Part) throws {
    let cafes = try store.fetch(FetchRequest<Cafe<Part>>())
    #expect(cafes.map(\.place) == [place, nil])
    var request = FetchRequest<Cafe<Part>>()
    request.predicate = try FetchPredicate(#Predicate<Cafe<Part>> { $0.place != nil })
    #expect(try store.fetch(request).map(\.name) == ["a"])
    for attribute in Part.entity.attributes {
      let predicate = try FetchPredicate(format: "place.\(attribute.keyPath) != nil")
      request.predicate = predicate
      let memory = try cafes.filter { try predicate.evaluate(with: $0) }
      #expect(try store.fetch(request).map(\.name) == memory.map(\.name))
    }
  }

  @Test func `a new required attribute in front keeps the structures`() throws {
    try change(City.self, to: CountryFirst.self)
  }

  @Test func `the first required attribute keeps the structures`() throws {
    try change(OptionalCity.self, to: City.self)
    try change(OptionalCity.self, to: CountryFirst.self)
    try change(
      OptionalCity.self, to: CountryFirst.self, [.removing("place.isPresent", from: "Cafe")])
  }

  @Test func `an attribute that is no longer required keeps the structures`() throws {
    try change(City.self, to: OptionalCity.self)
    try change(City.self, to: CountryOnly.self, [.removing("place.city", from: "Cafe")])
  }

  @Test func `a new optional attribute has its default in the structures`() throws {
    try change(OptionalCity.self, to: OptionalCountry.self)
  }

  @Test func `attributes become those of a structure`() throws {
    try move(to: CountryFirst.self, CountryFirst(country: "US", city: "Oslo"))
    try move(to: OptionalCountry.self, OptionalCountry(city: "Oslo", country: "US"))
  }

  /// Makes `place.city` of an attribute of objects, of which one has no value.
  private func move<Part: Version>(to part: Part.Type, _ expected: Part) throws {
    let file = try TemporaryStore()
    let flat = EntityDescription(
      name: "Cafe",
      attributes: [
        AttributeDescription("name", .string, isOptional: false),
        AttributeDescription("town", .string),
      ])
    let old = try file.open(flat)
    try old.write("Add") { transaction in
      transaction.insert(["name": "a", "town": "Oslo"], into: flat)
      transaction.insert(["name": "b"], into: flat)
    }
    try old.close()
    let store = try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [Cafe<Part>.entity]),
      migrations: [.renaming("town", to: "place.city", in: "Cafe")])
    #expect(try store.fetch(FetchRequest<Cafe<Part>>()).map(\.place) == [expected, nil])
    var request = FetchRequest<Cafe<Part>>()
    request.predicate = try FetchPredicate(
      format: "place.country == 'US' AND place.city == 'Oslo' AND place != nil")
    #expect(try store.count(request) == 1)
    #expect(try store.problems() == [])
  }

  @Test func `structures of structures stay`() throws {
    try change(Address<City>.self, to: Address<CountryFirst>.self)
    try change(Address<OptionalCity>.self, to: Address<CountryFirst>.self)
    try change(Address<City>.self, to: Address<OptionalCountry>.self)
  }

  @Test func `setting a part of a structure of a structure makes both`() throws {
    let entity = Cafe<Address<CountryFirst>>.entity
    let file = try TemporaryStore()
    let store = try file.open(entity)
    try store.write("Add") {
      $0.insert(["name": "a", "place": ["place": ["city": "Rome"]]], into: entity)
      $0.insert(["name": "b"], into: entity)
    }
    try check(store, Address<CountryFirst>.rome)
    try store.perform(
      BatchUpdateRequest(
        entity: entity, set: ["place.place.city": FetchExpression(format: "'Rome'")]))
    let cafes = try store.fetch(FetchRequest<Cafe<Address<CountryFirst>>>())
    #expect(cafes.map(\.place) == [.rome, .rome])
    #expect(try store.problems() == [])
  }
}
