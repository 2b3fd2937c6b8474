internal import Collation

/// The entities of a store and its fetch request templates.
///
/// ```swift
/// let model = ManagedObjectModel(entities: [Book.entity, Author.entity])
/// let store = try FetchStore(path: "books.sqlite", model: model)
/// ```
public struct ManagedObjectModel: Hashable, Sendable {
  /// The entities in the order of declaration.
  public let entities: [EntityDescription]
  /// The fetch request templates by name.
  public let fetchRequestTemplates: [String: FetchRequestTemplate]

  /// Creates a model.
  public init(
    entities: [EntityDescription], fetchRequestTemplates: [String: FetchRequestTemplate] = [:]
  ) {
    self.entities = entities
    self.fetchRequestTemplates = fetchRequestTemplates
  }

  /// Returns the entity with a name; nil when there is none.
  public func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }

  @discardableResult
  func check(_ name: String) throws -> EntityDescription {
    guard let entity = entity(named: name) else {
      throw StoreError(.invalidRequest, "store.noEntity", "the model has no entity named '\(name)'")
    }
    return entity
  }
}

// MARK: - Relationships

extension ManagedObjectModel {
  struct Reference {
    let entity: EntityDescription
    let relationship: RelationshipDescription
    let storage: RelationshipStorage
  }

  func references(to entity: EntityDescription) -> [Reference] {
    entities.flatMap { other in
      other.relationships.compactMap { relationship in
        guard !relationship.isInverse, relationship.destination.name == entity.name,
          let storage = relationship.storage(in: other)
        else { return nil }
        return Reference(entity: other, relationship: relationship, storage: storage)
      }
    }
  }
}

// MARK: - Templates

extension ManagedObjectModel {
  /// Returns a request from a template; its variables remain unbound.
  ///
  /// Throws a `StoreError` with the code `invalidRequest` for an unknown template and one of another entity.
  public func fetchRequestTemplate<Element: FetchableEntity>(
    named name: String, as type: Element.Type
  ) throws -> FetchRequest<Element> {
    guard let template = fetchRequestTemplates[name] else {
      let hint = NearestName.nearest(to: name, in: fetchRequestTemplates.keys.sorted())
      throw StoreError(
        .invalidRequest,
        ErrorMessage("store.noTemplate", "the model has no template named '\(name)'")
          .suggesting(hint))
    }
    guard template.entityName == Element.entity.name else {
      throw StoreError(
        .invalidRequest, "store.templateEntity",
        "the template '\(name)' is for \(template.entityName), not for \(Element.entity.name)")
    }
    var request = FetchRequest<Element>()
    request.predicate = template.predicate
    request.sortDescriptors = template.sortDescriptors
    request.fetchLimit = template.fetchLimit
    return request
  }

  /// Returns a request from a template with its variables bound.
  ///
  /// ```swift
  /// let near = try model.fetchRequest(
  ///   fromTemplate: "nearby", substituting: ["METERS": 500], as: Venue.self)
  /// ```
  ///
  /// Throws a `StoreError` with the code `invalidRequest`, also when a variable has no value.
  public func fetchRequest<Element: FetchableEntity>(
    fromTemplate name: String, substituting variables: [String: any PredicateArgument],
    as type: Element.Type
  ) throws -> FetchRequest<Element> {
    var request = try fetchRequestTemplate(named: name, as: type)
    request.predicate = request.predicate?.substituting(variables)
    if let unbound = request.predicate?.variables.min() {
      throw StoreError(
        .invalidRequest, "store.unboundVariable",
        "the variable $\(unbound) of the template '\(name)' has no value")
    }
    return request
  }
}

/// A named request of a model; its predicate may contain variables such as `$RADIUS`.
///
/// ```swift
/// FetchRequestTemplate(
///   entityName: "Book", predicate: try FetchPredicate(format: "price < $LIMIT"))
/// ```
public struct FetchRequestTemplate: Hashable, Sendable {
  /// The name of the entity.
  public let entityName: String
  /// The condition; nil for all objects.
  public let predicate: FetchPredicate?
  /// The sort order; empty to sort by primary key.
  public let sortDescriptors: [FetchSortDescriptor]
  /// The maximum number of objects; 0 for no limit.
  public let fetchLimit: Int

  /// Creates a template.
  public init(
    entityName: String, predicate: FetchPredicate?, sortDescriptors: [FetchSortDescriptor] = [],
    fetchLimit: Int = 0
  ) {
    self.entityName = entityName
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.fetchLimit = fetchLimit
  }

  /// The names of the variables without values, without `$`.
  public var variables: Set<String> { predicate?.variables ?? [] }
}
