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
    var owned: UnsafeMutablePointer<UInt8>
    var ownedCount = 0
    var ownedCapacity: Int
    /// Characters that a text named but cannot hold: lone surrogates and NUL.
    var lostCharacters = 0
  }

  let storage: UnsafeMutablePointer<Storage>

  init() {
    let owned = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
    owned.initialize(repeating: 0, count: 4096)
    storage = .allocate(capacity: 1)
    storage.initialize(
      to: Storage(
        nodes: .allocate(capacity: 1024), capacity: 1024, slice: UnsafePointer(owned),
        owned: owned, ownedCapacity: 4096))
  }

  deinit {
    storage.pointee.nodes.deallocate()
    storage.pointee.owned.deallocate()
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
    storage.pointee.ownedCount = 0
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

  /// Makes room for `count` more bytes of its own, without losing those it has.
  mutating func reserveOwned(_ count: Int) {
    guard ownedCapacity - ownedCount < count else { return }
    let capacity = max(ownedCapacity * 2, ownedCount + count)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: owned, count: ownedCount)
    owned.deallocate()
    owned = larger
    ownedCapacity = capacity
  }
}
