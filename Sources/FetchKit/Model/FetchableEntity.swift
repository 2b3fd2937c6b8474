/// A Swift value type that is described by an entity.
///
/// ```swift
/// struct Review: DescribedValue {
///   var stars = 0
///
///   static let entity = EntityDescription(
///     Review.self, name: "Review", properties: [.attribute("stars", \.stars)])
/// }
/// ```
public protocol DescribedValue: Sendable {
  /// Creates a value with the defaults of its attributes.
  init()
  /// The entity that describes the type.
  static var entity: EntityDescription { get }
}

/// A Swift value type that a store can fetch, insert, update and delete.
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
  /// The ID of the stored object; nil before it is inserted.
  var objectID: ObjectID? { get set }
  /// Checks the object before a transaction inserts or updates it; by default, every object is valid.
  ///
  /// ```swift
  /// func validate(_ validation: inout Validation) {
  ///   if price < 0 { validation.fail(\Book.price, "must not be negative") }
  /// }
  /// ```
  ///
  /// A write of an object with errors throws a `StoreError` that lists all of them. Batch updates do not check objects.
  func validate(_ validation: inout Validation)
}

extension FetchableEntity {
  /// Finds nothing wrong.
  public func validate(_ validation: inout Validation) {}

  /// Returns the value of an attribute or relationship; nil when the entity has none.
  public func value(forKeyPath keyPath: String) -> FetchValue? {
    Self.entity.mapping(for: Self.self)?.value(forKeyPath: keyPath, of: self)
  }

  /// The object as a dictionary, nested by key path.
  public var wholeValue: FetchValue {
    Self.entity.mapping(for: Self.self)?.wholeValue(of: self) ?? .null
  }
}

/// An object that a predicate can be evaluated with in memory.
public protocol KeyPathReadable {
  /// Returns the value of the property with exactly that key path; nil when there is none.
  func value(forKeyPath keyPath: String) -> FetchValue?
  /// The whole object, the value of `SELF`.
  var wholeValue: FetchValue { get }
}

extension KeyPathReadable {
  /// The whole object, with its object ID if it is stored.
  var identifiedValue: FetchValue {
    guard let id = (self as? any FetchableEntity)?.objectID, case .object(let members) = wholeValue
    else { return wholeValue }
    return .object(id, members)
  }
}

extension FetchValue: KeyPathReadable {
  /// The value itself.
  public var wholeValue: FetchValue { self }

  /// Returns the member at a key path through objects only; nil when a list or another value is on the way.
  public func value(forKeyPath keyPath: String) -> FetchValue? {
    var current = self
    for key in keyPath.split(separator: ".") {
      guard case .object(let members) = current, let member = members[String(key)] else {
        return nil
      }
      current = member
    }
    return current
  }

  /// Returns the object with another member at a key path, creating missing objects on the way.
  public func setting(_ value: FetchValue, forKeyPath keyPath: String) -> FetchValue {
    guard case .object(var members) = self else { return self }
    members.set(value, at: keyPath.split(separator: ".")[...])
    return .object(members)
  }
}
