/// What an import of rows does beside writing them.
public struct RowImportOptions: Hashable, Sendable {
  /// Whether rows that the import does not name are deleted.
  public var replacesEverything: Bool
  /// Whether the store is left as it was, with a summary of what would have happened.
  public var isDryRun: Bool
  /// A metadata key that the import sets, and that makes a second import of the same key do nothing; nil for none.
  ///
  /// Such an import belongs to the store's beginning and is no step that can be undone.
  public var onceKey: String?
  /// Whether the import may overwrite or delete more than can be kept for undoing it.
  public var allowsUnrestorable: Bool
  /// Texts that are kept with the store, by key, when the import changes rows; nil deletes one.
  public var metadata: [String: String?]

  /// Options of an import of rows.
  public init(
    replacesEverything: Bool = false, isDryRun: Bool = false, onceKey: String? = nil,
    allowsUnrestorable: Bool = false, metadata: [String: String?] = [:]
  ) {
    self.replacesEverything = replacesEverything
    self.isDryRun = isDryRun
    self.onceKey = onceKey
    self.allowsUnrestorable = allowsUnrestorable
    self.metadata = metadata
  }
}

/// What an import of rows did: the store before it against the store after it.
public struct RowImportSummary: Hashable, Sendable {
  /// Rows whose identifier was not in the store.
  public var inserted = 0
  /// Rows that differ from what the store had.
  public var updated = 0
  /// Rows that the store had already.
  public var unchanged = 0
  /// Rows whose identifier came again later in the import; the last one won.
  public var repeated = 0
  /// Offsets in the input of the first repeated rows in the order of the input, at most 20.
  public internal(set) var firstRepeated: [Int] = []
  /// Inserted rows that had been deleted from the store earlier.
  public var restored = 0
  /// Rows deleted because the import replaced everything.
  public var deleted = 0

  /// A summary of nothing.
  public init() {}

  /// The number of rows that differ between the store before the import and the store after it.
  var changed: Int { inserted + updated + deleted }

  /// Counts a row whose identifier came again later; the rows may be noted in any order.
  mutating func noteRepeated(at offset: Int) {
    repeated += 1
    if firstRepeated.count == Self.reportedRows {
      guard let last = firstRepeated.last, offset < last else { return }
      firstRepeated.removeLast()
    }
    let place = firstRepeated.firstIndex { $0 > offset } ?? firstRepeated.endIndex
    firstRepeated.insert(offset, at: place)
  }

  private static let reportedRows = 20
}
