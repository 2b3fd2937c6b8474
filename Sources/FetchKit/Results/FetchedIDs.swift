/// The object IDs of a results controller's list in order, as they were at one moment.
public struct FetchedIDs: RandomAccessCollection, Sendable {
  private let entityName: String
  private let rows: OrderedIDs
  /// Identifies the list among those of the controller.
  private let version: ListVersion

  /// An empty list.
  public init() { self.init(entityName: "", rows: OrderedIDs(), version: ListVersion()) }

  init(entityName: String, rows: OrderedIDs, version: ListVersion) {
    self.entityName = entityName
    self.rows = rows
    self.version = version
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of object IDs.
  public var endIndex: Int { rows.count }

  /// The id at a position.
  public subscript(position: Int) -> ObjectID {
    ObjectID(entityName: entityName, rowID: rows[position])
  }

  /// The position of an id; nil when it is not in the list.
  public func firstIndex(of id: ObjectID) -> Int? {
    id.entityName == entityName ? rows.index(of: id.rowID) : nil
  }

  /// The position of the object at `place` of an older list, or of its nearest neighbor that is in this
  /// list, the later ones first; nil when there is none.
  package func index(ofNearest place: Int, in old: FetchedIDs) -> Int? {
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
  /// Whether both are the same list of a controller; each fetch makes a new one, even with equal object IDs.
  public static func == (left: FetchedIDs, right: FetchedIDs) -> Bool {
    left.version === right.version
  }
}

extension FetchedIDs: CustomStringConvertible {
  /// The object IDs as an array.
  public var description: String { Array(self).description }
}

final class ListVersion: Sendable {}
