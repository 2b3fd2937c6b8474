/// A Swift value that is described by an entity: its attributes have key paths and columns.
public protocol DescribedValue: Sendable {
  /// A value with every attribute at its default.
  init()
  /// What the attributes are called and where they are kept.
  static var entity: EntityDescription { get }
}

/// A plain Swift value that the store can fetch, insert, update and delete.
///
/// ```swift
/// struct Book: FetchableEntity {
///   var objectID: ObjectID?
///   var title = ""
///   var price = 0.0
///
///   static let entity = EntityDescription(
///     Book.self, name: "Book",
///     properties: [.attribute("title", \.title), .attribute("price", \.price)])
/// }
/// ```
public protocol FetchableEntity: DescribedValue, KeyPathReadable, FetchResult {
  /// The identity of the stored object; nil before the value is inserted.
  var objectID: ObjectID? { get set }
}

extension FetchableEntity {
  /// The value of the attribute or to-many of that name; nil when the entity has none.
  public func value(forKeyPath keyPath: String) -> Value? {
    Self.entity.mapping(for: Self.self)?.value(forKeyPath: keyPath, of: self)
  }

  /// The whole object by key, nested as its key paths are.
  public var wholeValue: Value {
    Self.entity.mapping(for: Self.self)?.wholeValue(of: self) ?? .null
  }
}
