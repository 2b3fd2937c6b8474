public import FetchKit

/// The property descriptions that `@Entity` writes: the type of a property chooses the description.
extension EntityProperty where Root: DescribedValue {
  /// An attribute of a type that a column has.
  public static func entityProperty<Member: AttributeValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Member> & Sendable, column: String? = nil,
    hasNaturalOrder: Bool = false
  ) -> EntityProperty {
    .attribute(name, keyPath, column: column, hasNaturalOrder: hasNaturalOrder)
  }

  /// A list of plain values.
  public static func entityProperty<Element: AttributeValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, [Element]> & Sendable
  ) -> EntityProperty {
    .toMany(name, keyPath)
  }

  /// A list of values that belong to the object.
  public static func entityProperty<Element: DescribedValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, [Element]> & Sendable
  ) -> EntityProperty {
    .toMany(name, keyPath, table: "\(Root.self)_\(name)".lowercased())
  }

  /// An optional structure, stored in columns of the object.
  public static func entityProperty<Part: DescribedValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Part?> & Sendable
  ) -> EntityProperty {
    .embedded(name, keyPath)
  }

  /// A relationship to one object.
  public static func entityProperty<Target: FetchableEntity>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, ObjectReference<Target>?> & Sendable,
    inverse: String? = nil, deleteRule: RelationshipDescription.DeleteRule = .nullify,
    column: String? = nil
  ) -> EntityProperty {
    .toOne(name, keyPath, inverse: inverse, deleteRule: deleteRule, column: column)
  }

  /// A relationship to many objects.
  public static func entityProperty<Target: FetchableEntity>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, [ObjectReference<Target>]> & Sendable,
    inverse: String? = nil, deleteRule: RelationshipDescription.DeleteRule = .nullify,
    table: String? = nil, orderedBy: String? = nil
  ) -> EntityProperty {
    .toMany(
      name, keyPath, table: table, inverse: inverse, deleteRule: deleteRule, orderedBy: orderedBy)
  }

  /// An attribute of any other `Codable` type, stored as JSON.
  @_disfavoredOverload
  public static func entityProperty<Member: Codable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Member> & Sendable, column: String? = nil
  ) -> EntityProperty {
    .codable(name, keyPath, column: column)
  }

  /// A relationship to one object, which is fetched with the object that has it.
  public static func entityProperty<Target: FetchableEntity>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Target?> & Sendable,
    inverse: String? = nil, deleteRule: RelationshipDescription.DeleteRule = .nullify,
    column: String? = nil
  ) -> EntityProperty {
    .toOne(name, keyPath, inverse: inverse, deleteRule: deleteRule, column: column)
  }

  // Deprecated, because the compiler passes over what is unavailable where another function fits.

  /// Copies of objects of another entity.
  @available(
    *, deprecated,
    message: "these are copies that belong to the object; a relationship is [ObjectReference<…>]"
  )
  public static func entityProperty<Target: FetchableEntity>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, [Target]> & Sendable
  ) -> EntityProperty {
    .toMany(name, keyPath, table: "\(Root.self)_\(name)".lowercased())
  }

  /// Objects of another entity, which references stand for.
  @available(*, unavailable, message: "a relationship to many objects is [ObjectReference<…>]")
  public static func entityProperty<Target: FetchableEntity>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, [Target]> & Sendable, inverse: String?,
    deleteRule: RelationshipDescription.DeleteRule = .nullify, table: String? = nil,
    orderedBy: String? = nil
  ) -> EntityProperty {
    .toMany(name, keyPath, table: table ?? name)
  }
}
