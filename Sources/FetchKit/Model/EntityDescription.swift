internal import Collation

/// A kind of object in the store: its attributes, its to-many lists, and its table.
///
/// Describes a Swift type when made from one, or rows without a type (see `Store.insert(_:into:)`).
public struct EntityDescription: Sendable {
  /// The name, such as `Venue`.
  public let name: String
  /// The table; its primary key is the column `pk`.
  public let table: String
  /// The attributes, in the order of a fetched row's cells.
  public var attributes: [AttributeDescription] { didSet { indexAttributes() } }
  /// The to-many lists, each in a table of its own.
  public let toMany: [ToManyDescription]
  /// The key path of the attribute that names an object from outside; unique when there is one.
  public let identifier: String?
  /// Lists of key paths that the store keeps an index for.
  public let indexes: [[String]]
  /// Key paths of the user's own attributes, which an import of rows leaves as they are.
  public let keptByImports: Set<String>
  /// Key paths of what tells when a row was imported: an import writes them, but a row that differs in
  /// nothing else is not written.
  public let importStamps: Set<String>

  private let mapping: (any Sendable)?
  private var indexByKeyPath: [String: Int] = [:]

  /// Describes rows that have no Swift type.
  public init(
    name: String, table: String? = nil, attributes: [AttributeDescription],
    toMany: [ToManyDescription] = [], identifier: String? = nil, indexes: [[String]] = [],
    keptByImports: Set<String> = [], importStamps: Set<String> = []
  ) {
    self.init(
      name: name, table: table, attributes: attributes, toMany: toMany, identifier: identifier,
      indexes: indexes, keptByImports: keptByImports, importStamps: importStamps, mapping: nil)
  }

  /// Describes a Swift type by its properties.
  public init<Root: DescribedValue>(
    _ type: Root.Type, name: String, table: String? = nil, properties: [EntityProperty<Root>],
    identifier: String? = nil, indexes: [[String]] = [],
    keptByImports: Set<String> = [], importStamps: Set<String> = []
  ) {
    let mapping = EntityMapping(properties)
    self.init(
      name: name, table: table,
      attributes: mapping.attributes.compactMap {
        if case .attribute(let attribute) = $0.kind { attribute } else { nil }
      },
      toMany: mapping.toMany.compactMap {
        if case .toMany(let toMany) = $0.kind { toMany } else { nil }
      },
      identifier: identifier, indexes: indexes,
      keptByImports: keptByImports, importStamps: importStamps, mapping: mapping)
  }

  private init(
    name: String, table: String?, attributes: [AttributeDescription], toMany: [ToManyDescription],
    identifier: String?, indexes: [[String]], keptByImports: Set<String>,
    importStamps: Set<String>, mapping: (any Sendable)?
  ) {
    self.name = name
    self.table = table ?? name.lowercased()
    self.attributes = attributes
    self.toMany = toMany
    self.identifier = identifier
    self.indexes = indexes
    self.keptByImports = keptByImports
    self.importStamps = importStamps
    self.mapping = mapping
    indexAttributes()
  }

  /// How the entity's properties are read from a Swift type; nil when it describes another one.
  func mapping<Root>(for type: Root.Type) -> EntityMapping<Root>? {
    mapping as? EntityMapping<Root>
  }

  private mutating func indexAttributes() {
    indexByKeyPath = Dictionary(attributes.enumerated().map { ($1.keyPath, $0) }) { first, _ in
      first
    }
  }
}

extension EntityDescription {
  /// The place of an attribute in `attributes`; nil when there is none of that key path.
  public func attributeIndex(forKeyPath keyPath: String) -> Int? { indexByKeyPath[keyPath] }

  /// The place of a to-many in `toMany`; nil when there is none of that name.
  public func toManyIndex(named name: String) -> Int? { toMany.firstIndex { $0.name == name } }

  /// The attribute of a key path; nil when there is none.
  public func attribute(forKeyPath keyPath: String) -> AttributeDescription? {
    attributeIndex(forKeyPath: keyPath).map { attributes[$0] }
  }

  /// Every key path that predicates may name, those through a to-many included.
  public var keyPaths: [String] {
    attributes.map(\.keyPath)
      + toMany.flatMap { list in
        [list.name] + (list.isScalar ? [] : list.attributes.map { "\(list.name).\($0.keyPath)" })
      }
  }

  /// The same entity with only what some key paths need; key paths that it does not have are left out.
  func reduced(to keyPaths: [String]) -> EntityDescription {
    let wanted = Set(keyPaths)
    return EntityDescription(
      name: name, table: table, attributes: attributes.filter { wanted.contains($0.keyPath) },
      toMany: toMany.filter { list in
        wanted.contains { $0 == list.name || $0.hasPrefix(list.name + ".") }
      })
  }

  /// The same entity with one attribute computed from an expression in each fetch.
  public func computing(_ keyPath: String, as definition: FetchExpression) -> EntityDescription {
    guard let index = attributeIndex(forKeyPath: keyPath) else { return self }
    var copy = self
    copy.attributes[index] = AttributeDescription(
      keyPath, attributes[index].type, computed: definition)
    return copy
  }
}

extension EntityDescription: Hashable {
  /// Whether two describe the same table with the same properties, whatever their Swift types.
  public static func == (left: EntityDescription, right: EntityDescription) -> Bool {
    left.name == right.name && left.table == right.table && left.attributes == right.attributes
      && left.toMany == right.toMany && left.identifier == right.identifier
      && left.indexes == right.indexes && left.keptByImports == right.keptByImports
      && left.importStamps == right.importStamps
  }

  /// Hashes the name and the attributes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(attributes)
  }
}

extension EntityDescription {
  /// The key path that a mistyped one was most likely meant to be; nil when none is close.
  public func nearestKeyPath(to text: String) -> String? {
    NearestName.nearest(to: text, in: keyPaths)
  }

  /// The same among the attributes that the store does not derive.
  public func nearestAttribute(to text: String) -> String? {
    NearestName.nearest(to: text, in: attributes.filter { $0.derivation == nil }.map(\.keyPath))
  }
}
