/// An attribute of an entity: its key path in predicates and its column in the store.
///
/// ```swift
/// AttributeDescription("location.postalCode", .string)  // column location_postal_code
/// AttributeDescription("price", .double, isOptional: false, defaultValue: 0)
/// ```
public struct AttributeDescription: Hashable, Sendable {
  /// The key path from the entity, such as `name` or `location.distance`.
  public let keyPath: String
  /// The name of the column; nil for an attribute that is computed in each fetch.
  public internal(set) var column: String?
  /// The type of the values in Swift and in SQLite.
  public let type: AttributeType
  /// Whether the attribute may be nil.
  public private(set) var isOptional = true
  /// The value of a new row that sets none; `.null` for an optional attribute.
  public private(set) var defaultValue = FetchValue.null
  /// Whether the store keeps a second column with the natural-order sort key of this text.
  public private(set) var hasNaturalOrder = false
  /// How the store computes the value from other attributes at each write; nil for a plain attribute.
  public private(set) var derivation: Derivation?
  /// The expression that computes the value in each fetch; nil for a stored attribute.
  public private(set) var definition: FetchExpression?
  /// The relationship whose related object the attribute identifies; nil for a plain attribute.
  public private(set) var relationship: RelationshipDescription?
  /// The optional structure that the attribute is part of; nil for an attribute of the object itself.
  private(set) var structure: EmbeddedStructure?
  /// The values that the Swift type of the attribute has.
  var typeCheck = TypeCheck()

  /// Creates a stored attribute; `column` defaults to the key path in snake case, with a trailing underscore where
  /// an entity uses that otherwise.
  public init(
    _ keyPath: String, _ type: AttributeType, isOptional: Bool = true, column: String? = nil,
    defaultValue: FetchValue = .null, hasNaturalOrder: Bool = false, derivation: Derivation? = nil
  ) {
    self.keyPath = keyPath
    self.column = column ?? snakeCase(keyPath)
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.hasNaturalOrder = hasNaturalOrder
    self.derivation = derivation
  }

  /// Creates an attribute that is computed from an expression in each fetch.
  public init(_ keyPath: String, _ type: AttributeType, computed definition: FetchExpression) {
    self.keyPath = keyPath
    self.type = type
    self.definition = definition
  }

  /// Creates a computed attribute whose property has `defaultValue` where the expression is nil, unless it is optional.
  init(
    _ keyPath: String, _ type: AttributeType, computed definition: FetchExpression,
    isOptional: Bool, defaultValue: FetchValue
  ) {
    self.init(keyPath, type, computed: definition)
    self.isOptional = isOptional
    self.defaultValue = isOptional ? .null : defaultValue
  }

  init(relationship: RelationshipDescription, keyPath: String, column: String? = nil) {
    self.keyPath = keyPath
    self.column = column ?? snakeCase(keyPath)
    self.type = .integer
    self.relationship = relationship
  }

  /// Returns the attribute as one of an optional structure.
  func part(of structure: EmbeddedStructure) -> AttributeDescription {
    var copy = self
    copy.structure = structure
    return copy
  }

  /// The value of objects that were stored without the attribute; where it is part of a structure, of those that have
  /// the structure.
  var initialValue: FetchValue {
    let value = structure?.defaultValue ?? defaultValue
    guard value.isNull, !isOptional else { return value }
    return type == .string ? .string("") : .integer(0)
  }

  /// Throws for a value that the Swift type does not have, such as the raw value of no case.
  func check(_ value: FetchValue, of owner: String) throws {
    guard let accepts = typeCheck.accepts, let stored = value.stored(as: self), !stored.isNull,
      !accepts(stored)
    else { return }
    throw StoreError(
      .constraint, "store.noSuchValue",
      "the type of '\(keyPath)' of \(owner) does not have the value \(FetchExpression.constant(value).description)"
    )
  }

  var hasDefaultColumn: Bool { definition == nil && column == snakeCase(keyPath) }

  var orderColumn: String? {
    guard hasNaturalOrder, let column else { return nil }
    return column + "_order"
  }
}

/// An optional structure with an attribute of an entity.
struct EmbeddedStructure: Hashable {
  let keyPath: String
  /// The value of the attribute in a new structure.
  let defaultValue: FetchValue
  /// Whether the attribute has a value in every structure.
  let isRequired: Bool

  func contains(_ keyPath: String) -> Bool { keyPath.hasPrefix(self.keyPath + ".") }
}

extension [AttributeDescription] {
  /// The optional structures, each with an attribute that has a value in each of them; inner ones come first.
  var structures: [(keyPath: String, marker: String)] {
    Set(compactMap(\.structure?.keyPath)).sorted { ($0.keyCount, $0) > ($1.keyCount, $1) }
      .compactMap { keyPath in marker(ofStructure: keyPath).map { (keyPath, $0) } }
  }

  /// The key path of an attribute that has a value in each structure at a key path; nil when no structure is there.
  func marker(ofStructure keyPath: String) -> String? {
    first { $0.structure?.keyPath == keyPath && $0.structure?.isRequired == true }?.keyPath
  }
}

/// Tells the stored values that a Swift type has; ignored when attributes are compared.
struct TypeCheck: Hashable, Sendable {
  /// nil for a type that has all values of the attribute's type.
  var accepts: (@Sendable (FetchValue) -> Bool)?
  /// The values of an integer type of less than 64 bits; nil for another type.
  var integers: ClosedRange<Int64>?

  static func == (left: TypeCheck, right: TypeCheck) -> Bool { true }

  func hash(into hasher: inout Hasher) {}

  /// The values of an integer type of less than 64 bits, or of its optional; nil for another type.
  static func integers<Member>(of type: Member.Type) -> ClosedRange<Int64>? {
    func range<Integer: FixedWidthInteger>(_ type: Integer.Type) -> ClosedRange<Int64> {
      Int64(Integer.min)...Int64(Integer.max)
    }
    switch type {
    case is Int8.Type, is Int8?.Type: return range(Int8.self)
    case is Int16.Type, is Int16?.Type: return range(Int16.self)
    case is Int32.Type, is Int32?.Type: return range(Int32.self)
    case is UInt8.Type, is UInt8?.Type: return range(UInt8.self)
    case is UInt16.Type, is UInt16?.Type: return range(UInt16.self)
    case is UInt32.Type, is UInt32?.Type: return range(UInt32.self)
    default: return nil
    }
  }
}

/// How the store computes a derived attribute from others.
public enum Derivation: Hashable, Sendable {
  /// The texts at some key paths, one per line, without case and diacritics; nil texts are left out.
  case foldedTexts(of: [String])

  /// The key paths of the attributes that the value depends on.
  package var sources: [String] {
    switch self {
    case .foldedTexts(let keyPaths): keyPaths
    }
  }
}

/// `location.postalCode` as `location_postal_code`.
private func snakeCase(_ keyPath: String) -> String {
  var result = ""
  var previousIsLower = false
  for character in keyPath {
    if character == "." {
      result.append("_")
    } else {
      if character.isUppercase, previousIsLower { result.append("_") }
      result.append(contentsOf: character.lowercased())
    }
    previousIsLower = character.isLowercase || character.isNumber
  }
  return result
}

/// The type of an attribute or of an expression's result.
public enum AttributeType: String, Hashable, Sendable, CaseIterable {
  /// A 64-bit integer.
  case integer
  /// A 64-bit floating-point number.
  case double
  /// A Boolean, stored as 0 or 1.
  case boolean
  /// A string, stored as UTF-8.
  case string
  /// A date, stored as seconds since 2001-01-01 UTC, as Foundation counts.
  case date
  /// Bytes.
  case data

  /// The type of a column, as SQL names it.
  enum Storage: String {
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
  }

  var storage: Storage {
    switch self {
    case .integer, .boolean: .integer
    case .double, .date: .real
    case .string: .text
    case .data: .blob
    }
  }

  /// Whether values of the type compare as numbers.
  public var isNumeric: Bool { FetchValue.Kind(self) == .number }
}
