// Reads, which see the changes of the transaction before them.
extension StoreTransaction {
  /// The objects of a request, in its order.
  ///
  /// ```swift
  /// try store.write("Raise prices") { transaction in
  ///   for var book in try transaction.fetch(FetchRequest<Book>()) {
  ///     book.price += 1
  ///     transaction.update(book)
  ///   }
  /// }
  /// ```
  public func fetch<Element>(_ request: FetchRequest<Element>) throws -> [Element] {
    try reading { try store.objects(request, database) }
  }

  /// The number of results of a request.
  public func count<Element>(_ request: FetchRequest<Element>) throws -> Int {
    try reading { try store.number(request.checkedQuery(), database) }
  }

  /// The identities of a request's objects, in its order.
  public func objectIDs<Element>(_ request: FetchRequest<Element>) throws -> [ObjectID] {
    try reading { try store.identities(request.checkedQuery(), database) }
  }

  /// One dictionary for each result: attributes and expressions by name, missing values absent.
  public func dictionaries<Element>(_ request: FetchRequest<Element>) throws -> [[String:
    FetchValue]]
  {
    try reading { try store.dictionaries(request.checkedQuery(), database) }
  }

  /// The object of an identity; nil when it does not exist.
  public func object<Element: FetchableEntity>(with id: ObjectID, as type: Element.Type) throws
    -> Element?
  {
    try objects(with: [id], as: type).first
  }

  /// The objects of some identities in their order, without those that do not exist.
  public func objects<Element: FetchableEntity>(with ids: [ObjectID], as type: Element.Type) throws
    -> [Element]
  {
    try reading { try store.objects(with: ids, as: type, database) }
  }

  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try check()
    return try storing(body)
  }
}
