public import FetchKit

/// A grouping of the statistics: the sections of the list, or intervals of equal width.
public struct VenueGrouping: Hashable, Sendable {
  public var sectioning: VenueSectioning
  /// The width of the intervals of a number, in its own unit; nil for the sections.
  public var width: Double?

  public init(_ sectioning: VenueSectioning, width: Double? = nil) {
    self.sectioning = sectioning
    self.width = width
  }

  /// The meaning of a group.
  public func section(named name: String) -> VenueSection {
    guard let width else { return sectioning.section(named: name) }
    guard let lower = Double(name) else { return .missing }
    return sectioning == .distance
      ? .distance(from: lower, to: lower + width) : .number(from: lower, to: lower + width)
  }

  /// The predicate of a group.
  public func predicate(ofSection name: String) -> FetchPredicate {
    guard let width else { return sectioning.predicate(ofSection: name) }
    let path = FetchExpression.keyPath(sectioning.source)
    guard let lower = Double(name) else {
      return .comparison(path, .equal, .constant(.null))
    }
    return path.range(.double(lower), .double(lower + width))
  }

  /// The computed attribute that names the groups.
  func attribute(named name: String) -> AttributeDescription {
    guard let width else { return sectioning.attribute(named: name) }
    return AttributeDescription(
      name, .double,
      computed: .function(.bin, [.keyPath(sectioning.source), .constant(.double(width))]))
  }

  /// The name of the group with a value.
  func name(of value: FetchValue) -> String {
    if width != nil { return value.doubleValue.map { String($0) } ?? "" }
    return value.stringValue ?? value.integerValue.map { String($0) } ?? ""
  }

  /// Whether a group is before another one: numbers ascending, texts in natural order, missing values last.
  func precedes(_ name: String, _ other: String) -> Bool {
    guard !name.isEmpty, !other.isEmpty else { return !name.isEmpty && other.isEmpty }
    if width != nil, let lower = Double(name), let bound = Double(other) { return lower < bound }
    let comparison = FetchSortDescriptor.Comparison.natural
    return comparison.key(of: name).lexicographicallyPrecedes(comparison.key(of: other))
  }

  /// More empty intervals than this are left out.
  private static let maximumGaps = 500

  /// The names of intervals with a width between the first and the last one, also those without venues.
  func filled(_ names: [String]) -> [String] {
    let lowers = names.compactMap(Double.init)
    guard let width, let first = lowers.first, let last = lowers.last,
      (last - first) / width < Double(Self.maximumGaps)
    else { return names }
    var filled: [String] = []
    for name in names {
      // Names are not exact multiples, so each stays as it is.
      while let lower = Double(name), let before = filled.last.flatMap(Double.init),
        lower - before > width * 1.5
      { filled.append(String(before + width)) }
      filled.append(name)
    }
    return filled
  }
}
