/// A property of a Swift type with its description and accessors.
///
/// ```swift
/// [.attribute("title", \.title), .toOne("author", \.author, inverse: "books"), .toMany("tags", \.tags)]
/// ```
public struct EntityProperty<Root: Sendable>: Sendable {
  enum Kind: Sendable {
    case attribute(AttributeDescription)
    case toMany(ToManyDescription)
    /// A to-many relationship that is stored with its inverse.
    case inverse(RelationshipDescription)
    /// An optional structure of `parts`; it is there when the attribute at `marker` is.
    case embedded(name: String, marker: String)
  }

  let kind: Kind
  /// The Swift key path; nil for a part of an optional structure.
  let keyPath: (any AnyKeyPath & Sendable)?
  /// Where the value is in memory; nil when only `read` and `write` can access it.
  var place: StoredProperty?
  let read: @Sendable (Root) -> FetchValue
  /// Sets the property; returns false when the value has the wrong type.
  let write: @Sendable (inout Root, FetchValue) -> Bool
  /// The attributes of an optional structure, its marker first; empty for other properties.
  var parts: [EntityProperty] = []
  /// Reads the object IDs of related objects without their properties; nil for other properties.
  var readStored: (@Sendable (Root) -> FetchValue)?
  /// Whether the related object that the property holds is not stored yet; nil for properties that hold none.
  var holdsNewObject: (@Sendable (Root) -> Bool)?
  /// Sets the related objects of some values; nil for other properties.
  var prefetch: (@Sendable (inout [Root], Range<Int>, RelatedObjects) throws -> Void)?

  var attribute: AttributeDescription? { if case .attribute(let own) = kind { own } else { nil } }
  var list: ToManyDescription? { if case .toMany(let own) = kind { own } else { nil } }
  var inverse: RelationshipDescription? { if case .inverse(let own) = kind { own } else { nil } }

  func storedValue(of root: Root) -> FetchValue { (readStored ?? read)(root) }

  var access: RowAccess {
    guard let attribute else { return .none }
    if isDerived { return place.map(RowAccess.derived) ?? .none }
    return place.map(RowAccess.memory) ?? .value(attribute.type)
  }

  var isDerived: Bool { attribute?.derivation != nil }

  /// Whether a value that the Swift type rejects has the type of the attribute, so that it is none of its cases.
  func isMissing(_ value: FetchValue) -> Bool {
    switch kind {
    case .attribute(let attribute): value.kind == FetchValue.Kind(attribute.type)
    case .toMany, .inverse, .embedded: true
    }
  }

  var name: String {
    switch kind {
    case .attribute(let attribute): attribute.keyPath
    case .toMany(let toMany): toMany.name
    case .inverse(let relationship): relationship.name
    case .embedded(let name, _): name
    }
  }
}

extension EntityProperty {
  /// Describes a stored attribute; it is optional when the Swift property is.
  ///
  /// ```swift
  /// .attribute("location.distance", \.location.distance)  // column location_distance
  /// .attribute("title", \.title, hasNaturalOrder: true)  // and title_order for natural sorting
  /// ```
  ///
  /// `name` is the key path in predicates; `column` defaults to it in snake case; `hasNaturalOrder` stores
  /// a natural-order sort key beside the text.
  public static func attribute<Member: AttributeValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Member> & Sendable, column: String? = nil,
    hasNaturalOrder: Bool = false
  ) -> EntityProperty where Root: DescribedValue {
    var property = EntityProperty(
      AttributeDescription(
        name, Member.attributeType, isOptional: Member.isOptional, column: column,
        defaultValue: Root()[keyPath: keyPath].attributeValue, hasNaturalOrder: hasNaturalOrder),
      keyPath)
    property.place = StoredProperty(keyPath)
    return property
  }

  private init<Member: AttributeValue>(
    _ attribute: AttributeDescription, _ keyPath: any WritableKeyPath<Root, Member> & Sendable
  ) {
    var attribute = attribute
    attribute.typeCheck.integers = TypeCheck.integers(of: Member.self)
    self.init(
      attribute, keyPath, isChecked: StoredProperty.kind(of: Member.self) == nil,
      encode: \.attributeValue, decode: { Member(attributeValue: $0) })
  }

  /// Describes an attribute with the value of a property in another form; `decode` returns nil for a wrong one,
  /// of which there are none if it is not to be checked.
  init<Member>(
    _ attribute: AttributeDescription, _ keyPath: any WritableKeyPath<Root, Member> & Sendable,
    isChecked: Bool = true,
    encode: @escaping @Sendable (Member) -> FetchValue,
    decode: @escaping @Sendable (FetchValue) -> Member?
  ) {
    var attribute = attribute
    if isChecked { attribute.typeCheck.accepts = { decode($0) != nil } }
    self.init(
      kind: .attribute(attribute), keyPath: keyPath, read: { encode($0[keyPath: keyPath]) },
      write: { root, value in
        guard let member = decode(value) else { return false }
        root[keyPath: keyPath] = member
        return true
      })
  }

  /// Describes an attribute that the store computes from others at each write.
  ///
  /// ```swift
  /// .derived("searchText", \.searchText, .foldedTexts(of: ["title", "author"]))
  /// ```
  ///
  /// A stored property has the value after a fetch; what it is set to is ignored. A store that was written with other
  /// sources computes the values of all rows again when it is opened.
  public static func derived<Member: AttributeValue>(
    _ name: String, _ keyPath: any KeyPath<Root, Member> & Sendable, column: String? = nil,
    _ derivation: Derivation
  ) -> EntityProperty {
    var property = EntityProperty(
      kind: .attribute(
        AttributeDescription(
          name, Member.attributeType, isOptional: true, column: column, derivation: derivation)),
      keyPath: keyPath,
      read: { $0[keyPath: keyPath].attributeValue },
      write: { _, _ in true })
    if keyPath is WritableKeyPath<Root, Member> { property.place = StoredProperty(keyPath) }
    return property
  }

  /// Describes an attribute that is computed from others, also of related objects, whenever an object is fetched.
  ///
  /// ```swift
  /// .computed("bookCount", \.bookCount, as: .keyPath("books.@count"))
  /// ```
  ///
  /// Predicates, sort orders, groups and sections can use it, with the values of the property: an integer has no
  /// fraction, and one that is not optional has its default value where the expression is nil. The property keeps its
  /// value until the object is fetched again.
  public static func computed<Member: AttributeValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Member> & Sendable,
    as expression: FetchExpression
  ) -> EntityProperty where Root: DescribedValue {
    EntityProperty(
      AttributeDescription(
        name, Member.attributeType, computed: expression, isOptional: Member.isOptional,
        defaultValue: Root()[keyPath: keyPath].attributeValue), keyPath)
  }

  /// Describes a to-many relationship whose elements have an entity, stored in `table`.
  ///
  /// ```swift
  /// .toMany("tips", \.tips, table: "venue_tip")
  /// // ANY tips.text CONTAINS "tea": EXISTS (SELECT 1 FROM venue_tip …)
  /// ```
  public static func toMany<Element: DescribedValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, [Element]> & Sendable, table: String
  ) -> EntityProperty {
    EntityProperty(
      kind: .toMany(ToManyDescription(name, table: table, attributes: Element.entity.attributes)),
      keyPath: keyPath,
      read: { root in
        guard let mapping = Element.entity.mapping(for: Element.self) else { return .list([]) }
        return .list(root[keyPath: keyPath].map(mapping.wholeValue))
      },
      write: { root, value in
        guard case .list(let elements) = value,
          let mapping = Element.entity.mapping(for: Element.self)
        else { return false }
        let made = elements.compactMap(mapping.make)
        root[keyPath: keyPath] = made
        return made.count == elements.count
      })
  }

  /// Describes a to-many relationship of scalar values, stored in `table`.
  public static func toMany<Element: AttributeValue>(
    _ name: String, values keyPath: any WritableKeyPath<Root, [Element]> & Sendable, table: String
  ) -> EntityProperty {
    EntityProperty(
      kind: .toMany(
        ToManyDescription(name, table: table, of: Element.attributeType) {
          Element(attributeValue: $0) != nil
        }),
      keyPath: keyPath,
      read: { .list($0[keyPath: keyPath].map(\.attributeValue)) },
      write: { root, value in
        guard case .list(let elements) = value else { return false }
        let made = elements.compactMap(Element.init(attributeValue:))
        root[keyPath: keyPath] = made
        return made.count >= elements.count { !$0.isNull }
      })
  }
}

/// How the value of a property gets into a row and out of it.
enum RowAccess: Sendable {
  case memory(StoredProperty)
  /// As a `FetchValue` of a type.
  case value(AttributeType)
  /// Only out of the row, because the store derives it.
  case derived(StoredProperty)
  /// Not at all: of an attribute that the store derives and the property computes, and of other properties.
  case none
}

/// Access to the properties of a Swift type by key path.
struct EntityMapping<Root: DescribedValue>: Sendable {
  let attributes: [EntityProperty<Root>]
  let toMany: [EntityProperty<Root>]
  /// The to-many relationships that are stored with their inverse.
  let inverses: [EntityProperty<Root>]
  /// `toMany` and `inverses`.
  let lists: [EntityProperty<Root>]
  /// Whether each of them is empty in a new value.
  private let startsEmpty: [Bool]
  private let embedded: [EntityProperty<Root>]
  let structures: [(keyPath: String, marker: String)]
  private let holders: [EntityProperty<Root>]
  /// The access to each attribute, without the overhead of generic properties.
  private let access: [RowAccess]
  let byName: [String: EntityProperty<Root>]

  init(_ declared: [EntityProperty<Root>]) {
    embedded = declared.filter { !$0.parts.isEmpty }
    let properties = declared.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
    attributes = properties.filter { $0.attribute != nil }
    structures = attributes.compactMap(\.attribute).structures
    toMany = properties.filter { $0.list != nil }
    inverses = properties.filter { $0.inverse != nil }
    lists = toMany + inverses
    let root = Root()
    startsEmpty = lists.map { $0.list != nil && $0.read(root) == .list([]) }
    holders = attributes.filter { $0.holdsNewObject != nil }
    access = attributes.map(\.access)
    byName = Dictionary(properties.map { ($0.name, $0) }) { _, last in last }
  }

  func value(forKeyPath keyPath: String, of root: Root) -> FetchValue? {
    byName[keyPath]?.read(root) ?? structure(at: keyPath, of: root)
  }

  func storedValue(forKeyPath keyPath: String, of root: Root) -> FetchValue? {
    byName[keyPath]?.storedValue(of: root)
  }

  /// The relationships whose properties have objects instead of references.
  var embeddedRelationships: [String] { holders.map(\.name) }

  /// Adds an error for each object that has to be stored before it can be related to another one.
  func checkEmbeddedObjects(of root: Root, _ validation: inout Validation) {
    for property in holders where property.holdsNewObject?(root) == true {
      validation.fail(property.name, "is not stored yet, insert it first")
    }
  }

  func prefetch(
    _ name: String, of roots: inout [Root], _ range: Range<Int>, _ related: RelatedObjects
  ) throws {
    try byName[name]?.prefetch?(&roots, range, related)
  }

  /// Creates a value from the attributes of a row, whose cells follow the primary key; mistyped ones keep their
  /// defaults. Throws for one that its Swift type does not have, such as the raw value of no case.
  func make(from row: borrowing SQLiteStatement) throws -> Root {
    var root = Root()
    try withUnsafeMutablePointer(to: &root) { pointer in
      for index in 0..<access.count {
        switch access[index] {
        case .memory(let place):
          if !row.read(index + 1, into: place, of: pointer) {
            try write(row, row.value(index + 1, as: place.type), at: index, of: &pointer.pointee)
          }
        case .value(let type):
          try write(row, row.value(index + 1, as: type), at: index, of: &pointer.pointee)
        case .derived(let place): _ = row.read(index + 1, into: place, of: pointer)
        case .none: break
        }
      }
    }
    return root
  }

  private func write(
    _ row: borrowing SQLiteStatement, _ value: FetchValue, at index: Int, of root: inout Root
  ) throws {
    guard !attributes[index].write(&root, value), attributes[index].isMissing(value) else { return }
    throw Self.missing(value, attributes[index].name, row.integer(0))
  }

  private static func missing(_ value: FetchValue, _ name: String, _ row: Int64) -> StoreError {
    StoreError(
      .constraint, "store.missingCase",
      "'\(name)' of \(Root.entity.name) \(row) has a value that its type does not have: \(FetchExpression.constant(value).description)"
    )
  }

  func append(_ root: Root, to batch: RowBatch) throws {
    batch.beginRow(source: 0)
    try withUnsafePointer(to: root) { pointer in
      for index in 0..<access.count {
        switch access[index] {
        case .memory(let place): batch.set(index, place, of: pointer)
        case .value: try batch.set(index, attributes[index].storedValue(of: root))
        case .derived, .none: break
        }
      }
    }
    for index in 0..<toMany.count {
      try batch.setElements(index, toMany[index].storedValue(of: root))
    }
    batch.endRow()
  }

  /// Sets the to-many relationships of a new value to their elements, in the order of the entity; throws as
  /// `make(from:)` does.
  func setElements(_ elements: [[FetchValue]], of root: inout Root, _ row: Int64) throws {
    for index in 0..<lists.count where !(startsEmpty[index] && elements[index].isEmpty) {
      guard lists[index].write(&root, .list(elements[index])) else {
        throw Self.missing(.list(elements[index]), lists[index].name, row)
      }
    }
  }

  func embedded(at keyPath: AnyKeyPath) -> (name: String, marker: String)? {
    guard
      case .embedded(let name, let marker)? = embedded.first(where: {
        $0.keyPath as AnyKeyPath? == keyPath
      })?.kind
    else { return nil }
    return (name, marker)
  }

  func name(of keyPath: AnyKeyPath) -> String? {
    (attributes + lists).first { $0.keyPath as AnyKeyPath? == keyPath }?.name
  }
}

// MARK: - Key paths of references

extension EntityMapping {
  /// Returns the key path in predicates of a Swift key path that starts from a reference; nil when the entity does not
  /// declare it.
  func name(ofReference keyPath: AnyKeyPath) -> String? {
    (attributes + lists).first { property in
      func references<Member>(_ type: Member.Type) -> [AnyKeyPath] {
        Self.references(type, property.keyPath)
      }
      guard let own = property.keyPath as AnyKeyPath? else { return false }
      let type = type(of: own).valueType
      return _openExistential(type, do: references).contains(keyPath)
    }?.name
  }

  private static func references<Member>(_ type: Member.Type, _ keyPath: AnyKeyPath?)
    -> [AnyKeyPath]
  {
    guard let keyPath = keyPath as? KeyPath<Root, Member> else { return [] }
    let optional = (type as? any OptionalMember.Type)?.reference(to: keyPath, of: Root.self)
    return [\ObjectReference<Root>.[dynamicMember: keyPath]] + [optional].compactMap(\.self)
  }
}

private protocol OptionalMember {
  static func reference<Root: DescribedValue>(to keyPath: AnyKeyPath, of type: Root.Type)
    -> AnyKeyPath?
}

extension Optional: OptionalMember {
  static func reference<Root: DescribedValue>(to keyPath: AnyKeyPath, of type: Root.Type)
    -> AnyKeyPath?
  {
    guard let keyPath = keyPath as? KeyPath<Root, Wrapped?> else { return nil }
    return \ObjectReference<Root>.[dynamicMember: keyPath]
  }
}
