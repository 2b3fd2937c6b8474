import TerminalKit

/// The layout of the columns in a width.
struct ColumnLayout: Hashable {
  struct Place: Hashable {
    let column: VenueColumn
    /// The distance from the left edge of the list.
    let left: Int
    let width: Int
  }

  private(set) var places: [Place] = []

  /// The width of the selection mark, the cursor, the star and a blank.
  static let margin = 4
  /// The width of a bar and the blank after it.
  static let barWidth = 6
  private static let widestName = 60
  private static let widestText = 30
  /// The width of names that distance and price leave room for.
  private static let minimumNameWidth = 14
  /// The width of names that leaves room for further columns.
  private static let usualName = 32
  private static let minimumGap = 2

  private let columns: Int
  private var gap: Int
  private let settings: ColumnSettings
  /// The column of the first sort key, which stays if the others leave; nil for none but the name.
  private let staying: VenueColumn?
  /// The widths of the columns; the name takes the rest.
  private var widths: [VenueColumn: Int]

  /// Chooses as many columns as leave enough room for the name.
  ///
  /// `widest` is the width of the widest value of columns whose values may be wider than usual.
  init(
    columns: Int, strings: Strings, settings: ColumnSettings = ColumnSettings(),
    widest: [VenueColumn: Int] = [:], staying: VenueColumn? = nil
  ) {
    self.staying = staying
    self.columns = columns
    self.settings = settings
    gap = columns < 100 ? Self.minimumGap : 3
    widths = Dictionary(
      uniqueKeysWithValues: Set(settings.shown + ColumnSettings.extra).map { column in
        let title = TextWidth.displayWidth(of: strings.title(of: column))
        let value = max(
          column.valueWidth, widest[column] ?? 0,
          column == .distance ? strings.format.distanceWidth : 0)
        let usual = max(title, value)
        let arrow = column == staying ? max(0, title + ColumnTitle.arrowWidth - usual) : 0
        let bar = settings.hasBars && column.hasBar ? Self.barWidth : 0
        return (column, (settings.widths[column] ?? usual) + bar + arrow)
      })
    var shown = fitting()
    if gap > Self.minimumGap, shown.count < settings.shown.count {
      gap = Self.minimumGap
      shown = fitting()
    }
    widenTexts(of: shown)
    places = places(shown)
  }

  /// The column at a distance from the left edge; nil between columns.
  func column(at left: Int) -> VenueColumn? {
    places.first { ($0.left..<($0.left + $0.width)).contains(left) }?.column
  }

  private func fitting() -> [VenueColumn] {
    var shown = settings.shown
    for column in ColumnSettings.extra where settings.isStandard {
      if nameWidth(shown + [column]) >= Self.usualName { shown.append(column) }
    }
    let least = min(settings.widths[.name] ?? VenueColumn.name.valueWidth, 20)
    for column in VenueColumn.leaving where column != staying && nameWidth(shown) < least {
      shown.removeAll { $0 == column }
    }
    // Distance and price make room only for the column of the sort order.
    let isLeaving = staying.map(VenueColumn.leaving.contains) == true
    for column in [VenueColumn.distance, .price]
    where isLeaving && nameWidth(shown) < min(least, Self.minimumNameWidth) {
      shown.removeAll { $0 == column }
    }
    return shown
  }

  /// Gives texts the room that names seldom need, unless their widths were chosen.
  private mutating func widenTexts(of shown: [VenueColumn]) {
    let texts = shown.filter { $0 != .name && $0.isFlexible && settings.widths[$0] == nil }
    guard !texts.isEmpty else { return }
    let share = (nameWidth(shown) - Self.usualName) / texts.count
    for column in texts where share > 0 {
      widths[column] = min(Self.widestText, (widths[column] ?? 0) + share)
    }
  }

  private func nameWidth(_ shown: [VenueColumn]) -> Int {
    let others = shown.filter { $0 != .name }.reduce(0) { $0 + gap + (widths[$1] ?? 0) }
    let room = max(1, columns - Self.margin - others - 1)
    return min(settings.widths[.name] ?? Self.widestName, room)
  }

  private func places(_ shown: [VenueColumn]) -> [Place] {
    var left = Self.margin
    let name = nameWidth(shown)
    return shown.compactMap { column in
      let width = min(column == .name ? name : widths[column] ?? 0, columns - 1 - left)
      guard width > 0 else { return nil }
      defer { left += width + gap }
      return Place(column: column, left: left, width: width)
    }
  }
}

extension VenueColumn {
  /// Whether its values can have bars beside them.
  var hasBar: Bool { Self.measures.contains(self) }
}

/// The title of a column, with an arrow if its rows are sorted by the column.
struct ColumnTitle {
  let text: String
  /// The direction of the arrow; nil for none.
  let isAscending: Bool?
  let style: Style
  let alignment: TextWidth.Alignment

  /// The width of the arrow and the blank before it.
  static let arrowWidth = 2

  func draw(on canvas: inout Canvas, at point: Point, columns: Int, render: RenderContext) {
    guard let isAscending else {
      return canvas.write(text, at: point, style: style, columns: columns, alignment: alignment)
    }
    let room = max(0, columns - Self.arrowWidth)
    let width = alignment == .right ? room : min(room, TextWidth.displayWidth(of: text))
    canvas.write(text, at: point, style: style, columns: width, alignment: alignment)
    let arrow = isAscending ? render.symbols.ascending : render.symbols.descending
    canvas.write(" " + arrow, at: point.moved(columns: width), style: render.theme.key)
  }
}
