internal import GRDB

/// The attributes that the tables of a store were made for.
///
/// SQLite alone cannot tell an attribute that the model no longer declares from a column that another program added,
/// nor a date from a number. The store therefore keeps this list, one line for each attribute.
struct StoredModel: Equatable {
  /// Identifies an attribute; `list` is the to-many relationship that it is part of, empty for none.
  struct Key: Hashable {
    let entity: String
    let list: String
    let keyPath: String
  }

  struct Attribute: Equatable {
    var table: String
    let column: String
    let type: String
    let isOptional: Bool
  }

  private var attributes: [Key: Attribute] = [:]

  init(_ model: ManagedObjectModel) {
    for entity in model.entities {
      add(entity.attributes, of: entity, list: "", table: entity.table)
      for list in entity.toMany {
        add(list.attributes, of: entity, list: list.name, table: list.table)
      }
    }
  }

  private mutating func add(
    _ declared: [AttributeDescription], of entity: EntityDescription, list: String, table: String
  ) {
    for attribute in declared where attribute.derivation == nil {
      guard let column = attribute.column else { continue }
      attributes[Key(entity: entity.name, list: list, keyPath: attribute.keyPath)] = Attribute(
        table: table, column: column, type: attribute.storedType,
        isOptional: attribute.isOptional)
    }
  }

  subscript(key: Key) -> Attribute? {
    get { attributes[key] }
    set { attributes[key] = newValue }
  }

  func attributes(of entity: String) -> [(Key, Attribute)] {
    attributes.filter { $0.key.entity == entity && $0.key.list.isEmpty }
      .sorted { $0.key.keyPath < $1.key.keyPath }.map { ($0.key, $0.value) }
  }

  /// The table of an entity; nil for one without attributes.
  func table(of entity: String) -> String? { attributes(of: entity).first?.1.table }

  /// The attributes of the elements of a to-many relationship.
  func keys(ofList list: String, of entity: String) -> [Key] {
    attributes.keys.filter { $0.entity == entity && $0.list == list }
  }

  /// Gives an attribute or a to-many relationship another name; false if there is none, or one with that name.
  mutating func rename(_ old: Key, to new: Key) -> Bool {
    let elements = keys(ofList: old.keyPath, of: old.entity)
    guard attributes[old] != nil || !elements.isEmpty, attributes[new] == nil,
      keys(ofList: new.keyPath, of: new.entity).isEmpty
    else { return false }
    (attributes[old], attributes[new]) = (nil, attributes[old])
    for element in elements {
      let renamed = Key(entity: new.entity, list: new.keyPath, keyPath: element.keyPath)
      (attributes[element], attributes[renamed]) = (nil, attributes[element])
    }
    return true
  }

  /// The names of the to-many relationships of an entity that have a table.
  func lists(of entity: String) -> [String] {
    Set(attributes.keys.filter { $0.entity == entity }.map(\.list)).subtracting([""]).sorted()
  }

  var dateColumns: [String: Set<String>] {
    let dates = attributes.values.filter { $0.type == AttributeType.date.rawValue }
    return Dictionary(grouping: dates, by: \.table).mapValues { Set($0.map(\.column)) }
  }

  var entities: Set<String> { Set(attributes.keys.map(\.entity)) }

  /// What opening a store with some entities and a model adds, one sentence for each entity and attribute.
  func additions(_ model: ManagedObjectModel, to entities: Set<String>) -> [String] {
    let new = model.entities.map(\.name).filter { !entities.contains($0) }
    let added = StoredModel(model).attributes.keys.filter {
      entities.contains($0.entity) && attributes[$0] == nil
    }
    return new.map { "add entity '\($0)'" }
      + added.map { "add '\($0.name)' to '\($0.entity)'" }.sorted()
  }

  /// Throws a `StoreError` when the entities of a model would not find or misread what is stored.
  func check(_ model: ManagedObjectModel) throws {
    let declared = StoredModel(model)
    try checkTables(declared)
    let entities = Set(model.entities.map(\.name))
    let known = attributes.filter { entities.contains($0.key.entity) }
    for (key, stored) in known.sorted(by: { $0.key.name < $1.key.name }) {
      guard let attribute = declared.attributes[key] else {
        throw StoreError(
          .invalidModel, "store.attributeRemoved",
          "the attribute '\(key.name)' of the entity '\(key.entity)' is stored as \(stored.description(besides: nil)), the model does not declare it"
        )
      }
      guard attribute == stored else {
        throw StoreError(
          .invalidModel, "store.attributeChanged",
          "the attribute '\(key.name)' of the entity '\(key.entity)' is stored as \(stored.description(besides: attribute)), the model declares \(attribute.description(besides: stored))"
        )
      }
    }
  }

  /// Throws when a new entity or to-many relationship would use the table of a stored one with another name.
  private func checkTables(_ declared: StoredModel) throws {
    let owners = Dictionary(attributes.map { ($1.table.lowercased(), $0.owner) }) { min($0, $1) }
    let known = Set(attributes.keys.map(\.owner))
    let new = declared.attributes.filter { !known.contains($0.key.owner) }
    for (key, attribute) in new.sorted(by: { $0.key.owner < $1.key.owner }) {
      guard let owner = owners[attribute.table.lowercased()] else { continue }
      throw StoreError(
        .invalidModel, "store.tableOfOther",
        "'\(key.owner)' cannot have the table '\(attribute.table)', which stores '\(owner)': keep that name, or declare another table"
      )
    }
  }

  /// The stored attributes with those of a model; entities that the model lacks stay.
  func merging(_ model: ManagedObjectModel) -> StoredModel {
    var merged = self
    merged.attributes.merge(StoredModel(model).attributes) { _, declared in declared }
    return merged
  }
}

extension AttributeDescription {
  var storedType: String {
    relationship.map { StoredModel.Attribute.referencePrefix + $0.destination.name }
      ?? type.rawValue
  }
}

extension StoredModel.Attribute {
  fileprivate static let referencePrefix = "reference to "

  /// The value of a cell of the attribute: an object ID for a reference to an object.
  func value(of row: borrowing SQLiteStatement, _ column: Int) -> FetchValue {
    guard type.hasPrefix(Self.referencePrefix) else {
      return row.value(column, as: AttributeType(rawValue: type))
    }
    guard row.isInteger(column) else { return .null }
    let entity = String(type.dropFirst(Self.referencePrefix.count))
    return FetchValue(ObjectID(entityName: entity, rowID: row.integer(column)))
  }
}

extension StoredModel.Key {
  /// The entity, or the to-many relationship, whose table has the attribute.
  fileprivate var owner: String { list.isEmpty ? entity : "\(entity).\(list)" }

  fileprivate var name: String {
    if list.isEmpty { return keyPath }
    return keyPath == "self" ? list : "\(list).\(keyPath)"
  }
}

extension StoredModel.Attribute {
  var typeDescription: String { isOptional ? "optional \(type)" : type }

  /// The type, and the column when it is another one.
  fileprivate func description(besides other: Self?) -> String {
    guard let other, (table, column) != (other.table, other.column) else { return typeDescription }
    return "\(typeDescription) in column '\(column)' of table '\(table)'"
  }
}

// MARK: - As text

extension StoredModel {
  /// One sorted line of tab-separated fields for each attribute.
  var text: String {
    attributes.map { key, attribute in
      [
        key.entity, key.list, key.keyPath, attribute.table, attribute.column, attribute.type,
        attribute.isOptional ? "optional" : "required",
      ].joined(separator: "\t")
    }
    .sorted().joined(separator: "\n")
  }

  /// Reads a text; skips malformed lines.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 7 else { continue }
      attributes[Key(entity: fields[0], list: fields[1], keyPath: fields[2])] = Attribute(
        table: fields[3], column: fields[4], type: fields[5], isOptional: fields[6] == "optional")
    }
  }
}
