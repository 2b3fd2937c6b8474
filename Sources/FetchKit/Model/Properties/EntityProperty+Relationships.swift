extension EntityProperty {
  /// Describes a relationship to one object, stored in a column.
  ///
  /// ```swift
  /// .toOne("author", \.author, inverse: "books")  // column author
  /// // author.name == "Ada": (SELECT name FROM author WHERE pk = book.author) = 'Ada'
  /// ```
  ///
  /// `inverse` is the relationship of the other entity that leads back, and `deleteRule` says what happens to the
  /// related object when an object is deleted.
  public static func toOne<Target: FetchableEntity>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, ObjectReference<Target>?> & Sendable,
    inverse: String? = nil, deleteRule: RelationshipDescription.DeleteRule = .nullify,
    column: String? = nil
  ) -> EntityProperty {
    let relationship = RelationshipDescription.toOne(
      name, to: Target.entity, inverse: inverse, deleteRule: deleteRule)
    return EntityProperty(
      relationship, keyPath, column: column, value: \.value, object: { ObjectReference($0) },
      rowID: \.rowID
    ) { id, object in ObjectReference(rowID: id, object: object) }
  }

  /// Describes a relationship to one object, which `value` writes as a value and `object` reads from one; `fetched`
  /// makes it of the related object, if that was found.
  private init<Object, Target: FetchableEntity>(
    _ relationship: RelationshipDescription,
    _ keyPath: any WritableKeyPath<Root, Object?> & Sendable, column: String?,
    value: @escaping @Sendable (Object) -> FetchValue,
    object: @escaping @Sendable (FetchValue) -> Object?,
    rowID: @escaping @Sendable (Object) -> Int64?,
    fetched: @escaping @Sendable (Int64, Target?) -> Object?
  ) {
    let attribute = AttributeDescription(
      relationship: relationship, keyPath: relationship.name, column: column)
    self.init(
      kind: .attribute(attribute), keyPath: keyPath,
      read: { $0[keyPath: keyPath].map(value) ?? .null },
      write: { root, stored in
        root[keyPath: keyPath] = object(stored)
        return stored.isNull || root[keyPath: keyPath] != nil
      })
    readStored = { $0[keyPath: keyPath].flatMap(rowID).map(FetchValue.integer) ?? .null }
    prefetch = { roots, range, related in
      let ids = Set(roots[range].compactMap { $0[keyPath: keyPath].flatMap(rowID) })
      let objects = try related.objects(ids, of: Target.entity, as: Target.self)
      for index in range {
        guard let id = roots[index][keyPath: keyPath].flatMap(rowID) else { continue }
        roots[index][keyPath: keyPath] = fetched(id, objects[id])
      }
    }
  }

  /// Describes a relationship to one object that is fetched with the object that has it.
  ///
  /// ```swift
  /// .toOne("author", \.author, inverse: "books")  // var author: Author?
  /// ```
  ///
  /// A fetch needs one more statement for up to 500 objects. Only the object ID of the related object is stored: change
  /// the object itself in a transaction. It has to be stored before others are related to it.
  public static func toOne<Target: FetchableEntity>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Target?> & Sendable,
    inverse: String? = nil, deleteRule: RelationshipDescription.DeleteRule = .nullify,
    column: String? = nil
  ) -> EntityProperty {
    let relationship = RelationshipDescription.toOne(
      name, to: Target.entity, inverse: inverse, deleteRule: deleteRule)
    var property = EntityProperty(
      relationship, keyPath, column: column, value: \.identifiedValue,
      object: { Target(related: $0) }, rowID: \.objectID?.rowID
    ) { _, object in object }
    property.holdsNewObject = { root in
      root[keyPath: keyPath].map { $0.objectID == nil } ?? false
    }
    return property
  }

  /// Describes a relationship to many objects.
  ///
  /// ```swift
  /// .toMany("books", \.books, inverse: "author", deleteRule: .cascade)  // Book has .toOne("author", …)
  /// .toMany("tags", \.tags, table: "book_tag", inverse: "books")  // Tag has .toMany("books", …)
  /// ```
  ///
  /// The list has a table, or is stored with its `inverse`: a to-one relationship, or a to-many one with a table. A list
  /// in a table keeps its order; the inverse of a to-one relationship is ordered by `orderedBy`, an integer attribute of
  /// its objects, otherwise by primary key. Without `table` and `inverse` the table is `TYPE_NAME`.
  public static func toMany<Target: FetchableEntity>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, [ObjectReference<Target>]> & Sendable,
    table: String? = nil, inverse: String? = nil,
    deleteRule: RelationshipDescription.DeleteRule = .nullify, orderedBy: String? = nil
  ) -> EntityProperty {
    let table = table ?? (inverse == nil ? defaultTable(name) : nil)
    let relationship = RelationshipDescription.toMany(
      name, to: Target.entity, table: table, inverse: inverse, deleteRule: deleteRule,
      orderedBy: orderedBy)
    var property = EntityProperty(
      kind: relationship.list.map(Kind.toMany) ?? .inverse(relationship),
      keyPath: keyPath,
      read: { .list($0[keyPath: keyPath].map(\.value)) },
      write: { root, value in
        guard case .list(let elements) = value else { return false }
        root[keyPath: keyPath] = elements.compactMap(ObjectReference.init)
        return root[keyPath: keyPath].count == elements.count
      })
    property.readStored = { root in
      var known: Set<Int64> = []
      let ids = root[keyPath: keyPath].map(\.rowID).filter { known.insert($0).inserted }
      return .list(ids.map(FetchValue.integer))
    }
    property.prefetch = { roots, range, related in
      let ids = Set(roots[range].flatMap { $0[keyPath: keyPath].map(\.rowID) })
      let objects = try related.objects(ids, of: Target.entity, as: Target.self)
      for index in range {
        roots[index][keyPath: keyPath] = roots[index][keyPath: keyPath].map {
          ObjectReference(rowID: $0.rowID, object: objects[$0.rowID])
        }
      }
    }
    return property
  }

  static func defaultTable(_ name: String) -> String {
    "\(String(describing: Root.self))_\(name)".lowercased()
  }
}

extension FetchableEntity {
  /// Creates an object from the value of a relationship, with defaults for what the value does not have; nil for
  /// another value.
  fileprivate init?(related value: FetchValue) {
    let made = Self.entity.mapping(for: Self.self)?.make(from: value)
    guard let rowID = value.rowID(of: Self.entity), var object = made ?? nil else { return nil }
    object.objectID = ObjectID(entityName: Self.entity.name, rowID: rowID)
    self = object
  }
}
