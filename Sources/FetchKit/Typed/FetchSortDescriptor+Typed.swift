public import Foundation

extension FetchSortDescriptor {
  /// Translates a sort descriptor of Foundation: nil is lowest, texts are compared by their code points.
  ///
  /// Throws a `TypedQueryError` for a property that the entity does not declare, and for one whose type has
  /// an order of its own.
  public init<Root: DescribedValue>(_ descriptor: SortDescriptor<Root>) throws(TypedQueryError) {
    guard let keyPath = descriptor.keyPath else {
      throw TypedQueryError(sorting: .missingKeyPath)
    }
    guard case .attribute(let attribute) = Root.typedProperty(of: keyPath) else {
      throw TypedQueryError(sorting: .undeclaredAttribute("\(keyPath)"))
    }
    let type = type(of: keyPath).valueType
    guard isOrderedAsStored(type) else {
      throw TypedQueryError(sorting: .incomparableType("\(type)"))
    }
    if let comparator = descriptor.stringComparator,
      comparator != String.StandardComparator(.lexical, order: comparator.order)
    {
      throw TypedQueryError(sorting: .nonlexicalOrder)
    }
    self.init(attribute.keyPath, ascending: descriptor.order == .forward)
  }
}

extension TypedQueryError {
  fileprivate init(sorting reason: Reason) { self.init("SortDescriptor", reason) }
}

extension FetchRequest where Element: FetchableEntity {
  /// A request for the objects that a predicate of Foundation chooses, in the order of its descriptors.
  ///
  /// ```swift
  /// try FetchRequest(
  ///   predicate: #Predicate<Venue> { $0.specialCount > 0 }, sortBy: [SortDescriptor(\.name)])
  /// // SELECT … FROM venue WHERE special_count > ? ORDER BY name, pk
  /// ```
  ///
  /// Throws a `TypedQueryError` for what cannot be translated.
  public init(
    predicate: Predicate<Element>?, sortBy descriptors: [SortDescriptor<Element>] = []
  ) throws(TypedQueryError) {
    self.init(entity: Element.entity)
    if let predicate { self.predicate = try FetchPredicate(predicate) }
    try sort(by: descriptors)
  }

  /// Sorts by descriptors of Foundation in place of those that were there.
  ///
  /// Throws a `TypedQueryError` for one that cannot be translated.
  public mutating func sort(by descriptors: [SortDescriptor<Element>]) throws(TypedQueryError) {
    var translated: [FetchSortDescriptor] = []
    for descriptor in descriptors { translated.append(try FetchSortDescriptor(descriptor)) }
    sortDescriptors = translated
  }
}
