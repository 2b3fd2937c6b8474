/// The members of one object by key, looked up in constant time; the memory is reused.
public struct MemberIndex: ~Copyable {
  public let slots: UnsafeMutablePointer<UInt64>
  public private(set) var generation: UInt64 = 0
  public private(set) var tape: UnsafeMutablePointer<JSONTape.Storage>?

  public init() {
    slots = .allocate(capacity: 256)
    slots.initialize(repeating: 0, count: 256)
  }

  deinit { slots.deallocate() }

  /// Loads another object; the last of several members with the same key wins.
  public mutating func load(_ object: JSONValue?) {
    generation += 1
    guard let object, object.kind == .object else { return }
    tape = object.tape
    for member in object.children {
      slots[Int(member.key.rawValue)] = generation << 32 | UInt64(member.index)
    }
  }

  /// The member with a key; nil if absent or null.
  @inlinable
  @inline(__always)
  public subscript(key: JSONKey) -> JSONValue? {
    let slot = slots[Int(key.rawValue)]
    guard slot >> 32 == generation, let tape else { return nil }
    let value = JSONValue(tape: tape, index: Int(slot & 0xFFFF_FFFF))
    if value.kind == .null { return nil }
    tape.pointee.nodes[value.index].isRead = true
    return value
  }

  /// The member with a key, which stays unread; nil if absent.
  public func peek(_ key: JSONKey) -> JSONValue? {
    let slot = slots[Int(key.rawValue)]
    guard slot >> 32 == generation, let tape else { return nil }
    return JSONValue(tape: tape, index: Int(slot & 0xFFFF_FFFF))
  }
}
