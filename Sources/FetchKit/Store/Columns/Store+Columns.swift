internal import GRDB

extension Store {
  /// Holds some attributes of all objects of an entity in memory from now on, so that counts, sums, groups
  /// and parts of long lists need not be read from the file: about 40 MB for a million objects with ten
  /// attributes.
  ///
  /// Answers are the same as without, sooner; they wait until all is read. Texts are held when there are
  /// few different ones; `categories.name` is a list of them. Key paths that cannot be held are left out.
  /// Lists come in orders that end like `order`, with the identifier last, without SQLite having to sort.
  /// With `keepsFile` what is held of many objects is kept in the file `PATH-columns` as well: who holds it
  /// the next time has it at once. It may be deleted at any time.
  public func holdColumns(
    _ keyPaths: [String], of entity: EntityDescription, order: [FetchSortDescriptor] = [],
    keepsFile: Bool = false
  ) {
    let hasFile = keepsFile && path != ":memory:"
    columns.hold(keyPaths, of: entity, file: hasFile ? ColumnFile(entity, of: self) : nil)
    Task.detached { [self] in
      // Whoever asks before, or after a failure, reads them or asks SQLite.
      try? await read {
        try self.columns.load($0)
        try self.columns.prepare(order, self, $0)
      }
      if !isReadOnly { try? await columns.file(order, self) }
    }
  }

  /// How many results a request has, as held columns tell; nil when they cannot.
  func heldNumber(_ query: FetchQuery, _ database: Database) throws -> Int? {
    guard query.limit == 0, query.offset == 0, query.objectIDs == nil else { return nil }
    return try columns.answer(entity(of: query), database) { filter in
      try filter.rows(query.predicate ?? .constant(true)).count
    }
  }

  /// The objects of a request with the numbers of some key paths; nil when held columns cannot tell them.
  func heldNumbers(_ query: FetchQuery, _ keyPaths: [String], _ database: Database) throws
    -> HeldRows?
  {
    guard query.limit == 0, query.offset == 0, query.objectIDs == nil,
      query.sortDescriptors.isEmpty
    else { return nil }
    return try columns.answer(entity(of: query), database) { filter in
      let columns = keyPaths.compactMap(filter.column).filter(\.hasNumbers).map(\.numbers)
      guard columns.count == keyPaths.count else { return nil }
      return HeldRows(rows: try filter.rows(query.predicate ?? .constant(true)), columns: columns)
    }
  }

  /// The dictionaries of a request, as held columns tell; nil when they cannot.
  func heldDictionaries(_ query: FetchQuery, _ database: Database) throws -> [[String: Value]]? {
    try columns.answer(entity(of: query), database) { filter in
      try ColumnAnswer(filter: filter).dictionaries(query)
    }
  }
}
