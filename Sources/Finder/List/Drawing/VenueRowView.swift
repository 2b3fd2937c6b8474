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
  func draw(_ venue: Venue?, _ signs: Signs, on canvas: inout Canvas, in area: Rect) {
    guard let venue else {
      canvas.write(
        render.symbols.ellipsis, at: area.origin.moved(columns: ColumnLayout.margin),
        style: render.theme.muted)
      return draw(signs, on: &canvas, in: area)
    }
    if venue.favorite {
      canvas.write(
        render.symbols.favorite, at: area.origin.moved(columns: 2), style: render.theme.favorite)
    }
    for place in layout.places { draw(venue, place, on: &canvas, in: area) }
    draw(signs, on: &canvas, in: area)
  }

  private func draw(
    _ venue: Venue, _ place: ColumnLayout.Place, on canvas: inout Canvas, in area: Rect
  ) {
    let point = area.origin.moved(columns: place.left)
    let text = venue.text(place.column, render.strings.format)
    canvas.write(
      text ?? render.symbols.missing, at: point,
      style: style(of: place.column, in: venue, isMissing: text == nil), columns: place.width,
      alignment: place.column.isNumeric ? .right : .left)
    if place.column == .name {
      FittedText(text: venue.name, point: point, columns: place.width).highlight(
        SearchMatch.characters(in: venue.name, of: search), on: &canvas, style: render.theme.match)
    }
    drawBar(venue, place, on: &canvas, at: point)
  }

  private func drawBar(
    _ venue: Venue, _ place: ColumnLayout.Place, on canvas: inout Canvas, at point: Point
  ) {
    guard hasBars, place.column.hasBar, place.width > ColumnLayout.barWidth,
      let number = venue.number(place.column), let most = maxima[place.column], most > 0
    else { return }
    let style = place.column == .rating ? render.theme.scale(number / most) : nil
    render.style.bar(number / most, columns: ColumnLayout.barWidth - 1, style: style)
      .draw(on: &canvas, at: point, columns: place.width)
  }

  private func style(of column: VenueColumn, in venue: Venue, isMissing: Bool) -> Style {
    switch column {
    case .name: venue.closed ? render.theme.muted.adding(.strikethrough) : .plain
    case .price: venue.priceInfo.priceCategory.map { render.theme.price($0) } ?? render.theme.muted
    case .deals: venue.number(.deals) ?? 0 > 0 ? render.theme.deal : render.theme.muted
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

// MARK: - Values

@MainActor
extension Venue {
  /// The venue on maps; nil without a location.
  var mapPoint: MapPoint? {
    guard let objectID, let place = location.coordinate else { return nil }
    let level = priceInfo.tier.flatMap { PriceLevel(rawValue: $0) }
    return MapPoint(id: objectID, position: MapPosition(place), price: level ?? .unknown)
  }

  /// The number in a column; nil if it is missing or not a number.
  func number(_ column: VenueColumn) -> Double? {
    switch column {
    case .distance: location.distance
    case .rating: rating
    case .tips: stats.tipCount.map(Double.init)
    case .checkins: stats.checkinsCount.map(Double.init)
    case .visitors: stats.usersCount.map(Double.init)
    case .deals: Double(specialCount)
    default: nil
    }
  }

  /// The text of a column; nil when the value is missing.
  func text(_ column: VenueColumn, _ format: NumberFormat) -> String? {
    switch column {
    case .name: name
    case .price: priceInfo.priceCategory
    case .distance, .rating, .tips, .checkins, .visitors, .deals:
      number(column).map { column.text($0, format) }
    case .city: location.city
    case .category: category.name
    case .address: location.address
    case .phone: phone.map(PhoneNumber.text)
    default: Self.text(column.field.value(of: self), format)
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
}

extension VenueColumn {
  /// The text of a number in the column.
  func text(_ number: Double, _ format: NumberFormat) -> String {
    switch self {
    case .distance: format.distance(number)
    case .rating: format.tenths(number)
    default: format.count(number)
    }
  }
}
