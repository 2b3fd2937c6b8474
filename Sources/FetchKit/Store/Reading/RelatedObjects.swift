internal import GRDB

/// Fetches the objects of a relationship for many objects at once.
struct RelatedObjects {
  let relationship: RelationshipDescription
  /// The relationships of the related objects to follow, too.
  private var keyPaths: [String]
  private let database: Database

  /// The relationships that some key paths begin with and those that each fetch follows, each once.
  static func all(_ keyPaths: [String], of entity: EntityDescription, _ database: Database) throws
    -> [RelatedObjects]
  {
    var all: [RelatedObjects] = []
    for keyPath in keyPaths + entity.embeddedRelationships {
      guard let (relationship, rest) = entity.relationship(startOf: keyPath) else {
        throw StoreError(
          .invalidRequest, "store.noRelationship",
          "\(entity.name) has no relationship '\(keyPath)' to prefetch")
      }
      let rests = rest.isEmpty ? [] : [rest]
      if let index = all.firstIndex(where: { $0.relationship.name == relationship.name }) {
        all[index].keyPaths += rests
      } else {
        all.append(RelatedObjects(relationship: relationship, keyPaths: rests, database: database))
      }
    }
    return all
  }

  func objects<Object: FetchResult>(
    _ ids: Set<Int64>, of entity: EntityDescription, as type: Object.Type
  ) throws -> [Int64: Object] {
    guard !ids.isEmpty else { return [:] }
    return try Self.objects(ids.sorted(), of: entity, as: type, prefetching: keyPaths, database)
  }

  static func objects<Object: FetchResult>(
    _ ids: [Int64], of entity: EntityDescription, as type: Object.Type,
    prefetching keyPaths: [String], _ database: Database
  ) throws -> [Int64: Object] {
    let query = FetchQuery(entity: .description(entity))
    let sql = try FetchStatement(query, entity: entity).objects(withIDs: ids)
    let reader = try RowReader<Object>(sql, entity, database, prefetching: keyPaths)
    var objects: [Int64: Object] = [:]
    var chunk: [Object] = []
    while try reader.read(into: &chunk) {
      for (id, object) in zip(reader.rowIDs, chunk) { objects[id] = object }
      chunk.removeAll(keepingCapacity: true)
    }
    return objects
  }
}

extension FetchQuery {
  /// The entities other than its own whose changes can change the results of a request.
  func relatedEntities(_ entity: EntityDescription, sectionNameKeyPath: String? = nil) -> Set<
    String
  > {
    guard !entity.relationships.isEmpty else { return [] }
    var names = keyNames(sectionNameKeyPath, entity)
    let holdsObjects = !prefetching.isEmpty || !entity.embeddedKeyPaths.isEmpty
    var (found, reached): (Set<String>, [EntityDescription]) = ([], [entity])
    var known = 0
    // The names grow with the computed attributes of the entities that they lead to.
    while known < names.count + reached.count {
      known = names.count + reached.count
      for place in reached {
        let isRead = holdsObjects || place.name == entity.name
        for attribute in place.attributes where isRead || names.contains(attribute.keyPath) {
          names.formUnion(Self.keyNames(attribute.definition?.steps ?? []))
        }
        for relationship in place.relationships where names.contains(relationship.name) {
          let destination = relationship.destination
          if found.insert(destination.name).inserted { reached.append(destination) }
        }
      }
    }
    return found
  }

  /// The relationships of prefetched objects and computed attributes, by key path from the entity of the request.
  func followedRelationships(_ entity: EntityDescription) -> [(
    keyPath: (path: String, isToMany: Bool), RelationshipDescription
  )] {
    var found: [String: ((path: String, isToMany: Bool), RelationshipDescription)] = [:]
    let computed = entity.attributes.filter { $0.definition != nil }.map(\.keyPath)
    var waiting = prefetching + entity.embeddedKeyPaths + computed
    var known: Set<String> = []
    while let keyPath = waiting.popLast() {
      guard keyPath.keyCount <= EntityDescription.maximumKeyCount, known.insert(keyPath).inserted
      else { continue }
      var (place, path, isToMany, rest) = (entity, "", false, keyPath)
      while !rest.isEmpty, let (relationship, next) = place.relationship(startOf: rest) {
        path += (path.isEmpty ? "" : ".") + relationship.name
        isToMany = isToMany || relationship.isToMany
        found[path] = ((path, isToMany), relationship)
        (place, rest) = (relationship.destination, next)
      }
      let key = rest.splittingOperator.rest
      // Of an object as a whole, all attributes are read.
      let definitions = place.attributes.filter { key.isEmpty || $0.keyPath == key }
        .compactMap(\.definition)
      waiting += definitions.flatMap(\.keyPaths).map { path.isEmpty ? $0 : "\(path).\($0)" }
    }
    return Array(found.values)
  }

  /// All key paths of the request and their beginnings, wherever they start, without those of too many keys.
  private func keyNames(_ sectionNameKeyPath: String?, _ entity: EntityDescription) -> Set<String> {
    var paths = Set(sortDescriptors.map(\.keyPath) + groupBy + prefetching)
    paths.formUnion(entity.embeddedKeyPaths)
    if let sectionNameKeyPath { paths.insert(sectionNameKeyPath) }
    for predicate in [predicate, having].compactMap(\.self) { paths.formUnion(predicate.steps) }
    for property in properties ?? [] { paths.formUnion(property.expression.steps) }
    return Self.keyNames(paths)
  }

  private static func keyNames(_ paths: Set<String>) -> Set<String> {
    var names: Set<String> = []
    for path in paths where path.keyCount <= EntityDescription.maximumKeyCount {
      let keys = path.split(separator: ".")
      for start in keys.indices {
        for end in start..<keys.count { names.insert(keys[start...end].joined(separator: ".")) }
      }
    }
    return names
  }
}

extension FetchPredicate {
  /// Returns the condition that some of the objects at a key path are related.
  static func related(_ keyPath: String, _ isToMany: Bool, to ids: [ObjectID]) -> FetchPredicate {
    .comparison(
      .keyPath(keyPath), .in, .constant(.list(ids.map { FetchValue($0) })),
      modifier: isToMany ? .any : .direct)
  }
}
