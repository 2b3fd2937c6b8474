/// The values of one scanned slice in document order, in memory that is kept for the next one.
///
/// It refers to the slice: both must live while a `JSONValue` of it is read.
struct JSONTape: ~Copyable {
  /// More values in one slice than this are refused: it bounds the memory.
  static let maximumCount = 1 << 20

  struct Storage {
    var nodes: UnsafeMutablePointer<JSONNode>
    var count = 0
    var capacity: Int
    var slice: UnsafePointer<UInt8>
    /// Bytes of the scanned slice.
    var length = 0
    /// Texts that are not in the slice as they are.
    var arena = TextArena()
    /// How texts of this slice write what they cannot hold.
    var escaping = Escaping.json
    /// Characters that a text named but cannot hold: lone surrogates and NUL.
    var lostCharacters = 0
  }

  /// How a backslash or a doubled quote in a text is meant.
  enum Escaping { case json, csv }

  let storage: UnsafeMutablePointer<Storage>

  init() {
    let nodes = UnsafeMutablePointer<JSONNode>.allocate(capacity: 1024)
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(nodes: nodes, capacity: 1024, slice: TextSlice.empty.start))
  }

  deinit {
    storage.pointee.nodes.deallocate()
    storage.pointee.arena.free()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The scanned value; only after a scan that succeeded.
  var root: JSONValue { JSONValue(tape: storage, index: 0) }

  /// Forgets all values and turns to another slice.
  @inline(__always)
  func reset(slice: UnsafePointer<UInt8>) {
    storage.pointee.slice = slice
    storage.pointee.count = 0
    storage.pointee.length = 0
    storage.pointee.arena.removeAll()
    storage.pointee.lostCharacters = 0
  }
}

extension JSONTape.Storage {
  /// Adds a value and gives its index; nil when the tape is full.
  @inline(__always)
  mutating func append(_ node: JSONNode) -> Int? {
    if count == capacity, !grow() { return nil }
    nodes[count] = node
    count &+= 1
    return count &- 1
  }

  private mutating func grow() -> Bool {
    guard capacity < JSONTape.maximumCount else { return false }
    let larger = UnsafeMutablePointer<JSONNode>.allocate(capacity: capacity * 2)
    larger.update(from: nodes, count: count)
    nodes.deallocate()
    nodes = larger
    capacity *= 2
    return true
  }
}
