@_exported public import FetchKit

/// Makes a struct an entity: every stored property becomes an attribute or a relationship of its name.
///
/// ```swift
/// @Entity(identifier: "isbn", indexes: [["author", "title"]])
/// struct Book {
///   var isbn = ""
///   @Attribute(hasNaturalOrder: true) var title = ""
///   var author = ""
///   var price: Decimal?
///   var tags: [String] = []
///   @Transient var isOpen = false
/// }
/// ```
///
/// Writes `objectID`, `init()` where the struct is public, the description `entity` and the conformance to
/// `FetchableEntity`. `name` defaults to the name of the struct, `table` to the name in lower case. The key paths
/// of `identifier`, `indexes` and `uniquenessConstraints` are checked when the struct is compiled.
@attached(member, names: named(objectID), named(init))
@attached(extension, conformances: FetchableEntity, names: named(entity))
public macro Entity(
  name: String? = nil, table: String? = nil, identifier: String? = nil, indexes: [[String]] = [],
  uniquenessConstraints: [[String]] = []
) = #externalMacro(module: "EntityMacro", type: "EntityMacro")

/// Describes how `@Entity` stores a property: the key path in predicates, the column, and whether a natural-order
/// sort key stands beside the text.
///
/// ```swift
/// @Attribute(name: "published.on", column: "published_on") var publishedOn: Date?
/// ```
@attached(peer)
public macro Attribute(
  name: String? = nil, column: String? = nil, hasNaturalOrder: Bool = false
) = #externalMacro(module: "EntityMacro", type: "MarkerMacro")

/// Describes a relationship of a struct with `@Entity`: its inverse, what deleting an object does to the related ones,
/// and the table or order of a list.
///
/// ```swift
/// @Relationship(inverse: "author", deleteRule: .cascade) var books: [ObjectReference<Book>] = []
/// ```
@attached(peer)
public macro Relationship(
  inverse: String? = nil, deleteRule: RelationshipDescription.DeleteRule = .nullify,
  table: String? = nil, orderedBy: String? = nil
) = #externalMacro(module: "EntityMacro", type: "MarkerMacro")

/// Leaves a property out of the entity; it has its default in every fetched object.
@attached(peer)
public macro Transient() = #externalMacro(module: "EntityMacro", type: "MarkerMacro")
