internal import Collation

/// An entity of a model: its attributes, its to-many relationships and its table.
///
/// An entity describes a Swift type, or rows without one.
///
/// ```swift
/// let entity = EntityDescription(
///   Book.self, name: "Book",
///   properties: [.attribute("title", \.title), .attribute("price", \.price)],
///   identifier: "title", indexes: [["price"]])
/// // CREATE TABLE book (pk INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT …, price REAL …)
/// ```
public struct EntityDescription: Sendable {
  /// The name of the entity, such as `Venue`.
  public let name: String
  /// The name of the table; its primary key is the column `pk`.
  public let table: String
  /// The attributes, in the order of a fetched row's cells.
  public var attributes: [AttributeDescription] { didSet { indexAttributes() } }
  /// The to-many relationships, each stored in its own table.
  public let toMany: [ToManyDescription]
  /// The relationships to other objects: those in `attributes`, those in `toMany`, and those that are stored with their
  /// inverse.
  public let relationships: [RelationshipDescription]
  /// The key path of the unique attribute that identifies an object across imports; nil for none.
  public let identifier: String?
  /// The key paths of each index.
  public let indexes: [[String]]
  /// The key paths of attributes whose values no two objects have in common; nil is equal to nothing.
  public let uniquenessConstraints: [[String]]
  /// The key paths of attributes that an import of rows does not overwrite.
  package private(set) var keptByImports: Set<String> = []
  /// The key paths of attributes that record when a row was imported. An import updates them, but does not
  /// rewrite a row that differs in nothing else.
  package private(set) var importStamps: Set<String> = []

  private var mapping: (any Sendable)?
  /// The relationships whose objects each fetch brings along.
  private(set) var embeddedRelationships: [String] = []
  private var indexByKeyPath: [String: Int] = [:]
  /// The quoted columns of the table without the primary key, which statements of the undo history list.
  private(set) var quotedColumns: [String] = []

  /// Creates an entity for rows without a Swift type; `table` defaults to the name in lower case.
  public init(
    name: String, table: String? = nil, attributes: [AttributeDescription],
    toMany: [ToManyDescription] = [], relationships: [RelationshipDescription] = [],
    identifier: String? = nil, indexes: [[String]] = [], uniquenessConstraints: [[String]] = []
  ) {
    self.init(
      name: name, table: table,
      storedAttributes: attributes + relationships.compactMap(\.attribute),
      storedLists: toMany + relationships.compactMap(\.list),
      inverses: relationships.filter(\.isInverse), identifier: identifier, indexes: indexes,
      uniquenessConstraints: uniquenessConstraints)
  }

  private init(
    name: String, table: String?, storedAttributes attributes: [AttributeDescription],
    storedLists toMany: [ToManyDescription], inverses: [RelationshipDescription],
    identifier: String?, indexes: [[String]], uniquenessConstraints: [[String]]
  ) {
    self.name = name
    self.table = table ?? name.lowercased()
    self.attributes = AttributeDescription.withOwnColumns(
      attributes, reserved: Self.reservedColumns(hasIdentifier: identifier != nil))
    self.toMany = toMany
    relationships =
      attributes.compactMap(\.relationship) + toMany.compactMap(\.relationship) + inverses
    self.identifier = identifier
    self.indexes = indexes
    self.uniquenessConstraints = uniquenessConstraints
    indexAttributes()
  }

  /// Creates an entity for a Swift type; `table` defaults to the name in lower case.
  public init<Root: DescribedValue>(
    _ type: Root.Type, name: String, table: String? = nil, properties: [EntityProperty<Root>],
    identifier: String? = nil, indexes: [[String]] = [], uniquenessConstraints: [[String]] = []
  ) {
    let mapping = EntityMapping(properties)
    self.init(
      name: name, table: table,
      storedAttributes: mapping.attributes.compactMap(\.attribute),
      storedLists: mapping.toMany.compactMap(\.list),
      inverses: mapping.inverses.compactMap(\.inverse),
      identifier: identifier, indexes: indexes,
      uniquenessConstraints: uniquenessConstraints)
    self.mapping = mapping
    embeddedRelationships = mapping.embeddedRelationships
  }

  /// The access to the properties of a Swift type; nil when the entity describes another type.
  func mapping<Root>(for type: Root.Type) -> EntityMapping<Root>? {
    mapping as? EntityMapping<Root>
  }

  private mutating func indexAttributes() {
    indexByKeyPath = Dictionary(attributes.enumerated().map { ($1.keyPath, $0) }) { first, _ in
      first
    }
    quotedColumns = Schema.columns(self).map { SQLName.quoted($0.name) }
  }
}

extension EntityDescription {
  package func attributeIndex(forKeyPath keyPath: String) -> Int? { indexByKeyPath[keyPath] }

  package func toManyIndex(named name: String) -> Int? { toMany.firstIndex { $0.name == name } }

  /// Returns the attribute with a key path; nil when there is none. Complexity: O(1).
  public func attribute(forKeyPath keyPath: String) -> AttributeDescription? {
    attributeIndex(forKeyPath: keyPath).map { attributes[$0] }
  }

  var tables: [String] { [table] + toMany.map(\.table) }

  /// Returns the relationship with a name; nil when there is none.
  public func relationship(named name: String) -> RelationshipDescription? {
    relationships.first { $0.name == name }
  }

  /// The to-many relationships that are stored with their inverse.
  var inverses: [RelationshipDescription] {
    relationships.isEmpty ? [] : relationships.filter(\.isInverse)
  }

  /// Returns the attribute at a key path, which may lead through to-one relationships; nil when there is none.
  func resolvedAttribute(_ keyPath: String) -> AttributeDescription? {
    if let attribute = attribute(forKeyPath: keyPath) { return attribute }
    guard let (relationship, rest) = relationship(startOf: keyPath), !relationship.isToMany else {
      return nil
    }
    return relationship.destination.resolvedAttribute(rest)
  }

  /// Returns the key path of an attribute that has a value in each optional structure at a key path, which may lead
  /// through to-one relationships; nil when no structure is there.
  func marker(ofStructure keyPath: String) -> String? {
    if let marker = attributes.marker(ofStructure: keyPath) { return marker }
    guard let (relationship, rest) = relationship(startOf: keyPath), !relationship.isToMany,
      let marker = relationship.destination.marker(ofStructure: rest)
    else { return nil }
    return "\(relationship.name).\(marker)"
  }

  /// A statement nests the relationships of a key path, and SQLite limits nesting to about this depth.
  static let maximumKeyCount = 100

  /// Returns the relationship that a key path begins with and the remaining key path, which may be empty; nil for
  /// another key path, and for one of more keys than `maximumKeyCount`.
  func relationship(startOf keyPath: String) -> (RelationshipDescription, rest: String)? {
    guard !relationships.isEmpty, keyPath.keyCount <= Self.maximumKeyCount else { return nil }
    for relationship in relationships where keyPath.hasPrefix(relationship.name) {
      let rest = keyPath.dropFirst(relationship.name.count)
      if rest.isEmpty { return (relationship, "") }
      if rest.hasPrefix("."), rest.count > 1 { return (relationship, String(rest.dropFirst())) }
    }
    return nil
  }

  /// The key paths that predicates may use, including those to the elements of to-many relationships.
  public var keyPaths: [String] {
    attributes.map(\.keyPath) + inverses.map(\.name) + toMany.flatMap(\.keyPaths)
  }

  /// The attribute of the elements of a to-many at a key path such as `tips.text`, or `tags` for scalar elements.
  package func elementAttribute(forKeyPath keyPath: String)
    -> (list: ToManyDescription, attribute: AttributeDescription)?
  {
    elementPlace(forKeyPath: keyPath).map { place in
      (toMany[place.list], toMany[place.list].attributes[place.attribute])
    }
  }

  /// The indexes of a to-many and of the attribute of its elements at a key path such as `tips.text`; scalar elements
  /// are at `tags` and `tags.self`.
  func elementPlace(forKeyPath keyPath: String) -> (list: Int, attribute: Int)? {
    for (index, list) in toMany.enumerated() where keyPath.hasPrefix(list.name) {
      let rest = keyPath.dropFirst(list.name.count)
      let key = rest.isEmpty && list.isScalar ? ".self" : rest
      guard key.hasPrefix("."),
        let attribute = list.attributeIndex(forKeyPath: String(key.dropFirst()))
      else { continue }
      return (index, attribute)
    }
    return nil
  }

  /// The key paths of the relationships whose objects each fetch brings along. They end, because no value contains one
  /// of its own type.
  var embeddedKeyPaths: [String] {
    embeddedRelationships.flatMap { name in
      [name]
        + (relationship(named: name)?.destination.embeddedKeyPaths ?? []).map { "\(name).\($0)" }
    }
  }

  /// Returns the entity reduced to the properties that some key paths need; unknown ones are ignored.
  func reduced(to keyPaths: [String]) -> EntityDescription {
    let wanted = Set(keyPaths)
    return EntityDescription(
      name: name, table: table, attributes: attributes.filter { wanted.contains($0.keyPath) },
      toMany: toMany.filter { list in
        wanted.contains { $0 == list.name || $0.hasPrefix(list.name + ".") }
      },
      relationships: inverses.filter { wanted.contains($0.name) })
  }

  /// Returns the entity with attributes that an import of rows keeps, and those that record when a row was imported.
  package func imports(
    keeping kept: Set<String>, stamping stamps: Set<String> = []
  ) -> EntityDescription {
    var copy = self
    (copy.keptByImports, copy.importStamps) = (kept, stamps)
    return copy
  }

  /// Returns the entity with one attribute computed from an expression in each fetch.
  package func computing(_ keyPath: String, as definition: FetchExpression) -> EntityDescription {
    guard let index = attributeIndex(forKeyPath: keyPath) else { return self }
    var copy = self
    copy.attributes[index] = AttributeDescription(
      keyPath, attributes[index].type, computed: definition)
    return copy
  }
}

extension EntityDescription: Hashable {
  /// Returns whether two entities describe the same table and properties, whatever their Swift types.
  public static func == (left: EntityDescription, right: EntityDescription) -> Bool {
    left.name == right.name && left.table == right.table && left.attributes == right.attributes
      && left.toMany == right.toMany && left.relationships == right.relationships
      && left.identifier == right.identifier
      && left.indexes == right.indexes
      && left.uniquenessConstraints == right.uniquenessConstraints
      && left.keptByImports == right.keptByImports
      && left.importStamps == right.importStamps
  }

  /// Hashes the name and the attributes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(attributes)
  }
}

extension EntityDescription: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

extension EntityDescription {
  package func nearestKeyPath(to text: String) -> String? {
    NearestName.nearest(to: text, in: keyPaths)
  }

  /// Returns the key path closest to a misspelled one, without derived attributes; nil when none is close.
  package func nearestAttribute(to text: String) -> String? {
    NearestName.nearest(to: text, in: attributes.filter { $0.derivation == nil }.map(\.keyPath))
  }
}

extension String {
  var keyCount: Int { 1 + utf8.count { $0 == UInt8(ascii: ".") } }
}
