extension FetchPredicate {
  /// The conditions that `and` or `or` combines.
  public struct Subpredicates: RandomAccessCollection, Sendable {
    fileprivate let node: CompoundNode

    fileprivate init(_ parts: [FetchPredicate]) { node = CompoundNode(parts) }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of conditions.
    public var endIndex: Int { node.parts.count }
    /// The condition at a position.
    public subscript(position: Int) -> FetchPredicate { node.parts[position] }
  }

  /// The condition that `not` negates.
  public struct Negated: Sendable {
    fileprivate let node: CompoundNode

    fileprivate init(_ predicate: FetchPredicate) { node = CompoundNode([predicate]) }

    /// The condition.
    public var predicate: FetchPredicate { node.parts[0] }
  }

  /// Returns a predicate that is true when all subpredicates are, and without subpredicates.
  public static func and(_ parts: [FetchPredicate]) -> FetchPredicate { .and(Subpredicates(parts)) }

  /// Returns a predicate that is true when some subpredicate is, and false without subpredicates.
  public static func or(_ parts: [FetchPredicate]) -> FetchPredicate { .or(Subpredicates(parts)) }

  /// Returns the negation of a predicate.
  public static func not(_ predicate: FetchPredicate) -> FetchPredicate { .not(Negated(predicate)) }
}

extension FetchPredicate.Subpredicates: Hashable {
  /// Returns whether both have the same conditions in the same order.
  public static func == (left: Self, right: Self) -> Bool {
    FetchPredicate.and(left) == .and(right)
  }

  /// Hashes the conditions.
  public func hash(into hasher: inout Hasher) { FetchPredicate.and(self).hash(into: &hasher) }
}

extension FetchPredicate.Negated: Hashable {
  /// Returns whether both have the same condition.
  public static func == (left: Self, right: Self) -> Bool { left.predicate == right.predicate }

  /// Hashes the condition.
  public func hash(into hasher: inout Hasher) { predicate.hash(into: &hasher) }
}

/// The conditions of a compound predicate, and how deep they are nested.
///
/// A tree of any depth is released level by level: the recursion of the compiler would overflow the stack.
private final class CompoundNode: @unchecked Sendable {
  /// Changed only while the last owner releases the node.
  private(set) var parts: [FetchPredicate]
  let depth: Int

  /// Shallower trees are released by recursion.
  private static let recursionLimit = 100

  init(_ parts: [FetchPredicate]) {
    self.parts = parts
    depth = 1 + (parts.lazy.map(\.depth).max() ?? 0)
  }

  deinit {
    guard depth > Self.recursionLimit else { return }
    var nodes = takeNodes()
    while var node = nodes.popLast() {
      if isKnownUniquelyReferenced(&node) { nodes += node.takeNodes() }
    }
  }

  /// Removes the parts and returns the nodes of those that are compound.
  private func takeNodes() -> [CompoundNode] {
    defer { parts = [] }
    return parts.compactMap(\.node)
  }
}

// MARK: - Trees of any depth

extension FetchPredicate {
  fileprivate var node: CompoundNode? {
    switch self {
    case .constant, .comparison: nil
    case .and(let parts), .or(let parts): parts.node
    case .not(let negated): negated.node
    }
  }

  /// The number of nested predicates. Complexity: O(1).
  var depth: Int { node?.depth ?? 1 }

  /// The predicates of which this one is made.
  private var parts: [FetchPredicate] { node?.parts ?? [] }

  /// All comparisons, from left to right.
  var comparisons: [ComparisonPredicate] {
    var found: [ComparisonPredicate] = []
    var rest = [self]
    while let next = rest.popLast() {
      if case .comparison(let comparison) = next { found.append(comparison) }
      rest += next.parts.reversed()
    }
    return found
  }

  /// Returns the predicate with its comparisons replaced.
  func mapComparisons(_ transform: (ComparisonPredicate) -> ComparisonPredicate) -> FetchPredicate {
    var open = [PartialCompound(self)]
    while true {
      let last = open.count - 1
      if let part = open[last].nextPart() {
        switch part {
        case .constant: open[last].made.append(part)
        case .comparison(let comparison):
          open[last].made.append(.comparison(transform(comparison)))
        case .and, .or, .not: open.append(PartialCompound(part))
        }
      } else {
        let whole = open.removeLast().whole
        guard !open.isEmpty else { return whole }
        open[last - 1].made.append(whole)
      }
    }
  }

  /// A compound of which some parts have been made; another predicate is its own only part.
  private struct PartialCompound {
    let old: FetchPredicate
    let parts: [FetchPredicate]
    var made: [FetchPredicate] = []

    init(_ old: FetchPredicate) {
      self.old = old
      parts = old.node?.parts ?? [old]
    }

    func nextPart() -> FetchPredicate? { made.count < parts.count ? parts[made.count] : nil }

    var whole: FetchPredicate {
      switch old {
      case .constant, .comparison: made[0]
      case .and: .and(made)
      case .or: .or(made)
      case .not: .not(made[0])
      }
    }
  }
}

extension FetchPredicate: Hashable {
  /// Returns whether both are the same tree; positions in format strings are ignored.
  public static func == (left: FetchPredicate, right: FetchPredicate) -> Bool {
    guard left.depth == right.depth else { return false }
    var pairs = [(left, right)]
    while let (left, right) = pairs.popLast() {
      switch (left, right) {
      case (.constant(let first), .constant(let second)):
        guard first == second else { return false }
      case (.comparison(let first), .comparison(let second)):
        guard first == second else { return false }
      case (.and, .and), (.or, .or), (.not, .not):
        guard left.node !== right.node else { continue }
        guard left.parts.count == right.parts.count else { return false }
        pairs += zip(left.parts, right.parts)
      default: return false
      }
    }
    return true
  }

  /// Hashes the tree.
  public func hash(into hasher: inout Hasher) {
    var rest = [self]
    while let next = rest.popLast() {
      switch next {
      case .constant(let flag): hasher.combine(flag)
      case .comparison(let comparison): hasher.combine(comparison)
      case .and: hasher.combine(0)
      case .or: hasher.combine(1)
      case .not: hasher.combine(2)
      }
      hasher.combine(next.parts.count)
      rest += next.parts
    }
  }
}
