internal import Collation

/// One key of an order: which attribute, in which direction, compared how.
public struct FetchSortDescriptor: Hashable, Sendable {
  /// How texts are ordered.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// By code points: upper case before lower case.
    case binary
    /// By code points of the case-folded text.
    case caseInsensitive
    /// As a person sorts: case and diacritics folded, "Boba 2" before "Boba 10".
    case natural
  }

  /// Where missing values go.
  public enum NilPlacement: String, Hashable, Sendable, CaseIterable {
    /// First when ascending, last when descending, as in SQLite.
    case lowest
    /// Before all others, in both directions.
    case first
    /// After all others, in both directions.
    case last
  }

  /// The key path of the values that decide.
  public var keyPath: String
  /// Whether small values come first.
  public var ascending: Bool
  /// How texts are ordered.
  public var comparison: Comparison
  /// Where missing values go.
  public var nils: NilPlacement

  /// An order by a key path such as `location.distance`.
  public init(
    _ keyPath: String, ascending: Bool = true, comparison: Comparison = .binary,
    nils: NilPlacement = .lowest
  ) {
    self.keyPath = keyPath
    self.ascending = ascending
    self.comparison = comparison
    self.nils = nils
  }

  /// An order by a Swift key path; a fetch refuses one that the entity does not declare.
  public init<Root: DescribedValue, Member>(
    _ keyPath: KeyPath<Root, Member>, ascending: Bool = true, comparison: Comparison = .binary,
    nils: NilPlacement = .lowest
  ) {
    self.init(
      Root.keyPathName(of: keyPath), ascending: ascending, comparison: comparison, nils: nils)
  }

  /// The same order in the other direction; missing values stay where they were asked to be.
  public var reversed: FetchSortDescriptor {
    var copy = self
    copy.ascending.toggle()
    return copy
  }
}

extension DescribedValue {
  /// The name under which predicates know a Swift key path; its own text when the entity has none.
  static func keyPathName(of keyPath: AnyKeyPath) -> String {
    entity.mapping(for: Self.self)?.name(of: keyPath) ?? "\(keyPath)"
  }
}

extension FetchExpression {
  /// The expression for a Swift key path of an entity.
  public static func keyPath<Root: DescribedValue, Member>(_ keyPath: KeyPath<Root, Member>)
    -> FetchExpression
  {
    .keyPath(Root.keyPathName(of: keyPath))
  }
}
