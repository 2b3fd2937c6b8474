public import FetchKit

/// The most frequent categories, cities and neighborhoods, with their counts.
public struct FilterFacets: Hashable, Sendable {
  /// A value that can be chosen.
  public struct Entry: Hashable, Sendable {
    public let name: String
    /// The number of venues with this choice alone in its group.
    public let count: Int
    /// The name without those of the levels above it.
    public let title: String
    /// The number of levels above it that are entries as well.
    public let depth: Int

    public init(name: String, count: Int, title: String? = nil, depth: Int = 0) {
      self.name = name
      self.count = count
      self.title = title ?? name
      self.depth = depth
    }
  }

  /// The part of the facets to fetch.
  public struct Query: Hashable, Sendable {
    /// The number of values per group, besides the chosen ones.
    public var limit = 4
    /// The texts that names must contain.
    public private(set) var texts: [Facet: String] = [:]
    /// The minimum rating that is counted.
    public var rating = 7.0
    /// The time at which open venues are counted; nil for none.
    public var open: OpenMoment?
    /// Whether categories have levels.
    public var hasLevels = false
    /// Whether venues have neighborhoods.
    public var hasNeighborhoods = false

    public init() {}

    /// The text that names must contain; empty for all names.
    public subscript(_ facet: Facet) -> String {
      get { texts[facet] ?? "" }
      set { texts[facet] = newValue.isEmpty ? nil : newValue }
    }
  }

  private var entries: [Facet: [Entry]] = [:]
  /// The texts that the names contain.
  private var texts: [Facet: String] = [:]
  /// The number of values beyond the entries; nil for categories with levels.
  public private(set) var hidden: [Facet: Int] = [:]
  /// The number of venues with at least the minimum rating.
  public private(set) var rated = 0

  public init() {}

  /// The values that can be chosen.
  public subscript(_ facet: Facet) -> [Entry] { entries[facet] ?? [] }

  /// The entry of a value; nil if it is not among them.
  public func entry(_ name: String, of facet: Facet) -> Entry? {
    self[facet].first { $0.name == name }
  }

  /// The facets with the values of earlier ones first, in their order, unless those were searched for another text: a
  /// name that is chosen stays where it is.
  public func inOrder(of earlier: FilterFacets) -> FilterFacets {
    var facets = self
    for facet in hidden.keys where texts[facet] == earlier.texts[facet] {
      let known = earlier[facet].compactMap { entry($0.name, of: facet) }
      let names = Set(known.map(\.name))
      facets.entries[facet] = known + self[facet].filter { !names.contains($0.name) }
    }
    return facets
  }

  /// The first values of each facet, all chosen ones among them, but all categories with levels.
  public func limited(to limit: Int, keeping choices: FilterChoices) -> FilterFacets {
    var facets = self
    for facet in hidden.keys {
      let lastChosen = self[facet].lastIndex { choices[facet].contains($0.name) } ?? -1
      let surplus = max(0, self[facet].count - max(limit, lastChosen + 1))
      facets.entries[facet]?.removeLast(surplus)
      facets.hidden[facet]? += surplus
    }
    return facets
  }

  /// Fetches the facets for some choices.
  public static func fetch(
    _ choices: FilterChoices, _ query: Query, in entity: EntityDescription,
    from store: StoreSnapshot
  ) throws -> FilterFacets {
    var facets = FilterFacets()
    facets.texts = query.texts
    for facet in Facet.allCases where facet != .neighborhood || query.hasNeighborhoods {
      if facet == .category, query.hasLevels {
        facets.entries[facet] = try tree(choices, query, entity, store)
      } else {
        (facets.entries[facet], facets.hidden[facet]) = try facet.entries(
          choices, query, entity, store)
      }
    }
    let rating = FetchPredicate.comparison(
      .keyPath("rating"), .greaterThanOrEqual, .constant(.double(query.rating)))
    facets.rated = try store.count(
      .all([choices.predicate(except: [.range(.rating)]), rating]), in: entity)
    return facets
  }

  /// The number of venues that match the other choices and are open at the requested time; nil without one.
  ///
  /// Only SQLite can evaluate hours: the first count takes a second for a million venues, later ones use its result.
  public static func countOpen(
    _ choices: FilterChoices, _ query: Query, in entity: EntityDescription,
    from store: StoreSnapshot
  ) throws -> Int? {
    try query.open.map {
      try store.count(.all([choices.predicate(except: [.open]), $0.predicate]), in: entity)
    }
  }
}

extension Facet {
  /// The chosen values, then the most frequent others, each with the count that its predicate gives, and the number of
  /// remaining values.
  ///
  /// Values in `omitted` are left out.
  fileprivate func entries(
    _ choices: FilterChoices, _ query: FilterFacets.Query, _ entity: EntityDescription,
    _ store: StoreSnapshot, omitting omitted: Set<String> = []
  ) throws -> (entries: [FilterFacets.Entry], hidden: Int) {
    let condition = choices.predicate(except: [.facet(self)])
    let chosen = choices[self].filter { !omitted.contains($0) }
    let known = Set(chosen.map(\.foldedForSearch))
    let frequent = try names(condition, query[self], entity, store).filter {
      !omitted.contains($0) && (known.isEmpty || !known.contains($0.foldedForSearch))
    }
    let names = chosen + frequent.prefix(query.limit)
    let counts = try counts(names, condition, entity, store)
    let entries = zip(names, counts).map { FilterFacets.Entry(name: $0, count: $1) }
    // A category is also that of venues with another main category.
    let others = entries.dropFirst(chosen.count).sorted {
      ($1.count, $0.name) < ($0.count, $1.name)
    }
    return (entries.prefix(chosen.count) + others, max(0, frequent.count - query.limit))
  }

  /// The values that contain a text, the most frequent first.
  ///
  /// Spellings that differ in case and diacritics match the same venues: the most frequent one stands for all.
  private func names(
    _ others: FetchPredicate, _ text: String, _ entity: EntityDescription, _ store: StoreSnapshot
  ) throws -> [String] {
    let contains = FetchPredicate.comparison(
      .keyPath(keyPath), .contains, .constant(.string(text)),
      options: [.caseInsensitive, .diacriticInsensitive])
    let exists = FetchPredicate.comparison(.keyPath(keyPath), .notEqual, .constant(.null))
    let found = FetchPredicate.all([others, text.isEmpty ? exists : contains])
    var counts = try counts(by: keyPath, found, entity, store)
    if let list {
      // A matching venue has other values too.
      let text = text.foldedForSearch
      let others = try self.counts(by: list, others, entity, store).filter { name, _ in
        text.isEmpty || name.foldedForSearch.contains(text)
      }
      counts.merge(others, uniquingKeysWith: max)
    }
    var values: [String: (name: String, count: Int)] = [:]
    for (name, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      values[name.foldedForSearch, default: (name, 0)].count += count
    }
    return values.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map(\.name)
  }

  /// The numbers of venues by their values at a key path.
  private func counts(
    by keyPath: String, _ predicate: FetchPredicate, _ entity: EntityDescription,
    _ store: StoreSnapshot
  ) throws -> [String: Int] {
    try store.counts(by: keyPath, predicate, in: entity).reduce(into: [:]) { counts, group in
      guard let name = group.value.stringValue, !name.isEmpty else { return }
      counts[name] = group.count
    }
  }

  /// The numbers of venues that the predicates of some values give.
  fileprivate func counts(
    _ names: [String], _ others: FetchPredicate, _ entity: EntityDescription, _ store: StoreSnapshot
  ) throws -> [Int] {
    guard !names.isEmpty else { return [] }
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = others
    request.propertiesToFetch = names.enumerated().compactMap { index, name in
      predicate([name]).map { .expression(.counting($0, name: "n\(index)")) }
    }
    let row = try store.dictionaries(request).first ?? [:]
    return names.indices.map { row.count(of: "n\($0)") }
  }
}

extension FilterFacets {
  /// The maximum number of categories of one level, besides the chosen ones.
  private static let categoriesPerLevel = 4

  /// The levels of the categories as a tree, and after it the most frequent categories that have no levels.
  private static func tree(
    _ choices: FilterChoices, _ query: Query, _ entity: EntityDescription, _ store: StoreSnapshot
  ) throws -> [Entry] {
    var query = query
    query.limit = min(query.limit, categoriesPerLevel)
    let others = choices.predicate(except: [.facet(.category)])
    let tree = try CategoryTree.fetch(others, in: entity, from: store)
    let nodes =
      query[.category].isEmpty
      ? tree.visible(chosen: choices.categories, limit: query.limit)
      : tree.matching(query[.category], limit: query.limit)
    let counts = try Facet.category.counts(nodes.map(\.choice), others, entity, store)
    let entries = zip(nodes, counts).map { node, count in
      Entry(name: node.choice, count: count, title: node.title, depth: node.depth)
    }
    let omitted = tree.titles.union(nodes.map(\.choice))
    return try entries
      + Facet.category.entries(choices, query, entity, store, omitting: omitted).entries
  }

  /// Whether any venue in a store has a category with levels.
  public static func hasLevels(in store: StoreSnapshot) throws -> Bool {
    let hasPath = FetchPredicate.comparison(
      .keyPath("categories.path"), .notEqual, .constant(.null), modifier: .any)
    // The column cache counts, and SQLite would read all venues to find none.
    return try store.count(hasPath, in: Venue.entity) > 0
  }
}
