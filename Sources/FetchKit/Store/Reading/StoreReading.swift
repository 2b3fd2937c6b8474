internal import GRDB

/// A source of reads: a store, a snapshot of it, or a transaction, whose reads see its own changes.
///
/// ```swift
/// func report(_ source: borrowing some StoreReading & ~Copyable) throws -> String {
///   "\(try source.count(FetchRequest<Book>())) books"
/// }
/// ```
public protocol StoreReading: ~Copyable {
  /// Runs several reads on one consistent snapshot.
  ///
  /// ```swift
  /// let (books, count) = try store.snapshot { (try $0.fetch(page), try $0.count(all)) }
  /// ```
  ///
  /// Throws what `body` throws, and a `StoreError` when SQLite fails and, in a snapshot and a transaction, after the
  /// closure that received it has returned.
  func snapshot<Output>(_ body: (StoreSnapshot) throws -> Output) throws -> Output
}

extension StoreReading where Self: ~Copyable {
  /// The objects of a request, in its order.
  ///
  /// ```swift
  /// let cheap = try FetchRequest<Book>(where: #Predicate { $0.price < 10 }, sortedBy: \.title)
  /// for book in try store.fetch(cheap) { print(book.title) }
  /// ```
  ///
  /// Throws a `FetchPredicateError` when the request does not fit the entity and a `StoreError` when SQLite fails, as all
  /// reads of a request do.
  public func fetch<Element>(_ request: FetchRequest<Element>) throws -> [Element] {
    try snapshot { try $0.store.objects(request, $0.database) }
  }

  /// The number of results of a request.
  ///
  /// ```swift
  /// try store.count(FetchRequest<Book>(where: FetchPredicate(format: "price > 10")))
  /// ```
  public func count<Element>(_ request: FetchRequest<Element>) throws -> Int {
    try snapshot { try $0.store.number(request.checkedQuery(), $0.database) }
  }

  /// The object IDs of a request's results, in its order.
  public func objectIDs<Element>(_ request: FetchRequest<Element>) throws -> [ObjectID] {
    try snapshot { try $0.store.objectIDs(request.checkedQuery(), $0.database) }
  }

  /// One dictionary for each result: attributes and expressions by name, missing values absent.
  ///
  /// ```swift
  /// var request = FetchRequest<Book>()
  /// request.propertiesToFetch = ["author.name", .expression(.rowCount(name: "books"))]
  /// request.propertiesToGroupBy = ["author.name"]
  /// try store.dictionaries(request)  // [["author.name": "Lem", "books": 2], …]
  /// ```
  public func dictionaries<Element>(
    _ request: FetchRequest<Element>
  ) throws -> [[String: FetchValue]] {
    try snapshot { try $0.store.dictionaries(request.checkedQuery(), $0.database) }
  }

  /// The object with an object ID; nil when it does not exist.
  ///
  /// ```swift
  /// let book = try store.object(with: id, as: Book.self)
  /// ```
  public func object<Element: FetchableEntity>(
    with id: ObjectID, as type: Element.Type
  ) throws -> Element? {
    try objects(with: [id], as: type).first
  }

  /// The objects with some object IDs in their order, without those that do not exist.
  public func objects<Element: FetchableEntity>(
    with ids: [ObjectID], as type: Element.Type
  ) throws -> [Element] {
    try snapshot { try $0.store.objects(with: ids, as: type, $0.database) }
  }

  /// The object of a reference; nil when it does not exist.
  public func object<Element: FetchableEntity>(
    with reference: ObjectReference<Element>
  ) throws -> Element? {
    try object(with: reference.id, as: Element.self)
  }

  /// The objects of some references in their order, without those that do not exist.
  public func objects<Element: FetchableEntity>(
    with references: [ObjectReference<Element>]
  ) throws -> [Element] {
    try objects(with: references.map(\.id), as: Element.self)
  }

  /// The metadata of a key; nil when there is none.
  public func metadata(forKey key: String) throws -> String? {
    try snapshot { try Metadata.text(forKey: key, $0.database) }
  }
}
