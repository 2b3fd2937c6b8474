/// One attribute of an entity: what it is called in predicates, and where the store keeps it.
public struct AttributeDescription: Hashable, Sendable {
  /// The key path from the entity, such as `name` or `location.distance`.
  public let keyPath: String
  /// The name of the column; nil for an attribute that is computed in each fetch.
  public let column: String?
  /// What its values are in Swift and in SQLite.
  public let type: AttributeType
  /// Whether the attribute may have no value.
  public let isOptional: Bool
  /// The value of a row that sets none; `.null` for an optional attribute.
  public let defaultValue: Value
  /// Whether the store keeps a second column with the natural order of this text, made at each write.
  public let hasNaturalOrder: Bool
  /// How the store makes the value from others at each write; nil for an attribute of its own.
  public let derivation: Derivation?
  /// For a computed attribute: its value as an expression over the other attributes.
  public let definition: FetchExpression?

  /// Describes a stored attribute; `column` defaults to the key path in snake case.
  public init(
    _ keyPath: String, _ type: AttributeType, isOptional: Bool = true, column: String? = nil,
    defaultValue: Value = .null, hasNaturalOrder: Bool = false, derivation: Derivation? = nil
  ) {
    self.keyPath = keyPath
    self.column = column ?? snakeCase(keyPath)
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.hasNaturalOrder = hasNaturalOrder
    self.derivation = derivation
    self.definition = nil
  }

  /// Describes an attribute that is computed from an expression in each fetch.
  public init(_ keyPath: String, _ type: AttributeType, computed definition: FetchExpression) {
    self.keyPath = keyPath
    self.column = nil
    self.type = type
    self.isOptional = true
    self.defaultValue = .null
    self.hasNaturalOrder = false
    self.derivation = nil
    self.definition = definition
  }

  /// The column that holds the natural order; nil when the store keeps none.
  var orderColumn: String? {
    guard hasNaturalOrder, let column else { return nil }
    return column + "_order"
  }
}

/// How an attribute follows from others.
public enum Derivation: Hashable, Sendable {
  /// The texts behind some key paths, case and diacritics folded, one a line; missing ones are left out.
  case foldedTexts(of: [String])

  /// The key paths that the value follows from.
  public var sources: [String] {
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
