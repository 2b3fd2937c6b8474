/// Values numbered in the order of their first use.
struct Table<Value: Hashable & Sendable>: Equatable, Sendable {
  private(set) var values: [Value] = []
  private var indices: [Value: UInt16] = [:]
  private var last: UInt16 = 0

  static func == (one: Self, other: Self) -> Bool { one.values == other.values }

  subscript(index: UInt16) -> Value { values[Int(index)] }

  /// The number of a value; 0 when more than 65,535 are in use.
  mutating func index(of value: Value) -> UInt16 {
    if Int(last) < values.count && values[Int(last)] == value { return last }
    if let known = indices[value] {
      last = known
      return known
    }
    guard values.count < Int(UInt16.max) else { return 0 }
    last = UInt16(values.count)
    values.append(value)
    indices[value] = last
    return last
  }
}
