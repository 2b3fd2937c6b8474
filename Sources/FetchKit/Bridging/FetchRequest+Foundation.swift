public import Foundation

extension FetchPredicate {
  /// Creates a fetch predicate from Foundation's `Predicate`.
  ///
  /// ```swift
  /// try FetchPredicate(#Predicate<Venue> { ($0.location.distance ?? 999_999) < 500 })
  /// // WHERE distance < ?
  /// ```
  ///
  /// It matches the same objects as in memory, with these exceptions: strings are compared by code point
  /// (in Swift, "é" in one and in two code points are equal), regular expressions are those of `MATCHES`,
  /// and where Swift traps, the value is nil (division by zero, an index out of range, `!` on nil) or a
  /// double (overflow).
  ///
  /// Throws a `TypedQueryError` for what works in memory only: casts, dictionaries, properties that the
  /// entity does not declare, the number of characters of a string.
  public init<Root: DescribedValue>(_ predicate: Predicate<Root>) throws(TypedQueryError) {
    let row = TypedOperand.object(ObjectOperand(origin: .row, path: nil))
    let context = TranslationContext().binding(predicate.variable, to: row)
    self = try context.operand(of: predicate.expression).condition(for: "Predicate")
  }
}

extension FetchSortDescriptor {
  /// Creates a fetch sort descriptor from Foundation's `SortDescriptor`; nil is lowest, strings are compared
  /// by code point.
  ///
  /// Throws a `TypedQueryError` for a property that the entity does not declare, and for a type with a
  /// custom order.
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
  /// Creates a request from Foundation's predicate and sort descriptors.
  ///
  /// ```swift
  /// try FetchRequest(
  ///   predicate: #Predicate<Venue> { $0.specialCount > 0 }, sortBy: [SortDescriptor(\.name)])
  /// // SELECT … FROM venue WHERE special_count > ? ORDER BY name, pk
  /// ```
  ///
  /// Throws a `TypedQueryError` for operators that cannot be translated.
  public init(
    predicate: Predicate<Element>?, sortBy descriptors: [SortDescriptor<Element>] = []
  ) throws(TypedQueryError) {
    self.init(entity: Element.entity)
    if let predicate { self.predicate = try FetchPredicate(predicate) }
    try sort(by: descriptors)
  }

  /// Creates a request from Foundation's predicate and sort descriptors.
  ///
  /// ```swift
  /// try FetchRequest<Book>(where: #Predicate { $0.price < 10 }, sortedBy: SortDescriptor(\.title))
  /// ```
  ///
  /// Throws a `TypedQueryError` for operators that cannot be translated.
  public init(
    where predicate: Predicate<Element>, sortedBy descriptors: SortDescriptor<Element>...,
    limit: Int = 0
  ) throws(TypedQueryError) {
    try self.init(predicate: predicate, sortBy: descriptors)
    fetchLimit = limit
  }

  /// Creates a request from Foundation's predicate and key paths, by which the objects are sorted ascending.
  ///
  /// ```swift
  /// try FetchRequest<Book>(where: #Predicate { $0.price < 10 }, sortedBy: \.price, \.title)
  /// ```
  public init(
    where predicate: Predicate<Element>, sortedBy keyPath: PartialKeyPath<Element>,
    _ others: PartialKeyPath<Element>..., limit: Int = 0
  ) throws(TypedQueryError) {
    try self.init(predicate: predicate)
    sortDescriptors = ([keyPath] + others).map { FetchSortDescriptor(Element.keyPathName(of: $0)) }
    fetchLimit = limit
  }

  /// Creates a request from a predicate and sort descriptors.
  public init(
    where predicate: FetchPredicate?, sortedBy descriptors: FetchSortDescriptor..., limit: Int = 0
  ) {
    self.init(entity: Element.entity)
    self.predicate = predicate
    sortDescriptors = descriptors
    fetchLimit = limit
  }

  /// Replaces the sort descriptors by Foundation's.
  ///
  /// Throws a `TypedQueryError` for descriptors that cannot be translated.
  public mutating func sort(by descriptors: [SortDescriptor<Element>]) throws(TypedQueryError) {
    sortDescriptors = try descriptors.map(FetchSortDescriptor.init)
  }
}
