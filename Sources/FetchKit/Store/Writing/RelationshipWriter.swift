internal import GRDB

/// Writes what the relationships of an object store in other rows: with their inverse.
struct RelationshipWriter {
  let entity: EntityDescription
  let database: Database
  let undo: UndoRecorder

  /// The relationships that lead from a row to itself.
  func circles(of row: Int64) throws -> Set<String> {
    let own = try entity.relationships.filter { relationship in
      guard relationship.inverse != nil, relationship.destination.name == entity.name,
        let storage = relationship.storage(in: entity)
      else { return false }
      return try leadsToItself(row, storage)
    }
    return Set(own.map(\.name))
  }

  private func leadsToItself(_ row: Int64, _ storage: RelationshipStorage) throws -> Bool {
    try !database.integers(
      """
      SELECT 1 FROM \(name: storage.table) WHERE \(name: storage.owner) = \(.integer(row)) \
      AND \(name: storage.target) = \(.integer(row))
      """, isReused: true
    ).isEmpty
  }

  /// Brings the related objects of a written row up to it; `value` is that of a relationship, nil to keep what is
  /// stored, and `circles` are the relationships that led to the row itself before. Throws for related objects that
  /// are not in the store.
  func didWrite(_ row: Int64, circles: Set<String> = [], _ value: (String) -> FetchValue?) throws {
    for relationship in entity.relationships {
      guard let storage = relationship.storage(in: entity) else { continue }
      if relationship.isInverse {
        guard case .list(let elements)? = value(relationship.name) else { continue }
        let ids = try ids(elements, relationship)
        let isKept = ids.contains(row) == circles.contains(relationship.name)
        try set(
          isKept ? circled(ids, row, relationship, storage) : ids, relationship, storage, of: row)
      } else {
        try checkTargets(of: row, relationship, storage)
        guard try !isSetByInverse(row, relationship, storage, circles) else { continue }
        try pair(row, relationship, storage)
      }
    }
  }

  /// A list that says nothing new about its own object, with or without it as the other side has it now.
  private func circled(
    _ ids: [Int64], _ row: Int64, _ relationship: RelationshipDescription,
    _ storage: RelationshipStorage
  ) throws -> [Int64] {
    guard relationship.destination.name == entity.name else { return ids }
    let isCircle = try leadsToItself(row, storage)
    guard isCircle != ids.contains(row) else { return ids }
    return isCircle ? ids + [row] : ids.filter { $0 != row }
  }

  private func ids(_ elements: [FetchValue], _ relationship: RelationshipDescription) throws
    -> [Int64]
  {
    var known: Set<Int64> = []
    return try elements.map { element in
      try element.objectID?.check(relationship.destination)
      guard let id = element.rowID(of: relationship.destination) else {
        throw StoreError(
          .constraint, "store.wrongObject",
          "\(entity.name).\(relationship.name) has objects of \(relationship.destination.name), found \(element.kindName)"
        )
      }
      return id
    }.filter { known.insert($0).inserted }
  }

  private func checkTargets(
    of row: Int64, _ relationship: RelationshipDescription, _ storage: RelationshipStorage
  ) throws {
    let target: SQLFragment = "pairs.\(name: storage.target)"
    let destination = relationship.destination
    let missing = try database.integers(
      """
      SELECT \(target) FROM \(name: storage.table) AS pairs \
      WHERE pairs.\(sql: storage.owner) = \(.integer(row)) AND \(target) IS NOT NULL AND NOT EXISTS \
      (SELECT 1 FROM \(name: destination.table) AS object WHERE object.pk = \(target))
      """, isReused: true)
    if let id = missing.first { throw StoreError.rowGone(id, destination) }
  }

  /// Sets a column of a row of an entity to the primary key of a related object.
  private func assign(
    _ column: String, _ value: Int64?, to row: Int64, of entity: EntityDescription
  )
    throws
  {
    try undo.willUpdate(row, entity)
    let count = try database.run(
      """
      UPDATE \(name: entity.table) SET \(name: column) = \
      \(value.map(FetchValue.integer) ?? .null) WHERE pk = \(.integer(row))
      """, isReused: true)
    guard count > 0 else { throw StoreError.rowGone(row, entity) }
  }
}

// MARK: - To one

extension RelationshipWriter {
  /// Whether the inverse of a to-one relationship begins or ceases to lead to the object itself, and this one follows.
  private func isSetByInverse(
    _ row: Int64, _ relationship: RelationshipDescription, _ storage: RelationshipStorage,
    _ circles: Set<String>
  ) throws -> Bool {
    guard !relationship.isToMany, relationship.destination.name == entity.name,
      let inverse = relationship.inverseDescription, !inverse.isToMany,
      let other = inverse.storage(in: entity)
    else { return false }
    let isCircle = try leadsToItself(row, storage)
    return try isCircle == circles.contains(relationship.name)
      && isCircle != leadsToItself(row, other)
  }

  /// Makes two to-one relationships lead to each other, and to nobody else.
  private func pair(
    _ row: Int64, _ relationship: RelationshipDescription, _ storage: RelationshipStorage
  ) throws {
    guard !relationship.isToMany, let inverse = relationship.inverseDescription, !inverse.isToMany
    else { return }
    let destination = relationship.destination
    guard let column = inverse.storage(in: destination)?.target else { return }
    let target = try database.integers(
      """
      SELECT \(name: storage.target) FROM \(name: entity.table) \
      WHERE pk = \(.integer(row)) AND \(name: storage.target) IS NOT NULL
      """, isReused: true
    ).first
    for other in try rows(with: column, row, of: destination) where other != target {
      try assign(column, nil, to: other, of: destination)
    }
    guard let target else { return }
    for other in try rows(with: storage.target, target, of: entity) where other != row {
      try assign(storage.target, nil, to: other, of: entity)
    }
    guard try !rows(with: column, row, of: destination).contains(target) else { return }
    try assign(column, row, to: target, of: destination)
  }

  private func rows(with column: String, _ value: Int64, of entity: EntityDescription) throws
    -> [Int64]
  {
    try database.integers(
      "SELECT pk FROM \(name: entity.table) WHERE \(name: column) = \(.integer(value))",
      isReused: true)
  }
}

// MARK: - To many

extension RelationshipWriter {
  /// Makes some objects, and no others, lead to a row.
  private func set(
    _ ids: [Int64], _ relationship: RelationshipDescription, _ storage: RelationshipStorage,
    of row: Int64
  ) throws {
    let destination = relationship.destination
    let before = try SQLiteStatement(database, storage.pairs(of: [row]), isReused: true)
      .map { $0.integer(1) }
    let (old, new) = (Set(before), Set(ids))
    for id in before where !new.contains(id) {
      try set(id, nil, storage, destination, row)
    }
    for id in ids where !old.contains(id) {
      try set(id, row, storage, destination, row)
    }
    if let position = storage.position { try order(ids, by: position, of: destination) }
  }

  /// Makes an object lead to a row, or to none.
  private func set(
    _ id: Int64, _ value: Int64?, _ storage: RelationshipStorage, _ destination: EntityDescription,
    _ row: Int64
  ) throws {
    guard storage.target != "pk" else {
      return try assign(storage.owner, value, to: id, of: destination)
    }
    guard try !rows(with: "pk", id, of: destination).isEmpty else {
      throw StoreError.rowGone(id, destination)
    }
    try undo.willUpdate(id, destination)
    let table = SQLName.quoted(storage.table)
    try database.run(
      value == nil
        ? """
        DELETE FROM \(sql: table) WHERE owner = \(.integer(id)) AND value = \(.integer(row))
        """
        : """
        INSERT INTO \(sql: table) (owner, position, value) SELECT \(.integer(id)), \
        COALESCE(MAX(position) + 1, 0), \(.integer(row)) FROM \(sql: table) \
        WHERE owner = \(.integer(id))
        """, isReused: true)
  }

  /// Numbers the related objects, if they are in another order.
  private func order(_ ids: [Int64], by column: String, of destination: EntityDescription) throws {
    let (table, column) = (SQLName.quoted(destination.table), SQLName.quoted(column))
    var places: [Int64: Int64] = [:]
    try SQLiteStatement(
      database,
      """
      SELECT pk, \(sql: column) FROM \(sql: table) WHERE \(sql: column) IS NOT NULL \
      AND pk IN \(keys: ids)
      """, isReused: true
    ).forEachRow { places[$0.integer(0)] = $0.integer(1) }
    let known = ids.map { places[$0] ?? .min }
    let isOrdered = zip(known, known.dropFirst()).allSatisfy { $0 < $1 } && !known.contains(.min)
    guard !isOrdered else { return }
    for (index, id) in ids.enumerated() where places[id] != Int64(index) {
      try undo.willUpdate(id, destination)
      try database.run(
        """
        UPDATE \(sql: table) SET \(sql: column) = \(.integer(Int64(index))) \
        WHERE pk = \(.integer(id))
        """, isReused: true)
    }
  }
}
