/// A to-many relationship: an ordered list of elements, stored in its own table.
///
/// ```swift
/// ToManyDescription("words", table: "book_word", of: .string)
/// ```
public struct ToManyDescription: Hashable, Sendable {
  /// The key, such as `tips`.
  public let name: String
  /// The name of the table; its columns `owner` and `position` identify an element.
  public let table: String
  /// The attributes of an element; key paths start from the element.
  public private(set) var attributes: [AttributeDescription]
  /// Whether an element is a scalar value, stored in the single attribute `self`.
  public private(set) var isScalar = false
  /// The relationship whose related objects are the elements; nil for plain values.
  public private(set) var relationship: RelationshipDescription?

  /// Creates a relationship whose elements have attributes.
  public init(_ name: String, table: String, attributes: [AttributeDescription]) {
    self.name = name
    self.table = table
    self.attributes = AttributeDescription.withOwnColumns(
      attributes, reserved: Self.reservedColumns)
  }

  /// Creates a relationship of scalar values, such as a list of words.
  public init(_ name: String, table: String, of type: AttributeType) {
    self.name = name
    self.table = table
    self.attributes = [AttributeDescription("self", type, column: "value")]
    self.isScalar = true
  }

  /// Creates a relationship of values of a Swift type that has those that `accepts` returns true for.
  init(
    _ name: String, table: String, of type: AttributeType,
    accepting accepts: @escaping @Sendable (FetchValue) -> Bool
  ) {
    self.init(name, table: table, of: type)
    attributes[0].typeCheck.accepts = accepts
  }

  /// Creates the list of the related objects' primary keys.
  init(_ relationship: RelationshipDescription, table: String) {
    self.name = relationship.name
    self.table = table
    self.attributes = [
      AttributeDescription(relationship: relationship, keyPath: "self", column: "value")
    ]
    self.isScalar = true
    self.relationship = relationship
  }

  /// The key paths that predicates may use: the key, and those to attributes of the elements.
  var keyPaths: [String] {
    let elements = isScalar ? [] : attributes.map { "\(name).\($0.keyPath)" }
    return [name] + elements
  }

  /// The value of an attribute of an element; a required one that is null has its default.
  func value(of attribute: AttributeDescription, in element: FetchValue) -> FetchValue {
    let value = isScalar ? element : element.value(forKeyPath: attribute.keyPath) ?? .null
    return value.isNull && !attribute.isOptional ? attribute.defaultValue : value
  }

  /// Throws for elements with a value that their Swift type does not have.
  func check(_ elements: FetchValue) throws {
    guard case .list(let elements) = elements else { return }
    for element in elements {
      for attribute in attributes {
        try attribute.check(value(of: attribute, in: element), of: name)
      }
    }
  }

  package func attributeIndex(forKeyPath keyPath: String) -> Int? {
    attributes.firstIndex { $0.keyPath == keyPath }
  }
}
