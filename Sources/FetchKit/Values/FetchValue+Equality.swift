// Values of any depth are compared without recursion, which could overflow the stack.
extension FetchValue {
  /// Whether both are of the same case and equal; strings by code point, as in a store.
  public static func == (left: FetchValue, right: FetchValue) -> Bool {
    areEqual(left, right) { left, right in
      switch (left, right) {
      case (.null, .null): true
      case (.bool(let first), .bool(let second)): first == second
      case (.integer(let first), .integer(let second)): first == second
      case (.double(let first), .double(let second)): first == second
      case (.string(let first), .string(let second)): first.utf8.elementsEqual(second.utf8)
      case (.date(let first), .date(let second)): first == second
      case (.data(let first), .data(let second)): first == second
      case (.list, .list), (.object, .object): nil
      case (.null, _), (.bool, _), (.integer, _), (.double, _), (.string, _), (.date, _),
        (.data, _), (.list, _), (.object, _):
        false
      }
    }
  }

  /// Returns whether values are equal according to `compare`, which returns nil for lists and objects whose members
  /// have to be equal.
  static func areEqual(
    _ left: FetchValue, _ right: FetchValue, _ compare: (FetchValue, FetchValue) -> Bool?
  ) -> Bool {
    if let isEqual = compare(left, right) { return isEqual }
    var pairs = [(left, right)]
    func isDifferent(_ left: FetchValue, _ right: FetchValue) -> Bool {
      if let isEqual = compare(left, right) { return !isEqual }
      pairs.append((left, right))
      return false
    }
    while let (left, right) = pairs.popLast() {
      switch (left, right) {
      case (.list(let first), .list(let second)):
        guard first.count == second.count else { return false }
        for (one, other) in zip(first, second) where isDifferent(one, other) { return false }
      case (.object(let first), .object(let second)):
        guard first.count == second.count else { return false }
        for (key, one) in first {
          guard let other = second[key], !isDifferent(one, other) else { return false }
        }
      default: return false
      }
    }
    return true
  }

  /// Whether more lists and objects than `limit` are nested in each other.
  func isNested(deeperThan limit: Int) -> Bool {
    var level = [self]
    for _ in 0...limit {
      level = level.flatMap(\.containers)
      if level.isEmpty { return false }
    }
    return true
  }

  /// The elements or members that are lists or objects themselves.
  private var containers: [FetchValue] {
    switch self {
    case .list(let elements): elements.filter { !$0.isScalar }
    case .object(let members): members.values.filter { !$0.isScalar }
    case .null, .bool, .integer, .double, .string, .date, .data: []
    }
  }

  /// The levels of lists and objects that a hash depends on.
  private static let hashedLevels = 16

  /// Hashes the value, except for what is nested more than 16 levels deep.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: Self.hashedLevels) }

  private func hash(into hasher: inout Hasher, levels: Int) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .bool(let flag): hasher.combine(flag)
    case .integer(let number): hasher.combine(number)
    case .double(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .date(let date): hasher.combine(date)
    case .data(let data): hasher.combine(data)
    case .list(let elements):
      hasher.combine(elements.count)
      guard levels > 0 else { return }
      for element in elements { element.hash(into: &hasher, levels: levels - 1) }
    case .object(let members):
      hasher.combine(members.count)
      guard levels > 0 else { return }
      var sum = 0
      for (key, value) in members {
        var own = Hasher()
        own.combine(key)
        value.hash(into: &own, levels: levels - 1)
        sum &+= own.finalize()
      }
      hasher.combine(sum)
    }
  }
}

extension FetchValue: CustomStringConvertible {
  /// The value as a Swift literal, such as `["name": "Boba", "tips": [1, 2], "rating": nil]`, objects in the order of
  /// their keys.
  public var description: String { PredicatePrinter().literal(self) }
}
