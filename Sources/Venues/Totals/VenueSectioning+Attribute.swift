public import FetchKit

extension VenueSectioning {
  /// An entity with the attribute `section` beside its own.
  public func entity(_ base: EntityDescription) -> EntityDescription {
    var entity = base
    entity.attributes.append(AttributeDescription(Self.keyPath, type, computed: definition))
    return entity
  }

  private var type: AttributeType {
    switch kind {
    case .text: .string
    case .number, .letter, .flag, .band: .integer
    }
  }

  private var definition: FetchExpression {
    let path = FetchExpression.keyPath(source)
    switch kind {
    case .number: return path
    case .text:
      return .conditional(.comparison(path, .equal, .constant("")), .constant(.null), path)
    case .letter: return path.band(among: Self.letters.map(Value.string)[...], [.localeAware])
    case .flag:
      return .conditional(
        .comparison(path, .equal, .constant(.bool(true))), .constant(.integer(0)),
        .constant(.integer(1)))
    case .band(let bounds):
      return .conditional(
        .comparison(path, .equal, .constant(.null)), .constant(.null),
        path.band(among: bounds.map(Value.double)[...], []))
    }
  }
}

extension FetchExpression {
  /// The number of ascending bounds that are not above the value, by binary search.
  fileprivate func band(among bounds: ArraySlice<Value>, _ options: TextOptions) -> FetchExpression
  {
    guard !bounds.isEmpty else { return .constant(.integer(Int64(bounds.startIndex))) }
    let middle = bounds.startIndex + bounds.count / 2
    return .conditional(
      .comparison(self, .lessThan, .constant(bounds[middle]), options: options),
      band(among: bounds[..<middle], options),
      band(among: bounds[(middle + 1)...], options))
  }
}
