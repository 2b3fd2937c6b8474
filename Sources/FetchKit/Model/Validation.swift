/// What is wrong with an attribute of an object.
public struct AttributeError: Hashable, Sendable {
  /// The key path of the attribute.
  public let keyPath: String
  /// The reason, such as "must not be negative".
  public let reason: String
}

/// Collects what is wrong with an object that is about to be written.
///
/// ```swift
/// func validate(_ validation: inout Validation) {
///   if title.isEmpty { validation.fail(\Book.title, "is missing") }
/// }
/// ```
public struct Validation: Sendable {
  /// How the object is written.
  public enum Operation: Hashable, Sendable {
    /// It is new.
    case insert
    /// It overwrites a stored object.
    case update
  }

  /// How the object is written.
  public let operation: Operation
  /// What is wrong so far; empty for a valid object.
  public private(set) var errors: [AttributeError] = []

  init(_ operation: Operation) { self.operation = operation }

  /// Adds an error of the attribute at a key path.
  public mutating func fail(_ keyPath: String, _ reason: String) {
    errors.append(AttributeError(keyPath: keyPath, reason: reason))
  }

  /// Adds an error of the attribute at a Swift key path.
  public mutating func fail<Root: DescribedValue>(_ keyPath: PartialKeyPath<Root>, _ reason: String)
  {
    fail(Root.keyPathName(of: keyPath), reason)
  }
}

extension FetchableEntity {
  /// Throws a `StoreError` with all errors of the object, unless it is valid.
  func checkValidity(_ operation: Validation.Operation) throws {
    var validation = Validation(operation)
    validate(&validation)
    Self.entity.mapping(for: Self.self)?.checkEmbeddedObjects(of: self, &validation)
    guard !validation.errors.isEmpty else { return }
    let reasons = validation.errors.map { "\($0.keyPath) \($0.reason)" }.joined(separator: ", ")
    var error = StoreError(
      .constraint, "store.invalidObject", "this \(Self.entity.name) is not valid: \(reasons)")
    error.attributeErrors = validation.errors
    throw error
  }
}
