import Venues

/// A sort order of the filter screen.
enum SortOption: Hashable {
  case nameAscending
  case nameDescending
  /// By any other attribute, by its key path.
  case key(String)

  /// By an attribute with a short name.
  nonisolated static func by(_ sort: VenueSort) -> SortOption { .key(sort.keyPath) }

  /// The sort orders with a short name.
  static let common: [SortOption] =
    [.nameAscending, .nameDescending] + VenueSort.allCases.filter { $0 != .name }.map { by($0) }

  /// The columns to sort by that are not common: the usual ones, and others that are shown.
  private static func columns(_ shown: [VenueColumn]) -> [SortOption] {
    VenueColumn.allCases.filter { VenueColumn.usual.contains($0) || shown.contains($0) }
      .compactMap { column in
        SortChoice(keyPath: column.sortKeyPath).sort == nil ? .key(column.sortKeyPath) : nil
      }
  }

  /// The common ones, and all others that are keys of an order already.
  static func common(with sorts: [SortChoice]) -> [SortOption] {
    common + sorts.filter { $0.sort == nil }.map { .key($0.keyPath) }
  }

  /// All sort keys of the screens, and other keys of the current order.
  static func all(with sorts: [SortChoice], shown: [VenueColumn] = []) -> [SortOption] {
    let offered = common + columns(shown)
    return offered + common(with: sorts).filter { !offered.contains($0) }
  }

  /// Its first sort key.
  var keyPath: String {
    switch self {
    case .nameAscending, .nameDescending: VenueSort.name.keyPath
    case .key(let keyPath): keyPath
    }
  }

  /// Whether the title includes the direction, which has its own row.
  var isName: Bool { keyPath == VenueSort.name.keyPath }

  /// The 0-based position of this key in an order; nil if it is not in it.
  func index(in sorts: [SortChoice]) -> Int? {
    sorts.firstIndex { $0.keyPath == keyPath && (!isName || $0.ascending == startsAscending) }
  }

  /// The order after choosing this key alone; choosing it again reverses it.
  func choose(over sorts: [SortChoice]) -> [SortChoice] {
    let ascending = reverses(sorts) ? !sorts[0].ascending : startsAscending
    return .starting(with: SortChoice(keyPath: keyPath, ascending: ascending))
  }

  /// Whether choosing this key alone reverses its direction.
  func reverses(_ sorts: [SortChoice]) -> Bool { index(in: sorts) == 0 && !isName }

  /// Appends this key to an order, reverses it if it is there, or removes it if it is reversed already.
  ///
  /// The first chosen key replaces the default order; a name that is in the order becomes its only key.
  func toggle(in sorts: [SortChoice]) -> [SortChoice] {
    let action = toggleAction(in: sorts)
    if action == .remove { return remove(from: sorts) }
    var key = SortChoice(keyPath: keyPath, ascending: startsAscending)
    if action == .reverse {
      key.ascending.toggle()
      return sorts.map { $0.keyPath == keyPath ? key : $0 }
    }
    let isAlone = sorts == .standard || isName && index(in: sorts) != nil
    let chosen = isAlone ? [] : sorts.filter { $0.keyPath != keyPath && $0.sort != .name }
    return chosen + (isName ? [key] : [key, SortChoice(.name)])
  }

  /// Whether `toggle(in:)` changes an order: a name that is its only key stays.
  func toggleHasEffect(on sorts: [SortChoice]) -> Bool { toggle(in: sorts) != sorts }

  /// The action of `toggle(in:)`: sort, reverse or remove.
  func toggleAction(in sorts: [SortChoice]) -> Action {
    guard !isName, let index = index(in: sorts) else { return .sort }
    return sorts[index].ascending == startsAscending ? .reverse : .remove
  }

  /// The order without this key; the default order if only the name is left.
  func remove(from sorts: [SortChoice]) -> [SortChoice] {
    let rest = sorts.filter { $0.keyPath != keyPath }
    return rest.isEmpty || rest == [SortChoice(.name)] ? .standard : rest
  }

  private var startsAscending: Bool {
    if self == .nameDescending { return false }
    return VenueColumn(sortKeyPath: keyPath)?.startsAscending ?? true
  }
}

extension [SortChoice] {
  /// A sort order by one key, with the name as tie-breaker.
  static func starting(with first: SortChoice) -> [SortChoice] {
    first.sort == .name ? [first] : [first, SortChoice(.name)]
  }
}
