/// How the attributes of an entity are read from and written to a Swift type.
struct EntityMapping<Root: DescribedValue>: Sendable {
  let attributes: [EntityProperty<Root>]
  let toMany: [EntityProperty<Root>]
  private let byName: [String: EntityProperty<Root>]

  init(_ properties: [EntityProperty<Root>]) {
    attributes = properties.filter { if case .attribute = $0.kind { true } else { false } }
    toMany = properties.filter { if case .toMany = $0.kind { true } else { false } }
    byName = Dictionary(properties.map { ($0.name, $0) }) { _, last in last }
  }

  /// The value of the attribute or to-many of that name; nil when there is none.
  func value(forKeyPath keyPath: String, of root: Root) -> Value? {
    byName[keyPath]?.read(root)
  }

  /// All properties by key, nested as their key paths are; derived ones are left out, they follow from these.
  func wholeValue(of root: Root) -> Value {
    var members: [String: Value] = [:]
    for property in attributes + toMany where !property.isDerived {
      members.set(property.read(root), at: property.name.split(separator: ".")[...])
    }
    return .object(members)
  }

  /// A value made from an object's members; what is missing or does not fit keeps its default.
  func make(from value: Value) -> Root {
    var root = Root()
    for property in attributes + toMany {
      guard let member = value.value(forKeyPath: property.name) else { continue }
      _ = property.write(&root, member)
    }
    return root
  }

  /// A value made from the cells of a fetched row, in the order of the entity's attributes.
  func make(cells: [Value], elements: [[Value]]) -> Root {
    var root = Root()
    for (property, cell) in zip(attributes, cells) where !cell.isNull {
      _ = property.write(&root, cell)
    }
    for (property, list) in zip(toMany, elements) { _ = property.write(&root, .list(list)) }
    return root
  }

  /// The name under which predicates know a Swift key path; nil when the entity has none for it.
  func name(of keyPath: AnyKeyPath) -> String? {
    (attributes + toMany).first { $0.keyPath as AnyKeyPath == keyPath }?.name
  }
}

extension [String: Value] {
  /// Sets a value at a path, making the objects on the way.
  mutating func set(_ value: Value, at path: ArraySlice<Substring>) {
    guard let first = path.first else { return }
    let key = String(first)
    let rest = path.dropFirst()
    guard !rest.isEmpty else {
      self[key] = value
      return
    }
    var inner: [String: Value] = [:]
    if case .object(let members) = self[key] { inner = members }
    inner.set(value, at: rest)
    self[key] = .object(inner)
  }
}
