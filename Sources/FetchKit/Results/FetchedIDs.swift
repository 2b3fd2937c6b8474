/// The identities of a results controller's objects in order, as they were when it was asked.
public struct FetchedIDs: RandomAccessCollection, Sendable {
  private let entityName: String
  private let rows: OrderedIDs
  /// Which list of the controller this is.
  private let version: ListVersion

  /// No identities.
  public init() { self.init(entityName: "", rows: OrderedIDs(), version: ListVersion()) }

  init(entityName: String, rows: OrderedIDs, version: ListVersion) {
    self.entityName = entityName
    self.rows = rows
    self.version = version
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of identities.
  public var endIndex: Int { rows.count }

  /// The identity at a 0-based place.
  public subscript(position: Int) -> ObjectID {
    ObjectID(entityName: entityName, rowID: rows[position])
  }

  /// The place of an identity; nil when it is not here.
  public func firstIndex(of id: ObjectID) -> Int? {
    id.entityName == entityName ? rows.index(of: id.rowID) : nil
  }

  /// The place of what stood at `place` of an older list: of the same object, else of the next one
  /// there that is still here, else of the previous one; nil when none of them is.
  public func index(ofNearest place: Int, in old: FetchedIDs) -> Int? {
    guard old.indices.contains(place) else { return nil }
    for later in place..<old.rows.count {
      if let index = rows.index(of: old.rows[later]) { return index }
    }
    for earlier in (0..<place).reversed() {
      if let index = rows.index(of: old.rows[earlier]) { return index }
    }
    return nil
  }
}

extension FetchedIDs: Equatable {
  /// Whether both are the same list of a controller; one that was fetched anew is another, whatever is in it.
  public static func == (left: FetchedIDs, right: FetchedIDs) -> Bool {
    left.version === right.version
  }
}

/// The identity of a list: a new one for each that a controller shows.
final class ListVersion: Sendable {}
