internal import Collation

/// A sort key: an attribute, a direction and a comparison.
///
/// ```swift
/// request.sortDescriptors = [
///   FetchSortDescriptor("location.distance", nils: .last),
///   FetchSortDescriptor("name", comparison: .natural),
/// ]
/// // ORDER BY distance ASC NULLS LAST, name_order ASC, pk
/// ```
public struct FetchSortDescriptor: Hashable, Sendable {
  /// How strings are compared.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// By code point: upper case before lower case.
    case binary
    /// By code point, ignoring case.
    case caseInsensitive
    /// In natural order: ignoring case and diacritics, "Boba 2" before "Boba 10".
    case natural
  }

  /// Where nil is sorted.
  public enum NilPlacement: String, Hashable, Sendable, CaseIterable {
    /// First in ascending order, last in descending order, as in SQLite.
    case lowest
    /// Before all values, in both directions.
    case first
    /// After all values, in both directions.
    case last
  }

  /// The key path of the attribute.
  public var keyPath: String
  /// Whether the order is ascending.
  public var ascending: Bool
  /// How strings are compared.
  public var comparison: Comparison
  /// Where nil is sorted.
  public var nils: NilPlacement

  /// Creates a sort key from a key path such as `location.distance`.
  public init(
    _ keyPath: String, ascending: Bool = true, comparison: Comparison = .binary,
    nils: NilPlacement = .lowest
  ) {
    self.keyPath = keyPath
    self.ascending = ascending
    self.comparison = comparison
    self.nils = nils
  }

  /// Creates a sort key from a Swift key path; a fetch fails if the entity does not declare it.
  public init<Root: DescribedValue, Member>(
    _ keyPath: KeyPath<Root, Member>, ascending: Bool = true, comparison: Comparison = .binary,
    nils: NilPlacement = .lowest
  ) {
    self.init(
      Root.keyPathName(of: keyPath), ascending: ascending, comparison: comparison, nils: nils)
  }

  /// The sort key in the other direction; explicitly placed nils stay where they are.
  public var reversed: FetchSortDescriptor {
    var copy = self
    copy.ascending.toggle()
    return copy
  }
}

extension DescribedValue {
  /// Returns the key path in predicates of a Swift key path; its description when it is not declared.
  static func keyPathName(of keyPath: AnyKeyPath) -> String {
    entity.mapping(for: Self.self)?.name(of: keyPath) ?? "\(keyPath)"
  }
}

extension FetchExpression {
  /// Returns the key path expression of a Swift key path.
  public static func keyPath<Root: DescribedValue, Member>(_ keyPath: KeyPath<Root, Member>)
    -> FetchExpression
  {
    .keyPath(Root.keyPathName(of: keyPath))
  }
}

extension FetchSortDescriptor.Comparison {
  /// Returns bytes that have the order of the texts, as in the store.
  package func key(of text: String) -> [UInt8] {
    text.withTextBytes { bytes in
      switch self {
      case .binary: Array(bytes)
      case .caseInsensitive: TextFolding(.caseInsensitive).fold(bytes)
      case .natural: NaturalOrder.withKey(of: bytes) { Array($0) }
      }
    }
  }
}
