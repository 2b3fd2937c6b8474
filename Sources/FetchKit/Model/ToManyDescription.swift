/// A to-many of an entity: a list of elements, kept in a table of its own.
public struct ToManyDescription: Hashable, Sendable {
  /// The key, such as `tips`.
  public let name: String
  /// The table of the elements; its columns `owner` and `position` place an element.
  public let table: String
  /// The attributes of an element, with key paths from the element.
  public let attributes: [AttributeDescription]
  /// Whether an element is a bare value, held by the single attribute `self`.
  public let isScalar: Bool

  /// Describes a to-many whose elements have attributes.
  public init(_ name: String, table: String, attributes: [AttributeDescription]) {
    self.name = name
    self.table = table
    self.attributes = attributes
    self.isScalar = false
  }

  /// Describes a to-many of bare values, such as a list of words.
  public init(_ name: String, table: String, of type: AttributeType) {
    self.name = name
    self.table = table
    self.attributes = [AttributeDescription("self", type, column: "value")]
    self.isScalar = true
  }

  /// The place of an attribute in `attributes`; nil when there is none of that key path.
  public func attributeIndex(forKeyPath keyPath: String) -> Int? {
    attributes.firstIndex { $0.keyPath == keyPath }
  }
}
