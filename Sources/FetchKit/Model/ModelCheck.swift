extension ManagedObjectModel {
  /// Throws a `StoreError` of code `invalidModel` for names that are used twice, for key paths that no attribute has, and
  /// for computed attributes and templates that a store cannot evaluate.
  ///
  /// A store checks its model when it is opened. A default column that another attribute or the store itself uses
  /// gets another name, so attributes can be called `pk` or `position`; columns that are declared twice are an error.
  public func validate() throws {
    var entityNames: Set<String> = []
    var relations: [String: String] = [:]
    for entity in entities {
      guard entityNames.insert(entity.name).inserted else {
        throw StoreError(
          .invalidModel, "store.entityTwice", "two entities have the name '\(entity.name)'")
      }
      for table in entity.tables {
        try Self.check(table, in: entity)
        for name in [table, table + "_flat"] {
          guard let other = relations.updateValue(entity.name, forKey: name.lowercased()) else {
            continue
          }
          throw StoreError(
            .invalidModel, "store.tableTwice",
            "the entities '\(other)' and '\(entity.name)' have the same table '\(name)'")
        }
      }
      try entity.validate()
      try entity.checkComputedTypes()
      for relationship in entity.relationships { try check(relationship, of: entity) }
    }
    try checkTemplates()
  }

  private func checkTemplates() throws {
    for (name, template) in fetchRequestTemplates.sorted(by: { $0.key < $1.key }) {
      guard let entity = entity(named: template.entityName) else {
        throw StoreError(
          .invalidModel, "store.templateOfNoEntity",
          "the template '\(name)' is for '\(template.entityName)', which is not in the model")
      }
      do throws(FetchPredicateError) {
        try template.check(for: entity)
      } catch {
        throw StoreError(
          .invalidModel, "store.invalidTemplate",
          "the template '\(name)' is invalid: \(error.errorMessage)")
      }
    }
  }

  private static func check(_ table: String, in entity: EntityDescription) throws {
    let name = table.lowercased()
    guard !entity.name.isEmpty, !name.isEmpty, !name.hasPrefix("sqlite_"),
      !name.hasPrefix("fetchkit_"), name != "json_each", !(entity.name + name).hasControlCharacters,
      !name.contains("\"")
    else {
      throw StoreError(
        .invalidModel, "store.tableName",
        "the entity '\(entity.name)' cannot have the table '\(table)'")
    }
  }
}

// MARK: - Relationships

extension ManagedObjectModel {
  /// Throws unless the destination is in the model and a relationship and its inverse are stored in one place.
  private func check(_ relationship: RelationshipDescription, of entity: EntityDescription) throws {
    let name = "\(entity.name).\(relationship.name)"
    let destination = relationship.destination
    guard self.entity(named: destination.name) != nil else {
      throw StoreError(
        .invalidModel, "store.noDestination",
        "the relationship '\(name)' leads to '\(destination.name)', which is not in the model")
    }
    guard let inverseName = relationship.inverse else {
      guard !relationship.isInverse else {
        throw StoreError(
          .invalidModel, "store.relationshipNotStored",
          "the relationship '\(name)' has neither a table nor an inverse")
      }
      return
    }
    guard let inverse = relationship.inverseDescription, inverse.inverse == relationship.name,
      inverse.destination.name == entity.name
    else {
      throw StoreError(
        .invalidModel, "store.noInverse",
        "the relationship '\(name)' has no inverse: '\(destination.name).\(inverseName)' does not lead back"
      )
    }
    // A pair of to-one relationships is stored twice, any other one once.
    guard !relationship.isToMany && !inverse.isToMany || relationship.isInverse != inverse.isInverse
    else {
      throw StoreError(
        .invalidModel, "store.relationshipStorage",
        "one of the relationships '\(name)' and '\(destination.name).\(inverseName)' has to be stored, with a table or as a to-one relationship, and not both"
      )
    }
    guard let orderKeyPath = relationship.orderKeyPath else { return }
    guard destination.attribute(forKeyPath: orderKeyPath)?.type == .integer, !inverse.isToMany
    else {
      throw StoreError(
        .invalidModel, "store.relationshipOrder",
        "the relationship '\(name)' cannot be ordered by '\(orderKeyPath)', which has to be an integer attribute of '\(destination.name)'"
      )
    }
  }
}

extension EntityDescription {
  fileprivate func validate() throws {
    try checkNames()
    try checkColumns(attributes, reserved: Self.reservedColumns(hasIdentifier: identifier != nil))
    for list in toMany {
      try checkColumns(list.attributes, reserved: ToManyDescription.reservedColumns)
    }
    try checkDefaults()
    try checkKeyPaths()
  }

  /// Throws for a default value that SQLite does not have.
  private func checkDefaults() throws {
    for attribute in attributes + toMany.flatMap(\.attributes)
    where !attribute.isOptional && attribute.defaultValue.doubleValue?.isNaN == true {
      throw StoreError(
        .invalidModel, "store.attributeDefault",
        "the attribute '\(attribute.keyPath)' of the entity '\(name)' cannot be 'not a number' by default: make it optional"
      )
    }
  }

  private func checkNames() throws {
    var names: Set<String> = []
    for name in attributes.map(\.keyPath) + toMany.map(\.name) + inverses.map(\.name) {
      guard names.insert(name).inserted else {
        throw StoreError(
          .invalidModel, "store.attributeTwice",
          "the entity '\(self.name)' has two properties with the name '\(name)'")
      }
    }
    for name in names {
      let keys = name.split(separator: ".", omittingEmptySubsequences: false)
      let isShadowed = (1..<max(1, keys.count)).contains {
        names.contains(keys[..<$0].joined(separator: "."))
      }
      guard !keys.contains(where: \.isEmpty), !name.hasControlCharacters, !isShadowed else {
        throw StoreError(
          .invalidModel, "store.attributeName",
          "the entity '\(self.name)' cannot have a property with the name '\(name)'")
      }
    }
  }

  private func checkColumns(_ attributes: [AttributeDescription], reserved: Set<String>) throws {
    let count = attributes.reduce(0) { $0 + $1.columns.count }
    let maximum = Self.maximumColumns - reserved.count
    guard count <= maximum else {
      throw StoreError(
        .invalidModel, "store.tooManyColumns",
        "the entity '\(name)' has \(count) columns in one table, and \(maximum) are possible")
    }
    var owners = Dictionary(uniqueKeysWithValues: reserved.map { ($0, "") })
    for attribute in attributes {
      for column in attribute.columns {
        guard let owner = owners.updateValue(attribute.keyPath, forKey: column.lowercased())
        else { continue }
        throw owner.isEmpty
          ? StoreError(
            .invalidModel, "store.reservedColumn",
            "the attribute '\(attribute.keyPath)' of the entity '\(name)' has the column '\(column)', which the store uses itself"
          )
          : StoreError(
            .invalidModel, "store.columnTwice",
            "the attributes '\(owner)' and '\(attribute.keyPath)' of the entity '\(name)' have the same column '\(column)'"
          )
      }
    }
  }

  private func checkKeyPaths() throws {
    let identifiers = [identifier].compactMap(\.self)
    let marked = [keptByImports.sorted(), importStamps.sorted()]
    let keyPaths = [identifiers] + indexes + uniquenessConstraints + marked
    for keyPath in keyPaths.joined() where attribute(forKeyPath: keyPath)?.column == nil {
      throw StoreError(
        .invalidModel, "store.noStoredAttribute",
        "the entity '\(name)' has no stored attribute '\(keyPath)'")
    }
    let sources = attributes.compactMap(\.derivation).flatMap(\.sources)
    for source in sources where !self.keyPaths.contains(source) {
      throw StoreError(.invalidModel, "store.noAttribute", "\(name) has no attribute '\(source)'")
    }
    guard (indexes + uniquenessConstraints).allSatisfy({ !$0.isEmpty }) else {
      throw StoreError(
        .invalidModel, "store.emptyIndex",
        "the entity '\(name)' has an index or a uniqueness constraint without an attribute")
    }
    try checkDefinitions()
  }

  /// Throws for computed attributes that are computed from each other.
  private func checkDefinitions() throws {
    let definitions = attributes.compactMap { attribute in
      attribute.definition.map { (attribute.keyPath, $0.keyPaths) }
    }
    var unfinished = Dictionary(uniqueKeysWithValues: definitions)
    while let finished = unfinished.first(where: { $1.isDisjoint(with: unfinished.keys) })?.key {
      unfinished[finished] = nil
    }
    guard var keyPath = unfinished.keys.min() else { return }
    // So many steps end in a circle.
    for _ in unfinished {
      keyPath = unfinished[keyPath]?.intersection(unfinished.keys).min() ?? keyPath
    }
    throw StoreError(
      .invalidModel, "store.circularDefinition",
      "the attribute '\(keyPath)' of the entity '\(name)' is computed from itself")
  }
}

extension String {
  fileprivate var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

// MARK: - Columns

extension EntityDescription {
  private static let maximumColumns = 2000

  /// The columns of an entity's tables that are not attributes, also those of its undo history.
  static func reservedColumns(hasIdentifier: Bool) -> Set<String> {
    let names: Set<String> = ["pk", "step", "operation", "columns", "has_elements"]
    return hasIdentifier ? names.union(["content_hash"]) : names
  }
}

extension ToManyDescription {
  /// The columns of a relationship's tables that are not attributes, also those of its undo history.
  static let reservedColumns: Set<String> = ["owner", "position", "step"]
}

extension AttributeDescription {
  /// The columns that hold the value; none for a computed attribute.
  var columns: [String] { [column, orderColumn].compactMap(\.self) }

  /// Returns attributes with columns of their own: a default name that is taken gets trailing underscores.
  static func withOwnColumns(_ attributes: [AttributeDescription], reserved: Set<String>)
    -> [AttributeDescription]
  {
    var attributes = attributes
    var taken = reserved
    func names(_ index: Int) -> Set<String> {
      Set(attributes[index].columns.map { $0.lowercased() })
    }
    let (defaults, declared) = attributes.indices.reduce(into: ([Int](), [Int]())) { lists, index in
      if attributes[index].hasDefaultColumn { lists.0.append(index) } else { lists.1.append(index) }
    }
    for index in declared { taken.formUnion(names(index)) }
    for index in defaults {
      while !taken.isDisjoint(with: names(index)) { attributes[index].column?.append("_") }
      taken.formUnion(names(index))
    }
    return attributes
  }
}
