/// The entities of a store, and the fetch request templates that go with them.
public struct ManagedObjectModel: Hashable, Sendable {
  /// The entities, by declaration.
  public let entities: [EntityDescription]

  /// A model of some entities.
  public init(entities: [EntityDescription]) {
    self.entities = entities
  }

  /// The entity of a name; nil when the model has none.
  public func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }
}
