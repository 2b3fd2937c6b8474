internal import Collation

/// The entities of a store, and the fetch request templates that go with them.
public struct ManagedObjectModel: Hashable, Sendable {
  /// The entities, by declaration.
  public let entities: [EntityDescription]
  /// The templates by name; a request made from one is a copy, so that no request changes a template.
  public let fetchRequestTemplates: [String: FetchRequestTemplate]

  /// A model of some entities and templates.
  public init(
    entities: [EntityDescription], fetchRequestTemplates: [String: FetchRequestTemplate] = [:]
  ) {
    self.entities = entities
    self.fetchRequestTemplates = fetchRequestTemplates
  }

  /// The entity of a name; nil when the model has none.
  public func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }
}

// MARK: - Templates

extension ManagedObjectModel {
  /// The request of a template, for objects of a type; variables in it stay to be bound.
  ///
  /// Throws a `StoreError` of code `invalidRequest` when there is no such template or it is for another entity.
  public func fetchRequestTemplate<Element: FetchableEntity>(
    named name: String, as type: Element.Type
  ) throws -> FetchRequest<Element> {
    guard let template = fetchRequestTemplates[name] else {
      let hint = NearestName.nearest(to: name, in: fetchRequestTemplates.keys.sorted())
      throw StoreError(
        .invalidRequest,
        hint.map {
          ErrorMessage(
            "store.noTemplateHint",
            "the model has no template named '\(name)', did you mean '\($0)'?")
        } ?? ErrorMessage("store.noTemplate", "the model has no template named '\(name)'"))
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

  /// The request of a template with its variables bound.
  ///
  /// Throws a `StoreError` of code `invalidRequest` also when a variable is left without a value.
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
