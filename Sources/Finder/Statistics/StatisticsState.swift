import FetchKit
import TerminalKit
import Venues

/// The state of the statistics screen.
struct StatisticsState: Hashable {
  private(set) var grouping = VenueGrouping(.price)
  /// The grouping whose groups are the columns of a cross table; nil for none.
  private(set) var second: VenueSectioning?
  /// Whether the second grouping divides bars instead of being columns.
  private(set) var isStacked = false
  /// The number with aggregates; nil for an overview of several ones.
  private(set) var measure: VenueColumn?
  /// nil until they have been fetched for the first time.
  private(set) var result: VenueGroups?
  /// The number of venues without any choice; nil until it is known.
  var total: Int?
  /// Whether the result belongs to the choices.
  var isCurrent = false
  private(set) var sort = StatisticsColumn.group
  var isDescending = false
  var viewport = ListViewport()
  /// The column of the cross table with the cursor; nil for whole groups.
  private(set) var part: Int?

  init(grouping: VenueSectioning = .price) { group(by: grouping) }

  /// The query of the groups.
  var query: GroupQuery {
    GroupQuery(
      grouping, second: second.map { VenueGrouping($0) }, measure: measure?.sortKeyPath)
  }

  /// The groups in the chosen order; missing values are last.
  var sorted: [VenueGroup] {
    let groups = result?.groups ?? []
    guard sort != .group else { return isDescending ? groups.reversed() : groups }
    return groups.enumerated().sorted { first, second in
      guard let one = sort.value(first.element) else { return false }
      guard let other = sort.value(second.element) else { return true }
      if one == other { return first.offset < second.offset }
      return isDescending ? one > other : one < other
    }.map(\.element)
  }

  /// The group of the cursor.
  var focusedGroup: VenueGroup? {
    let groups = sorted
    return groups.indices.contains(viewport.cursor) ? groups[viewport.cursor] : nil
  }

  /// The columns, from the left.
  var columns: [StatisticsColumn] {
    if second != nil {
      let parts = isStacked ? [] : result?.parts ?? []
      return [.group, .count] + parts.map(StatisticsColumn.part)
    }
    guard let measure else {
      let overview: [StatisticsColumn] = [.deals, .tips, .distance, .rating]
      // Those without any value would take the room of the bars.
      return [.group, .count] + overview.filter { result.map($0.hasValue) ?? true }
    }
    let aggregates = VenueAggregate.allCases.filter { $0 != .sum || measure.isSummable }
    return [.group, .count] + aggregates.map(StatisticsColumn.aggregate)
  }

  /// The column that the bars show: the one that the groups are sorted by, or else the number of venues.
  var barColumn: StatisticsColumn { sort == .group ? .count : sort }

  /// The name of the group of the second grouping with the cursor; nil for none.
  var focusedPart: String? {
    guard let part, let parts = result?.parts, parts.indices.contains(part) else { return nil }
    return parts[part]
  }
}

// MARK: - Changes

extension StatisticsState {
  /// Shows fetched groups; the cursor stays in its row.
  mutating func show(_ result: VenueGroups) {
    self.result = result
    isCurrent = true
    part = part.flatMap { result.parts.isEmpty ? nil : min($0, result.parts.count - 1) }
    if !columns.contains(sort) { (sort, isDescending) = (.group, false) }
    viewport.replace(count: result.groups.count, cursor: viewport.cursor)
  }

  /// Changes the grouping; other groups replace the current ones.
  mutating func group(by sectioning: VenueSectioning) {
    grouping = VenueGrouping(sectioning)
    if second == sectioning { second = nil }
    (sort, isDescending) = sectioning.isRanked ? (.count, true) : (.group, false)
    forget()
  }

  /// Changes the second grouping; nil removes it.
  mutating func cross(with sectioning: VenueSectioning?) {
    second = sectioning
    if sectioning != nil { measure = nil }
    forget()
  }

  /// Toggles between a cross table and stacked bars.
  mutating func toggleStack() {
    isStacked.toggle()
    if !columns.contains(sort) { (sort, isDescending) = (.count, true) }
  }

  /// Shows the aggregates of a number; nil shows an overview.
  mutating func show(_ column: VenueColumn?) {
    measure = column
    second = nil
    forget()
  }

  /// Forgets the groups; the grouping, the numbers and the order stay.
  mutating func forget() {
    result = nil
    part = nil
    viewport.move(to: 0)
  }

  /// Changes the width of the intervals to the next wider or narrower one; at the ends it stays.
  mutating func changeWidth(wider: Bool, units: LengthUnits) {
    guard let next = nextWidth(wider: wider, units: units) else { return }
    grouping.width = next
    forget()
  }

  /// The next wider or narrower width of the intervals; nil at the ends and without intervals.
  func nextWidth(wider: Bool, units: LengthUnits) -> Double? {
    guard let widths = grouping.sectioning.widths(units) else { return nil }
    let width = grouping.width ?? widths.sections
    return wider ? widths.all.first { $0 > width } : widths.all.last { $0 < width }
  }

  /// Moves the cursor over the columns of the cross table; before the first one are whole groups.
  mutating func movePart(by step: Int) {
    guard let count = result?.parts.count, count > 0 else { return }
    let next = (part ?? -1) + step
    part = next < 0 ? nil : min(next, count - 1)
  }

  /// Sorts by a column, or reverses the order if it is sorted by it already.
  mutating func sort(by column: StatisticsColumn) {
    isDescending = column == sort ? !isDescending : column != .group
    sort = column
  }
}

/// A column of the statistics.
enum StatisticsColumn: Hashable {
  case group
  case count
  case deals
  case tips
  case distance
  case rating
  case aggregate(VenueAggregate)
  /// The venues in a group of the second grouping.
  case part(String)

  /// Whether any group has a value.
  func hasValue(_ groups: VenueGroups) -> Bool { value(groups.total) != nil }

  /// The value of a group; nil if it is missing, and for the groups' own order.
  func value(_ group: VenueGroup) -> Double? {
    switch self {
    case .group: nil
    case .count: Double(group.count)
    case .deals: group.deals
    case .tips: group.tips
    case .distance: group.averageDistance
    case .rating: group.averageRating
    case .aggregate(let aggregate): group.aggregates[aggregate]
    case .part(let name): Double(group.parts[name] ?? 0)
    }
  }
}

extension VenueColumn {
  /// The numbers that have statistics.
  static let measures: [VenueColumn] = [.rating, .distance, .tips, .checkins, .visitors, .deals]

  /// Whether the sum of its values means something.
  var isSummable: Bool { self != .rating && self != .distance }
}

extension VenueSectioning {
  /// The widths of intervals, ascending, and the one that resembles the sections; nil for other values than numbers.
  func widths(_ units: LengthUnits) -> (all: [Double], sections: Double)? {
    switch self {
    case .rating: ([0.25, 0.5, 1, 2], 1)
    case .tips: ([1, 2, 5, 10, 20, 50, 100, 200, 500], 5)
    case .checkins, .visitors: ([10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000], 200)
    case .distance: ([0.1, 0.25, 0.5, 1, 2, 5, 10].map { $0 * units.long }, 0.5 * units.long)
    case .price, .neighborhood, .city, .category, .letter, .deals, .favorite, .state, .postalCode,
      .country, .chain:
      nil
    }
  }
}

extension FilterChoices {
  /// The choices limited to a group.
  func limited(toSection section: String, of grouping: VenueGrouping) -> FilterChoices {
    var choices = self
    if grouping.sectioning == .price, let level = PriceLevel(rawValue: Int(section) ?? 0) {
      choices.prices = [level]
    } else {
      let known = choices.conditions
      let added = grouping.predicate(ofSection: section).conjuncts
      choices.condition = .all(known + added.filter { !known.contains($0) })
    }
    return choices
  }

  /// The parts of the condition, which are combined with AND.
  var conditions: [FetchPredicate] { condition?.conjuncts ?? [] }
}

/// The parts of stacked bars: the groups of a second grouping.
struct StatisticsStack {
  /// The names of the parts, from the left.
  let parts: [String]
  let render: RenderContext
  /// A cell of each part.
  private let cells: [Span]
  /// Shorter names in a legend cannot be recognized.
  private static let shortestName = 6

  /// Creates the parts; price levels have their own colors.
  init(parts: [String], isPrice: Bool, render: RenderContext) {
    self.parts = parts
    self.render = render
    let heat = render.theme.density
    // Beside each other are colors that differ most.
    let mixed = heat.indices.map { heat[$0 * 3 % heat.count] }
    let all = render.style.parts(isPrice ? [render.theme.neutral] + render.theme.marks : mixed)
    cells = parts.enumerated().map { index, part in
      all[(isPrice ? Int(part) ?? 0 : index) % all.count]
    }
  }

  /// The bar of a group, which is a share of the longest one; its parts have their numbers where there is room.
  func bar(of group: VenueGroup, _ share: Double, columns: Int, focus: String?) -> SpanLine {
    let width = group.count == 0 ? 0 : max(1, Int((share * Double(columns)).rounded()))
    let counts = parts.map { group.parts[$0] ?? 0 }
    let spans = zip(zip(parts, cells), zip(counts, Self.shares(of: width, in: counts))).flatMap {
      segment($0.1, $1.0, columns: $1.1, hasFocus: $0.0 == focus)
    }
    return SpanLine(spans + [render.style.emptyTrack(columns - width)])
  }

  /// The cells of a bar for each part; those that remain after division go to the largest remainders.
  static func shares(of width: Int, in counts: [Int]) -> [Int] {
    let total = max(1, counts.reduce(0, +))
    var shares = counts.map { $0 * width / total }
    let ranked = counts.indices.sorted { counts[$0] * width % total > counts[$1] * width % total }
    for part in ranked.prefix(max(0, width - shares.reduce(0, +))) { shares[part] += 1 }
    return shares
  }

  /// A part of a bar with its number in the middle, and a gap before the next one.
  private func segment(_ cell: Span, _ count: Int, columns: Int, hasFocus: Bool) -> [Span] {
    guard columns > 0 else { return [] }
    func cells(_ count: Int) -> Span {
      Span(String(repeating: cell.text, count: count), cell.style)
    }
    let isFull = cell.text == render.symbols.bars[0]
    let end = isFull ? Span(render.symbols.bars.last ?? cell.text, cell.style) : cell
    let number = render.strings.format.count(count)
    let room = columns - 1 - number.count
    guard room >= 0 else { return [cells(columns - 1), end] }
    let hasColor = isFull || cell.style.foreground != .standard
    let style = hasColor ? render.theme.onArea(cell.style) : .plain
    let left = (room + 1) / 2
    return [
      cells(left), Span(number, hasFocus ? style.adding([.bold, .underline]) : style),
      cells(room - left), end,
    ]
  }

  /// The names of the parts, and their numbers in the same columns.
  struct Legend {
    let names: SpanLine
    let numbers: SpanLine
    /// Whether it has all parts.
    let isComplete: Bool
  }

  /// The legend of all parts of a group, with shortened names where these do not fit, in their order.
  ///
  /// Where these do not fit either, it has as many parts as fit: first the one with the cursor is chosen, then the
  /// largest ones, and the number of the others follows if it fits. Parts that the group does not have are left out,
  /// unless all whole names fit. The numbers are those of all groups.
  func legend(
    of total: VenueGroup?, in group: VenueGroup?, focus: String?, columns: Int,
    title: (_ part: String) -> String
  ) -> Legend {
    func rank(_ part: String) -> Int { part == focus ? .max : group?.parts[part] ?? 0 }
    func number(_ part: String) -> String { render.strings.format.count(total?.parts[part] ?? 0) }
    let entries = parts.map {
      (name: TextWidth.displayWidth(of: title($0)), number: number($0).count)
    }
    // A cell and a blank before each entry, and two blanks between them.
    let width = entries.reduce(-2) { $0 + max($1.name, $1.number) + 4 }
    let ranked = parts.indices.filter { width <= columns || rank(parts[$0]) > 0 }
      .sorted { rank(parts[$0]) > rank(parts[$1]) }
    let widths = Self.legendWidths(
      names: ranked.map { entries[$0].name }, numbers: ranked.map { entries[$0].number },
      columns: columns)
    let shown = zip(ranked, widths).sorted { $0.0 < $1.0 }
    func line(_ text: (String) -> String, isName: Bool) -> SpanLine {
      let spans = shown.map { index, width in
        let isFocused = isName && parts[index] == focus
        return [
          cells[index], Span(" "),
          Span(
            TextWidth.padded(text(parts[index]), to: width, ellipsis: render.symbols.ellipsis),
            isFocused ? render.theme.heading.adding(.underline) : render.theme.heading),
        ]
      }
      let line = SpanLine(joining: spans, by: Span("  "))
      let others = "  +\(ranked.count - shown.count)"
      let hasOthers = isName && shown.count < ranked.count && line.width + others.count <= columns
      return hasOthers ? SpanLine(line.spans + [Span(others, render.theme.muted)]) : line
    }
    return Legend(
      names: line(title, isName: true), numbers: line(number, isName: false),
      isComplete: shown.count == parts.count)
  }

  /// All parts that any venue has, with names and numbers.
  func entries(of total: VenueGroup, title: (_ part: String) -> String) -> [SpanLine] {
    parts.indices.compactMap { index in
      guard let count = total.parts[parts[index]], count > 0 else { return nil }
      let number = render.strings.format.count(count)
      return SpanLine([
        cells[index], Span(" \(title(parts[index])) "), Span(number, render.theme.muted),
      ])
    }
  }

  /// The widths of the entries of a legend: all of them with whole or shortened names and whole numbers, or the first
  /// ones with whole names where these do not fit, and at least one.
  static func legendWidths(names: [Int], numbers: [Int], columns: Int) -> [Int] {
    // A cell and a blank before each name, and two blanks between them.
    func free(_ widths: [Int]) -> Int { columns + 2 - widths.reduce(0) { $0 + $1 + 4 } }
    func limited(_ limit: Int) -> [Int] { zip(names, numbers).map { max(min($0, limit), $1) } }
    let widest = names.max() ?? 0
    let whole = limited(widest)
    let limits = stride(from: widest, through: min(widest, shortestName), by: -1)
    guard var widths = limits.lazy.map(limited).first(where: { free($0) >= 0 }) else {
      var room = columns + 2
      let fitting = whole.prefix { width in
        room -= width + 4
        return room >= 0
      }
      return Array(fitting.isEmpty ? limited(columns - 2).prefix(1) : fitting)
    }
    var spare = free(widths)
    for (index, width) in whole.enumerated() where width - widths[index] <= spare {
      spare -= width - widths[index]
      widths[index] = width
    }
    return widths
  }
}
