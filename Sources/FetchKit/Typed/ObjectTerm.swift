/// Something with key paths, and the Swift key path that was followed from it so far.
struct ObjectTerm {
  enum Origin {
    case row
    /// The element that a closure over a to-many is about.
    case variable(String)
    case element(FetchExpression, ExpressionIndex)
  }

  let origin: Origin
  /// nil for the origin itself.
  var path: AnyKeyPath?

  /// What a further key path leads to: an attribute, a to-many, or a structure on the way to one.
  func appending(_ keyPath: AnyKeyPath) -> Term {
    guard let whole = path?.appending(path: keyPath) ?? (path == nil ? keyPath : nil) else {
      return .object(self)
    }
    guard let type = type(of: whole).rootType as? any DescribedValue.Type,
      let property = type.typedProperty(of: whole)
    else { return .object(ObjectTerm(origin: origin, path: whole)) }
    switch property {
    case .attribute(let attribute): return .value(expression(for: attribute.keyPath))
    case .toMany(let list):
      return .collection(
        CollectionTerm(elements: expression(for: list.name), hasKeys: !list.isScalar))
    }
  }

  private func expression(for name: String) -> FetchExpression {
    switch origin {
    case .row: .keyPath(name)
    case .variable(let variable): .step(.variable(variable), keyPath: name)
    case .element(let elements, let index): .element(elements.appending(key: name), index)
    }
  }

  var title: ErrorMessage {
    guard let path else { return ErrorMessage("typedQuery.object", "an object") }
    return ErrorMessage(
      "typedQuery.undeclaredProperty", "\("\(path)"), which the entity does not declare")
  }
}

/// What a Swift key path of an entity's type is to its entity.
enum TypedProperty {
  case attribute(AttributeDescription)
  case toMany(ToManyDescription)
}

extension DescribedValue {
  /// The attribute or to-many of a Swift key path; nil when the entity does not declare it.
  static func typedProperty(of keyPath: AnyKeyPath) -> TypedProperty? {
    guard let name = entity.mapping(for: Self.self)?.name(of: keyPath) else { return nil }
    if let attribute = entity.attribute(forKeyPath: name) { return .attribute(attribute) }
    return entity.toManyIndex(named: name).map { .toMany(entity.toMany[$0]) }
  }
}
