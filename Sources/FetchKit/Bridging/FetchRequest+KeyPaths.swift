internal import Collation

extension FetchRequest where Element: DescribedValue {
  /// Groups dictionary results by Swift key paths.
  public mutating func group(by keyPaths: PartialKeyPath<Element>...) {
    propertiesToGroupBy = keyPaths.map(Element.keyPathName)
  }

  /// Sets the columns of dictionary results to Swift key paths.
  public mutating func fetch(only keyPaths: PartialKeyPath<Element>...) {
    propertiesToFetch = keyPaths.map { .attribute(Element.keyPathName(of: $0)) }
  }
}

extension FetchedResultsController {
  /// Creates a controller with a section for each value of a Swift key path.
  public convenience init(
    _ fetchRequest: FetchRequest<Element>, store: Store,
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
    self.init(
      entity: Root.entity, set: Dictionary(named) { _, last in last }, where: predicate)
  }
}

extension FetchPredicate {
  /// Returns a comparison of the attribute at a Swift key path.
  public static func comparison<Root: DescribedValue, Member>(
    _ keyPath: KeyPath<Root, Member>, _ comparison: ComparisonOperator, _ right: FetchExpression,
    modifier: ComparisonModifier = .direct, options: TextOptions = []
  ) -> FetchPredicate {
    .comparison(.keyPath(keyPath), comparison, right, modifier: modifier, options: options)
  }
}
