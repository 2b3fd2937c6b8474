/// A column of dictionary results: an attribute by its key path, or an expression.
public enum FetchProperty: Hashable, Sendable, ExpressibleByStringLiteral {
  /// An attribute by its key path.
  case attribute(String)
  /// A computation with a name.
  case expression(ExpressionDescription)

  /// An attribute by its key path, written out.
  public init(stringLiteral keyPath: String) { self = .attribute(keyPath) }

  /// An attribute by its Swift key path.
  public static func attribute<Root: DescribedValue, Member>(_ keyPath: KeyPath<Root, Member>)
    -> FetchProperty
  {
    .attribute(Root.keyPathName(of: keyPath))
  }

  /// The key in the dictionaries.
  public var name: String {
    switch self {
    case .attribute(let keyPath): keyPath
    case .expression(let description): description.name
    }
  }
}
