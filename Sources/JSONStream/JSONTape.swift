/// The kind of a JSON value.
public enum JSONKind: UInt8, Sendable {
  case null, `false`, `true`, number, string, array, object
}

/// One value on the tape, in document order; the children of a container follow it.
public struct JSONNode {
  public var kind: JSONKind
  /// The key of a member, `.element` elsewhere.
  public var key: JSONKey
  /// Whether a string must be unescaped.
  public var isEscaped: Bool
  /// Whether the value was looked up by its key.
  public var isRead = false
  /// The first byte of the value in the scanned slice; for a string the byte after its quote.
  public var start: UInt32
  /// Bytes of a scalar (of a string without quotes), children of a container.
  public var length: UInt32
  /// The index of the next sibling, or of what follows the parent.
  public var next: UInt32

  public init(
    kind: JSONKind, key: JSONKey, isEscaped: Bool = false, start: UInt32, length: UInt32,
    next: UInt32
  ) {
    self.kind = kind
    self.key = key
    self.isEscaped = isEscaped
    self.start = start
    self.length = length
    self.next = next
  }
}

/// The values of one scanned slice in document order, in memory that is kept for the next one.
///
/// It refers to the slice: both must live while a `JSONValue` of it is read.
public struct JSONTape: ~Copyable {
  /// More values in one slice than this are refused: it bounds the memory.
  public static let maximumCount = 1 << 20

  public struct Storage {
    public var nodes: UnsafeMutablePointer<JSONNode>
    public var count = 0
    public var capacity: Int
    public var slice: UnsafePointer<UInt8>
    /// Unescaped strings.
    public var arena = TextArena()
    /// The escape syntax of strings in this slice.
    public var escaping = Escaping.json
    /// Characters that were replaced by U+FFFD: lone surrogates and NUL.
    public var lostCharacters = 0
    /// Whether a kept object has members that are not on the tape because their keys are unknown.
    public var hasUnknownMembers = false
    /// Whether one of these has a key that may consist of several words, such as `location.lat`, or is capitalized.
    public var hasCompoundKeys = false
  }

  /// Backslashes, doubled quotes after RFC 4180, or `\t`, `\n`, `\r` and `\\` between tabs.
  public enum Escaping { case json, csv, tsv }

  public let storage: UnsafeMutablePointer<Storage>

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
  public var root: JSONValue { JSONValue(tape: storage, index: 0) }

  /// Removes all values and starts another slice.
  @inline(__always)
  public func reset(slice: UnsafePointer<UInt8>) {
    storage.pointee.slice = slice
    storage.pointee.count = 0
    storage.pointee.arena.removeAll()
    storage.pointee.lostCharacters = 0
    storage.pointee.hasUnknownMembers = false
    storage.pointee.hasCompoundKeys = false
  }
}

extension JSONTape.Storage {
  /// Adds a value and returns its index; nil if the tape is full.
  @inline(__always)
  public mutating func append(_ node: JSONNode) -> Int? {
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
