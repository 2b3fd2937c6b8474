import FetchKit
import Testing

/// Stores that skip versions, whose steps depend on each other.
@Suite struct MigrationStepTests {
  private static func item(_ attributes: AttributeDescription..., unique: [[String]] = [])
    -> EntityDescription
  {
    EntityDescription(
      name: "Item", attributes: attributes, uniquenessConstraints: unique)
  }

  private static let text = item(AttributeDescription("a", .string))
  private static let number = item(AttributeDescription("a", .integer))

  private static func file() throws -> TemporaryStore {
    let file = try TemporaryStore()
    let store = try file.open(text)
    try store.write("Add") { transaction in
      for _ in 0..<2 { transaction.insert(["a": "1"], into: text) }
    }
    try store.close()
    return file
  }

  private static func open(
    _ file: TemporaryStore, _ entity: EntityDescription, _ steps: [StoreMigration]
  ) throws -> FetchStore {
    try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [entity]), migrations: steps)
  }

  private static func values(_ store: FetchStore, of keyPath: String = "a") throws -> [FetchValue] {
    try store.fetch(FetchRequest<FetchValue>(entityName: "Item"))
      .map { $0.value(forKeyPath: keyPath) ?? .null }
  }

  private static let numbering = StoreMigration.updating("Item", named: "numbers") {
    stored, id, transaction in
    transaction.update(id, to: ["a": .string("\(id.rowID)")], of: text)
  }

  @Test func `a step can give objects the values that a new constraint demands`() throws {
    let file = try Self.file()
    let unique = Self.item(AttributeDescription("a", .string), unique: [["a"]])
    #expect(StoreFailure { try Self.open(file, unique, []) }?.code == .constraint)
    let store = try Self.open(file, unique, [Self.numbering])
    #expect(try Self.values(store) == ["1", "2"])
    #expect(try store.problems() == [])
    let failure = StoreFailure {
      try store.write("Add") { _ = $0.insert(["a": "1"], into: unique) }
    }
    #expect(failure?.code == .constraint)
    try store.close()
    #expect(try Self.values(Self.open(file, unique, [Self.numbering])) == ["1", "2"])
  }

  @Test func `objects that break a new constraint after the steps leave the store as it was`()
    throws
  {
    let file = try Self.file()
    let unique = Self.item(AttributeDescription("a", .string), unique: [["a"]])
    let same = StoreMigration.updating("Item", named: "same") { _, id, transaction in
      transaction.update(id, to: ["a": "same"], of: unique)
    }
    #expect(StoreFailure { try Self.open(file, unique, [same]) }?.code == .constraint)
    #expect(try Self.values(file.open(Self.text)) == ["1", "1"])
  }

  @Test func `an attribute that was removed and comes back has no old values`() throws {
    let steps = [StoreMigration.removing("a", from: "Item")]
    for entity in [Self.text, Self.number] {
      let file = try Self.file()
      for _ in 0..<2 {
        let store = try Self.open(file, entity, steps)
        #expect(try Self.values(store) == [.null, .null])
        try store.close()
      }
    }
    let file = try Self.file()
    let required = Self.item(
      AttributeDescription("a", .integer, isOptional: false, defaultValue: 5))
    #expect(try Self.values(Self.open(file, required, steps)) == [5, 5])
  }

  @Test func `a list that was removed and comes back is empty`() throws {
    func listing(_ type: AttributeType) -> EntityDescription {
      EntityDescription(
        name: "Item", attributes: [AttributeDescription("a", .string)],
        toMany: [ToManyDescription("words", table: "item_word", of: type)])
    }
    let file = try TemporaryStore()
    let store = try file.open(listing(.string))
    try store.write("Add") { _ = $0.insert(["words": ["x"]], into: listing(.string)) }
    try store.close()
    let new = try Self.open(file, listing(.integer), [.removing("words", from: "Item")])
    #expect(try Self.values(new, of: "words") == [[]])
  }

  @Test func `all conversions of skipped versions run`() throws {
    let file = try Self.file()
    let steps: [StoreMigration] = [
      .converting("a", in: "Item") { .integer(Int64($0.stringValue ?? "").map { $0 * 100 } ?? 0) },
      .converting("a", in: "Item") { .string("\($0.integerValue ?? 0) cents") },
    ]
    for _ in 0..<2 {
      let store = try Self.open(file, Self.text, steps)
      #expect(try Self.values(store) == ["100 cents", "100 cents"])
      try store.close()
    }
    let middle = try Self.file()
    try Self.open(middle, Self.number, Array(steps.prefix(1))).close()
    #expect(try Self.values(Self.open(middle, Self.text, steps)) == ["100 cents", "100 cents"])
  }

  @Test func `an attribute is converted under a name that it no longer has`() throws {
    let file = try Self.file()
    let store = try Self.open(
      file, Self.item(AttributeDescription("b", .integer)),
      [
        .converting("a", in: "Item") { .integer(Int64($0.stringValue ?? "") ?? 0) },
        .renaming("a", to: "b", in: "Item"),
      ])
    #expect(try Self.values(store, of: "b") == [1, 1])
  }
}
