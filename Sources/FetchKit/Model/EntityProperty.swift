/// One property of a Swift type as its entity sees it: a description and how to read and write it.
public struct EntityProperty<Root: Sendable>: Sendable {
  enum Kind: Sendable {
    case attribute(AttributeDescription)
    case toMany(ToManyDescription)
  }

  let kind: Kind
  let keyPath: any AnyKeyPath & Sendable
  let read: @Sendable (Root) -> Value
  /// Returns false when the value does not fit the property's type.
  let write: @Sendable (inout Root, Value) -> Bool

  /// Whether the value follows from other properties.
  var isDerived: Bool {
    if case .attribute(let attribute) = kind { attribute.derivation != nil } else { false }
  }

  /// The key path or name under which predicates know the property.
  var name: String {
    switch kind {
    case .attribute(let attribute): attribute.keyPath
    case .toMany(let toMany): toMany.name
    }
  }
}

extension EntityProperty {
  /// A stored attribute; optional when the Swift property is.
  ///
  /// `name` is the key path in predicates, such as `location.distance`; `column` is the key path in snake
  /// case by default; `hasNaturalOrder` makes the store keep the natural order of this text beside it.
  public static func attribute<Member: AttributeValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Member> & Sendable, column: String? = nil,
    hasNaturalOrder: Bool = false
  ) -> EntityProperty where Root: DescribedValue {
    EntityProperty(
      kind: .attribute(
        AttributeDescription(
          name, Member.attributeType, isOptional: Member.isOptional, column: column,
          defaultValue: Root()[keyPath: keyPath].attributeValue, hasNaturalOrder: hasNaturalOrder)),
      keyPath: keyPath,
      read: { $0[keyPath: keyPath].attributeValue },
      write: { root, value in
        guard let member = Member(attributeValue: value) else { return false }
        root[keyPath: keyPath] = member
        return true
      })
  }

  /// An attribute that follows from others: the store makes and keeps it at each write.
  public static func derived<Member: AttributeValue>(
    _ name: String, _ keyPath: any KeyPath<Root, Member> & Sendable, column: String? = nil,
    _ derivation: Derivation
  ) -> EntityProperty {
    EntityProperty(
      kind: .attribute(
        AttributeDescription(
          name, Member.attributeType, isOptional: true, column: column, derivation: derivation)),
      keyPath: keyPath,
      read: { $0[keyPath: keyPath].attributeValue },
      write: { _, _ in true })
  }

  /// A to-many whose elements are described values, kept in `table`.
  public static func toMany<Element: DescribedValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, [Element]> & Sendable, table: String
  ) -> EntityProperty {
    EntityProperty(
      kind: .toMany(
        ToManyDescription(name, table: table, attributes: Element.entity.attributes)),
      keyPath: keyPath,
      read: { root in
        guard let mapping = Element.entity.mapping(for: Element.self) else { return .list([]) }
        return .list(root[keyPath: keyPath].map(mapping.wholeValue))
      },
      write: { root, value in
        guard case .list(let elements) = value,
          let mapping = Element.entity.mapping(for: Element.self)
        else { return false }
        root[keyPath: keyPath] = elements.map(mapping.make)
        return true
      })
  }

  /// A to-many of bare values, kept in `table`.
  public static func toMany<Element: AttributeValue>(
    _ name: String, values keyPath: any WritableKeyPath<Root, [Element]> & Sendable, table: String
  ) -> EntityProperty {
    EntityProperty(
      kind: .toMany(ToManyDescription(name, table: table, of: Element.attributeType)),
      keyPath: keyPath,
      read: { .list($0[keyPath: keyPath].map(\.attributeValue)) },
      write: { root, value in
        guard case .list(let elements) = value else { return false }
        root[keyPath: keyPath] = elements.compactMap(Element.init(attributeValue:))
        return true
      })
  }
}
