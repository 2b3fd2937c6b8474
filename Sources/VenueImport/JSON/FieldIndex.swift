/// The members of one object by name, looked up without a search; its memory is kept.
struct FieldIndex: ~Copyable {
  private let slots: UnsafeMutablePointer<UInt64>
  private var generation: UInt64 = 0
  private var tape: UnsafeMutablePointer<JSONTape.Storage>?

  init() {
    slots = .allocate(capacity: 256)
    slots.initialize(repeating: 0, count: 256)
  }

  deinit { slots.deallocate() }

  /// Turns to another object; of several members with one name the last counts.
  mutating func load(_ object: JSONValue?) {
    generation += 1
    guard let object, object.kind == .object else { return }
    tape = object.tape
    for member in object.children {
      slots[Int(member.name.rawValue)] = generation << 32 | UInt64(member.index)
    }
  }

  /// The member of that name; nil when absent or null.
  @inline(__always)
  subscript(name: FieldName) -> JSONValue? {
    let slot = slots[Int(name.rawValue)]
    guard slot >> 32 == generation, let tape else { return nil }
    let value = JSONValue(tape: tape, index: Int(slot & 0xFFFF_FFFF))
    return value.kind == .null ? nil : value
  }
}
