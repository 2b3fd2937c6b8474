internal import GRDB

/// What an update does when the stored object is no longer as it was read.
///
/// ```swift
/// try store.write("Change the price") { $0.update(edited, readAs: book, mergePolicy: .error) }
/// ```
///
/// The policies are those of Core Data's `NSMergePolicy` without the one that rolls back; all write only the attributes
/// that differ. An optional structure that somebody adds or removes is merged as one attribute.
public enum MergePolicy: Hashable, Sendable {
  /// Throws a `StoreError` of code `conflict` when any attribute was changed.
  case error
  /// Writes the attributes that the caller changed, also where the store has another change; the last writer wins
  /// attribute by attribute.
  case mergeByPropertyObjectTrump
  /// Writes the attributes that the caller changed, except where the store has another change.
  case mergeByPropertyStoreTrump
  /// Makes the stored object equal to the caller's.
  case overwrite
}

extension StoreTransaction {
  /// Updates an object that may have been changed since it was read.
  ///
  /// ```swift
  /// var edited = book
  /// edited.price = 9
  /// try store.write("Change the price") { $0.update(edited, readAs: book, mergePolicy: .error) }
  /// // UPDATE book SET price = 9 WHERE pk = 1
  /// ```
  ///
  /// `original` is the object as it was read. As with other changes, `FetchStore.write` throws when it fails: when the object
  /// was deleted, and with the code `conflict` where the policy says so.
  public mutating func update<Element: FetchableEntity>(
    _ element: Element, readAs original: Element,
    mergePolicy: MergePolicy = .mergeByPropertyObjectTrump
  ) {
    attempt { [store, database, undo] in
      try element.checkValidity(.update)
      let merge = try ObjectMerge(element, original, store, database)
      let keyPaths = try merge.keyPaths(mergePolicy)
      if !keyPaths.isEmpty { try merge.write(keyPaths, undo) }
    }
  }
}

private struct ObjectMerge<Element: FetchableEntity> {
  private let element: Element
  private let original: Element
  private let stored: Element
  private let id: ObjectID
  private let database: Database
  /// The structures that one of the three states has and another has not; inner ones come first.
  private var wholes: [String] = []
  private var entity: EntityDescription { Element.entity }

  init(_ element: Element, _ original: Element, _ store: FetchStore, _ database: Database) throws {
    guard let id = element.objectID, id == original.objectID else {
      throw StoreError(
        .invalidRequest, "store.otherObject",
        "an object can be merged only with an earlier state of itself")
    }
    guard let stored = try store.objects(with: [id], as: Element.self, database).first else {
      throw StoreError.rowGone(id.rowID, Element.entity)
    }
    (self.element, self.original, self.stored) = (element, original, stored)
    (self.id, self.database) = (id, database)
    wholes = Element.entity.attributes.structures.filter { structure in
      let isMissing = [element, original, stored].map { value(structure.marker, of: $0)?.isNull }
      return Set(isMissing).count > 1
    }.map(\.keyPath)
  }

  /// The properties to write.
  func keyPaths(_ policy: MergePolicy) throws -> [String] {
    let properties =
      entity.attributes.filter { $0.column != nil && $0.derivation == nil }.map(\.keyPath)
      + entity.toMany.map(\.name) + entity.inverses.map(\.name)
    func differing(_ first: Element, _ second: Element) -> [String] {
      properties.filter { value($0, of: first) != value($0, of: second) }
    }
    let other = policy == .overwrite ? [] : differing(stored, original)
    let changed = differing(element, original)
    switch policy {
    case .error:
      guard other.isEmpty else {
        throw StoreError(
          .conflict, "store.conflict",
          "\(entity.name) \(id.rowID) was changed since it was read: \(other.joined(separator: ", "))"
        )
      }
      return changed
    case .mergeByPropertyObjectTrump:
      let own = Set(changed.map(whole))
      return differing(element, stored).filter { own.contains(whole($0)) }
    case .mergeByPropertyStoreTrump:
      let others = Set(other.map(whole))
      return changed.filter { !others.contains(whole($0)) }
    case .overwrite: return differing(element, stored)
    }
  }

  /// What a property is merged with: the outermost of `wholes` that has it, or the property alone.
  private func whole(_ keyPath: String) -> String {
    wholes.last { keyPath.hasPrefix($0 + ".") } ?? keyPath
  }

  private func value(_ keyPath: String, of element: Element) -> FetchValue? {
    StoreTransaction.storedValue(of: element, forKeyPath: keyPath)
  }

  func write(_ keyPaths: [String], _ undo: UndoRecorder) throws {
    try undo.willUpdate(id.rowID, entity)
    let writer = RelationshipWriter(entity: entity, database: database, undo: undo)
    let circles = try writer.circles(of: id.rowID)
    try writeRow(keyPaths)
    try writer.didWrite(id.rowID, circles: circles) {
      keyPaths.contains($0) ? value($0, of: element) : nil
    }
  }

  private func writeRow(_ keyPaths: [String]) throws {
    guard keyPaths.allSatisfy({ entity.attribute(forKeyPath: $0) != nil }) else {
      return try RowStatements(entity, database).update(id.rowID, keeping: []) {
        try $0.append(merged(keyPaths))
      }
    }
    let values = keyPaths.map {
      ($0, FetchExpression.constant(value($0, of: element) ?? .null))
    }
    let statements = BatchStatement(entity: entity)
    try database.run(
      try statements.update(
        Dictionary(uniqueKeysWithValues: values), where: statements.condition(nil, among: [id])
      ).sql)
    for statement in try statements.derive(from: Set(keyPaths)) {
      try database.run("\(statement) AND pk = \(.integer(id.rowID))")
    }
  }

  private func merged(_ keyPaths: [String]) -> FetchValue {
    keyPaths.reduce(stored.wholeValue) {
      $0.setting(value($1, of: element) ?? .null, forKeyPath: $1)
    }
  }
}
