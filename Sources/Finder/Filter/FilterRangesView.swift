import FetchKit
import TerminalKit
import Venues

/// Draws the ranges of the filter screen: text, remark and scale.
struct FilterRangesView {
  let state: FilterState
  let render: RenderContext

  private var words: RangeWords { RangeWords(strings: render.strings) }

  /// The distance of the texts from the left, behind the widest title.
  var left: Int {
    let titles = RangeFilter.allCases.map { render.strings.title(of: .range($0)) }
    return 3 + (titles.map { TextWidth.displayWidth(of: $0) }.max() ?? 0)
  }

  /// The longest form of a range that leaves room for its scale, or else that fits; the last form is as it can be typed.
  private func text(_ range: NumberRange, of filter: RangeFilter, columns: Int) -> String {
    let forms =
      words.texts(range, of: filter) + [render.strings.format.text(range, of: filter)]
    let besideScale = columns - FilterOptionsView.shortestBar - 1
    return forms.first { TextWidth.displayWidth(of: $0) <= besideScale } ?? forms.fitting(columns)
  }

  /// What an empty range stands for; in that of the cursor what can be typed.
  func hint(for filter: RangeFilter, columns: Int) -> String {
    if isEmpty(filter) { return render.noData(atKeyPath: filter.keyPath).fitting(columns) }
    let any = render.strings.anyNumber
    let isFocused = state.focus == .field(.range(filter))
    return (isFocused ? [words.example(of: filter), any] : [any]).fitting(columns)
  }

  /// Whether no venue has a value for a range, which is not limited either.
  private func isEmpty(_ filter: RangeFilter) -> Bool {
    state.emptyKeyPaths.contains(filter.keyPath) && state.choices[filter] == nil
  }

  /// A range that is not edited, in words if it is valid.
  func text(of filter: RangeFilter, columns: Int) -> String {
    if let invalid = state.invalidRanges[filter] { return invalid }
    if let range = state.choices[filter] { return text(range, of: filter, columns: columns) }
    return filter == .price
      ? state.choices.prices.sorted().map(\.text).joined(separator: ", ") : ""
  }

  /// The validation error of a range, or while it is edited, the parsed range or a hint.
  func remark(on filter: RangeFilter, columns: Int) -> Span {
    let isInvalid = state.invalidRanges[filter] != nil
    let understood = isInvalid ? nil : state.choices[filter]
    let forms =
      understood.map { words.texts($0, of: filter).map { "= \($0)" } }
      ?? words.examples(of: filter, isInvalid: isInvalid)
    return Span(forms.fitting(columns), isInvalid ? render.theme.problem : render.theme.muted)
  }

  /// The area of the scale of a range in its row; nil if it is edited or invalid, or there is no room.
  ///
  /// All scales end in one column, and those of empty ranges have one length.
  func track(of filter: RangeFilter, in row: Rect) -> Rect? {
    guard state.invalidRanges[filter] == nil, state.editedField != .range(filter),
      !state.emptyKeyPaths.contains(filter.keyPath)
    else { return nil }
    let room = row.columns - left - 2
    let text = text(of: filter, columns: room)
    let shown = text.isEmpty ? hint(for: filter, columns: room) : text
    let widths = [shown, render.strings.anyNumber].map { TextWidth.displayWidth(of: $0) }
    let free = min(FilterOptionsView.barColumns, room - (widths.max() ?? 0) - 1)
    guard free >= FilterOptionsView.shortestBar else { return nil }
    // All prices have the same width, and scales of the same room the same length.
    let columns = free - free % RangeFilter.price.stops.count
    return Rect(column: row.right - 1 - columns, row: row.top, columns: columns, rows: 1)
  }

  /// Draws the scale of a range if it has one.
  func drawScale(of filter: RangeFilter, on canvas: inout Canvas, in row: Rect) {
    guard let track = track(of: filter, in: row) else { return }
    scale(of: filter, columns: track.columns)
      .draw(on: &canvas, at: track.origin, columns: track.columns)
  }

  /// The chosen prices, which have a gap between them.
  private var prices: [NumberRange] {
    state.choices.prices.map {
      NumberRange(lower: Double($0.rawValue), upper: Double($0.rawValue))
    }
  }

  /// The numbers of venues between the stops of a range; nil if they are unknown, or all 0.
  private func histogram(of filter: RangeFilter) -> [Int]? {
    let counts = state.counts?.prices ?? [:]
    let bins =
      filter == .price ? PriceLevel.known.map { counts[$0] ?? 0 } : state.histograms[filter]
    return bins.flatMap { $0.contains { $0 > 0 } ? $0 : nil }
  }

  /// A range on its scale, with the venues between the stops as bars.
  private func scale(of filter: RangeFilter, columns: Int) -> SpanLine {
    let ranges = state.choices[filter].map { [$0] } ?? (filter == .price ? prices : [])
    let bars = histogram(of: filter)?.spread(over: columns)
    let most = bars?.max() ?? 1
    return render.style.scale(ranges.map(filter.span), columns: columns) { column in
      bars.map { $0[column] / most }
    }
  }
}

extension FilterChoices {
  /// The numbers of venues between the stops of the ranges, each fetched on its own so that newer choices need not
  /// wait.
  func histograms(
    in entity: EntityDescription, from store: FetchStore
  ) async throws -> [RangeFilter: [Int]] {
    var histograms: [RangeFilter: [Int]] = [:]
    for filter in RangeFilter.allCases where filter != .price {
      histograms[filter] = try await store.snapshotUnlessCanceled {
        try VenueGroup.histogram(of: filter, self, in: entity, from: $0)
      }
    }
    return histograms
  }
}

extension RenderContext {
  /// What stands for a number that no venue has, from the longest form to the shortest.
  func noData(atKeyPath keyPath: String) -> [String] {
    [strings.noData(atKeyPath: keyPath), symbols.missing]
  }
}

extension [Int] {
  /// The numbers of bins in columns of the same width, each with its parts of the bins that it covers.
  fileprivate func spread(over columns: Int) -> [Double] {
    let width = Double(count) / Double(columns)
    return (0..<columns).map { column in
      let (start, end) = (Double(column) * width, Double(column + 1) * width)
      return indices.reduce(0) { sum, bin in
        sum + Double(self[bin])
          * Swift.max(0, Swift.min(end, Double(bin + 1)) - Swift.max(start, Double(bin)))
      }
    }
  }
}

extension [String] {
  /// The first form that fits into a width, or else the last one.
  fileprivate func fitting(_ columns: Int) -> String {
    first { TextWidth.displayWidth(of: $0) <= columns } ?? last ?? ""
  }
}
