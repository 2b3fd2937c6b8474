import FetchKit
import Foundation
import TerminalKit
import Venues

/// Draws one row of the list.
struct VenueRowView {
  /// The context of a row.
  struct Signs: Hashable {
    var isCursor = false
    var isSelected = false
    /// Whether the venue has just changed.
    var isFlashing = false
  }

  let layout: ColumnLayout
  /// The words that are highlighted.
  let search: [String]
  let render: RenderContext
  var hasBars = false
  /// The maximum of each column, which has a full bar.
  var maxima: [VenueColumn: Double] = [:]

  /// Draws a row; nil for one that could not be loaded.
  func draw(_ row: VenueRow?, _ signs: Signs, on canvas: inout Canvas, in area: Rect) {
    guard let row else {
      canvas.write(
        render.symbols.ellipsis, at: area.origin.moved(columns: ColumnLayout.margin),
        style: render.theme.muted)
      return draw(signs, on: &canvas, in: area)
    }
    if row.isFavorite {
      canvas.write(
        render.symbols.favorite, at: area.origin.moved(columns: 2), style: render.theme.favorite)
    }
    for place in layout.places { draw(row, place, on: &canvas, in: area) }
    draw(signs, on: &canvas, in: area)
  }

  private func draw(
    _ row: VenueRow, _ place: ColumnLayout.Place, on canvas: inout Canvas, in area: Rect
  ) {
    let point = area.origin.moved(columns: place.left)
    let text = row.text(place.column, render.strings.format)
    canvas.write(
      text ?? render.symbols.missing, at: point,
      style: style(of: place.column, in: row, isMissing: text == nil), columns: place.width,
      alignment: place.column.isNumeric ? .right : .left)
    if place.column == .name {
      FittedText(text: row.name, point: point, columns: place.width).highlight(
        SearchMatch.characters(in: row.name, of: search), on: &canvas, style: render.theme.match)
    }
    drawBar(row, place, on: &canvas, at: point)
  }

  private func drawBar(
    _ row: VenueRow, _ place: ColumnLayout.Place, on canvas: inout Canvas, at point: Point
  ) {
    guard hasBars, place.column.hasBar, place.width > ColumnLayout.barWidth,
      let number = row.number(place.column), let most = maxima[place.column], most > 0
    else { return }
    let style = place.column == .rating ? render.theme.scale(number / most) : nil
    render.style.bar(number / most, columns: ColumnLayout.barWidth - 1, style: style)
      .draw(on: &canvas, at: point, columns: place.width)
  }

  private func style(of column: VenueColumn, in row: VenueRow, isMissing: Bool) -> Style {
    switch column {
    case .name: row.isClosed ? render.theme.muted.adding(.strikethrough) : .plain
    case .price: row.price.map { render.theme.price($0) } ?? render.theme.muted
    case .deals: row.number(.deals) ?? 0 > 0 ? render.theme.deal : render.theme.muted
    default: isMissing ? render.theme.muted : .plain
    }
  }

  private func draw(_ signs: Signs, on canvas: inout Canvas, in area: Rect) {
    if signs.isSelected {
      canvas.write(render.symbols.check, at: area.origin, style: render.theme.selection)
      if !signs.isCursor { canvas.restyle(in: area) { render.theme.selected($0) } }
    }
    if signs.isFlashing {
      canvas.restyle(in: area.inset(left: ColumnLayout.margin)) { render.theme.changed($0) }
    }
    if signs.isCursor { canvas.drawCursor(in: area.inset(left: 1), render: render.style) }
    if signs.isCursor, signs.isSelected, render.theme.cursorSurface != nil {
      canvas.restyle(in: area.inset(right: area.columns - 1)) { render.theme.cursor($0) }
    }
  }
}

/// A venue in the list, whose values are read when they are drawn.
struct VenueRow: Hashable {
  private let venue: Venue

  init(_ venue: Venue) { self.venue = venue }

  var id: ObjectID? { venue.objectID }
  var name: String { venue.name }
  var price: String? { venue.priceInfo.priceCategory }
  var isFavorite: Bool { venue.favorite }
  var isClosed: Bool { venue.closed }

  /// The venue on maps; nil without a location.
  var point: MapPoint? {
    guard let id, let place = venue.location.coordinate else { return nil }
    let level = venue.priceInfo.tier.flatMap { PriceLevel(rawValue: $0) }
    return MapPoint(id: id, position: MapPosition(place), price: level ?? .unknown)
  }

  /// The number in a column; nil if it is missing or not a number.
  func number(_ column: VenueColumn) -> Double? {
    switch column {
    case .distance: venue.location.distance
    case .rating: venue.rating
    case .tips: venue.stats.tipCount.map(Double.init)
    case .checkins: venue.stats.checkinsCount.map(Double.init)
    case .visitors: venue.stats.usersCount.map(Double.init)
    case .deals: Double(venue.specialCount)
    default: nil
    }
  }

  /// The text of a column; nil when the value is missing.
  func text(_ column: VenueColumn, _ format: NumberFormat) -> String? {
    switch column {
    case .name: name
    case .price: price
    case .distance, .rating, .tips, .checkins, .visitors, .deals:
      number(column).map { Self.text($0, column, format) }
    case .city: venue.location.city
    case .category: venue.category.name
    case .address: venue.location.address
    case .phone: venue.phone.map(PhoneNumber.text)
    default: Self.text(column.field.value(of: venue), format)
    }
  }

  /// The text of any value in one line; nil for a missing value and for no.
  private static func text(_ value: FetchValue, _ format: NumberFormat) -> String? {
    switch value {
    case .null, .bool(false), .data, .list, .object: nil
    case .bool(true): "✓"
    case .integer(let number): format.count(Int(number))
    case .double(let number): format.decimal(number)
    case .string(let text): text.replacing("\n", with: "; ")
    case .date(let date): date.formatted(.iso8601.year().month().day())
    }
  }

  /// The text of a number in a column.
  static func text(_ number: Double, _ column: VenueColumn, _ format: NumberFormat) -> String {
    switch column {
    case .distance: format.distance(number)
    case .rating: format.tenths(number)
    default: format.count(number)
    }
  }
}
