/// Its reads see the changes of the transaction before them.
///
/// ```swift
/// try store.write("Raise prices") { transaction in
///   for var book in try transaction.fetch(FetchRequest<Book>()) {
///     book.price += 1
///     transaction.update(book)
///   }
/// }
/// ```
extension StoreTransaction: StoreReading {
  /// Runs several reads in the transaction.
  public func snapshot<Output>(_ body: (StoreSnapshot) throws -> Output) throws -> Output {
    try reading {
      try body(
        StoreSnapshot(store: store, database: database, access: StoreAccess.current(of: store)))
    }
  }

  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try check()
    return try storing(body)
  }
}
