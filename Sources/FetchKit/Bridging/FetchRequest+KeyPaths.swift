internal import Collation
public import Foundation

extension EntityDescription {
  /// Creates an entity for a Swift type with an identifier and indexes by key path.
  ///
  /// ```swift
  /// EntityDescription(
  ///   Book.self, name: "Book", properties: [.attribute("isbn", \.isbn), .attribute("price", \.price)],
  ///   identifier: \.isbn, indexes: [[\.price]])
  /// ```
  public init<Root: DescribedValue>(
    _ type: Root.Type, name: String, table: String? = nil, properties: [EntityProperty<Root>],
    identifier: PartialKeyPath<Root>, indexes: [[PartialKeyPath<Root>]] = []
  ) {
    self.init(
      type, name: name, table: table, properties: properties, identifier: identifier,
      indexes: indexes, uniquenessConstraints: [])
  }

  /// Creates an entity for a Swift type with uniqueness constraints by key path.
  ///
  /// ```swift
  /// EntityDescription(
  ///   Book.self, name: "Book", properties: [.attribute("isbn", \.isbn), .attribute("edition", \.edition)],
  ///   uniquenessConstraints: [[\.isbn, \.edition]])
  /// ```
  public init<Root: DescribedValue>(
    _ type: Root.Type, name: String, table: String? = nil, properties: [EntityProperty<Root>],
    identifier: PartialKeyPath<Root>? = nil, indexes: [[PartialKeyPath<Root>]] = [],
    uniquenessConstraints: [[PartialKeyPath<Root>]]
  ) {
    let mapping = EntityMapping(properties)
    func named(_ keyPath: AnyKeyPath) -> String { mapping.name(of: keyPath) ?? "\(keyPath)" }
    self.init(
      type, name: name, table: table, properties: properties, identifier: identifier.map(named),
      indexes: indexes.map { $0.map(named) },
      uniquenessConstraints: uniquenessConstraints.map { $0.map(named) })
  }
}

extension FetchRequest where Element: DescribedValue {
  /// Groups dictionary results by Swift key paths.
  public mutating func group(by keyPaths: PartialKeyPath<Element>...) {
    propertiesToGroupBy = keyPaths.map(Element.keyPathName)
  }
}

extension FetchedResultsController {
  /// Creates a controller with a section for each value of a Swift key path.
  public convenience init(
    _ fetchRequest: FetchRequest<Element>, store: FetchStore,
    sectionNameKeyPath: PartialKeyPath<Element>, cacheName: String? = nil
  ) {
    self.init(
      fetchRequest, store: store, sectionNameKeyPath: Element.keyPathName(of: sectionNameKeyPath),
      cacheName: cacheName)
  }
}

extension BatchUpdateRequest {
  /// Creates an update of attributes by Swift key path.
  ///
  /// ```swift
  /// BatchUpdateRequest(Venue.self, set: [\.favorite: .constant(true)], where: predicate)
  /// // UPDATE venue SET favorite = ? WHERE …
  /// ```
  public init<Root: DescribedValue>(
    _ type: Root.Type, set properties: [PartialKeyPath<Root>: FetchExpression],
    where predicate: FetchPredicate?
  ) {
    let named = properties.map { (Root.keyPathName(of: $0.key), $0.value) }
    self.init(entity: Root.entity, set: Dictionary(named) { _, last in last }, where: predicate)
  }
}

extension BatchUpdateRequest {
  /// Creates an update to plain values, or expressions, by Swift key path.
  ///
  /// ```swift
  /// BatchUpdateRequest(Book.self, set: [\.price: 9.5, \.genre: Genre.novel], where: predicate)
  /// ```
  public init<Root: DescribedValue>(
    _ type: Root.Type, set values: [PartialKeyPath<Root>: any PredicateArgument],
    where predicate: FetchPredicate? = nil
  ) {
    self.init(type, set: values.mapValues(\.predicateExpression), where: predicate)
  }

  /// Creates an update to plain values, or expressions, of the objects that match Foundation's predicate.
  ///
  /// Throws a `TypedQueryError` for operators that cannot be translated.
  public init<Root: DescribedValue>(
    _ type: Root.Type, set values: [PartialKeyPath<Root>: any PredicateArgument],
    where predicate: Predicate<Root>
  ) throws(TypedQueryError) {
    self.init(type, set: values, where: try FetchPredicate(predicate))
  }
}

extension BatchDeleteRequest {
  /// Creates a deletion of the objects that match Foundation's predicate.
  ///
  /// Throws a `TypedQueryError` for operators that cannot be translated.
  public init<Root: DescribedValue>(where predicate: Predicate<Root>) throws(TypedQueryError) {
    self.init(entity: Root.entity, where: try FetchPredicate(predicate))
  }
}

extension FetchPredicate {
  /// Returns a comparison of the attribute at a Swift key path with a plain value.
  ///
  /// ```swift
  /// FetchPredicate.comparison(\Book.price, .lessThan, 10)
  /// ```
  public static func comparison<Root: DescribedValue, Member>(
    _ keyPath: KeyPath<Root, Member>, _ comparison: ComparisonOperator,
    _ right: some PredicateArgument, modifier: ComparisonModifier = .direct,
    options: TextOptions = []
  ) -> FetchPredicate {
    .comparison(
      keyPath, comparison, right.predicateExpression, modifier: modifier, options: options)
  }

  /// Returns a comparison of the attribute at a Swift key path.
  public static func comparison<Root: DescribedValue, Member>(
    _ keyPath: KeyPath<Root, Member>, _ comparison: ComparisonOperator, _ right: FetchExpression,
    modifier: ComparisonModifier = .direct, options: TextOptions = []
  ) -> FetchPredicate {
    .comparison(.keyPath(keyPath), comparison, right, modifier: modifier, options: options)
  }
}
