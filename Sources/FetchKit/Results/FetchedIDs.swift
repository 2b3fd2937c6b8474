/// The identities of a results controller's objects in order, as they were when it was asked.
public struct FetchedIDs: RandomAccessCollection, Hashable, Sendable {
  private let entityName: String
  private let rows: [Int64]

  /// No identities.
  public init() { self.init(entityName: "", rows: []) }

  init(entityName: String, rows: [Int64]) {
    self.entityName = entityName
    self.rows = rows
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
    id.entityName == entityName ? rows.firstIndex(of: id.rowID) : nil
  }

  /// The place of what stood at `place` of an older list: of the same object, else of the next one
  /// there that is still here, else of the previous one; nil when none of them is.
  public func index(ofNearest place: Int, in old: FetchedIDs) -> Int? {
    guard old.rows.indices.contains(place) else { return nil }
    if let index = rows.firstIndex(of: old.rows[place]) { return index }
    let places = Dictionary(rows.enumerated().map { ($1, $0) }) { first, _ in first }
    let next = old.rows[place...].lazy.compactMap { places[$0] }.first
    return next ?? old.rows[..<place].reversed().lazy.compactMap { places[$0] }.first
  }
}
