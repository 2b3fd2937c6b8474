/// A bounded number of objects of a list that have been read.
struct RowCache<Element: FetchableEntity> {
  let batchSize: Int
  private var objects: [Int64: Element] = [:]

  private static var capacity: Int { 20_000 }

  init(batchSize: Int) {
    self.batchSize = batchSize > 0 ? batchSize : 100
  }

  subscript(row: Int64) -> Element? { objects[row] }

  var rowIDs: Dictionary<Int64, Element>.Keys { objects.keys }

  /// Inserts objects; removes all others when there are too many.
  mutating func insert(_ elements: [Element]) {
    if objects.count + elements.count > Self.capacity { objects.removeAll(keepingCapacity: true) }
    for element in elements {
      if let id = element.objectID { objects[id.rowID] = element }
    }
  }

  mutating func remove(_ rows: Set<Int64>) {
    guard !objects.isEmpty else { return }
    for row in rows { objects[row] = nil }
  }

  /// The missing rows of the batch with a position.
  func batch(around index: Int, in ids: OrderedIDs) -> [Int64] {
    let start = index / batchSize * batchSize
    return ids.ids(at: start..<Swift.min(start + batchSize, ids.count)).filter {
      objects[$0] == nil
    }
  }
}
