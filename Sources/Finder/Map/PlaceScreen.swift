import FetchKit
import TerminalKit
import Venues

/// A box in which a place is typed, or that of a venue is chosen by words of its name or street.
final class PlaceScreen: TypingScreen {
  private let context: FinderContext
  private var field: TextField
  /// The first venues that have the words.
  private var found: [Venue] = []
  private var window = ListWindow()
  private var looking: Task<Void, Never>?
  private var isLooking = false
  /// Whether the user wants the first venue as soon as it is found.
  private var isWanted = false
  private let finish: (Coordinate?, _ name: String?) -> Void
  private var area = Rect(.zero)

  /// How many venues are offered.
  private static let limit = 50

  /// A box whose place `finish` gets, with the name of the venue that is there; nil for no place of the
  /// user's own.
  init(
    _ context: FinderContext, text: String,
    finish: @escaping (Coordinate?, _ name: String?) -> Void
  ) {
    self.context = context
    self.finish = finish
    field = .proposing(text)
  }

  var name: String { context.look.strings.placePrompt }

  var placement: Placement { .box(Size(columns: 64, rows: 12)) }

  var bindings: [KeyBinding] {
    let nothing: Hindrance? = found.isEmpty ? .nothingToChoose : nil
    return [
      KeyBinding(.accept, rank: 2) { self.choose() },
      KeyBinding(.giveUp, rank: 1) { self.context.pop(self) },
      KeyBinding(.down, unless: nothing, rank: 3) { self.window.move(by: 1) },
      KeyBinding(.up, unless: nothing, rank: 4) { self.window.move(by: -1) },
    ]
  }

  func edit(_ change: (inout TextField) -> Bool) -> Bool {
    let old = field.text
    guard change(&field) else { return false }
    if field.text != old { look() }
    return true
  }

  func handle(_ mouse: MouseEvent) {
    if mouse.isClick(outside: area) { return context.pop(self) }
    if window.follow(mouse, in: listArea) != nil { choose() }
  }
}

// MARK: - Looking

extension PlaceScreen {
  /// Looks for the venues that have the words; a pair of coordinates is looked for nowhere.
  private func look() {
    looking?.cancel()
    isWanted = false
    isLooking = isSearch
    guard isSearch else { return show([]) }
    looking = context.work.start { [self, request] in
      do {
        let venues = try await context.store.fetch(request)
        guard !Task.isCancelled else { return }
        show(venues)
      } catch {
        context.report(error)
      }
    }
  }

  private func show(_ venues: [Venue]) {
    isLooking = false
    found = venues
    window.replace(count: venues.count, cursor: 0)
    if isWanted { choose() }
  }

  private var isSearch: Bool {
    Coordinate(text: field.text) == nil && !isBlank
  }

  private var isBlank: Bool { field.text.allSatisfy(\.isWhitespace) }

  private var request: FetchRequest<Venue> {
    PlaceSearch.request(field.text, in: context.origin.entity, limit: Self.limit)
  }

  private func choose() {
    // Who only looked stays where he is.
    if field.isProposal { return context.pop(self) }
    if isBlank { return done(nil, nil) }
    if let place = Coordinate(text: field.text) { return done(place, nil) }
    guard found.indices.contains(window.cursor) else { return isWanted = isLooking }
    let venue = found[window.cursor]
    guard let place = venue.location.coordinate else { return }
    done(place, PlaceSearch.name(of: venue))
  }

  private func done(_ place: Coordinate?, _ name: String?) {
    looking?.cancel()
    context.pop(self)
    finish(place, name)
  }
}

// MARK: - Drawing

extension PlaceScreen {
  private var listArea: Rect { area.inset(left: 1, top: 3, right: 1, bottom: 1) }

  func layout(in area: Rect) {
    self.area = area
    window.resize(height: listArea.rows)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let look = context.look
    let inner = Box.draw(on: &canvas, in: area, title: name, look: look)
    canvas.write(
      isBlank ? look.strings.placeOfStart : look.strings.placeHint,
      at: inner.row(1).origin.moved(columns: 1), style: look.theme.muted,
      width: inner.columns - 2)
    for (line, row) in window.visible.enumerated() {
      draw(found[row], isCursor: row == window.cursor, on: &canvas, listArea.row(line))
    }
    if found.isEmpty, isSearch, !isLooking { drawNothing(on: &canvas) }
    return field.draw(
      on: &canvas, at: inner.origin.moved(columns: 1), columns: inner.columns - 2, style: .plain)
  }

  private func drawNothing(on canvas: inout Canvas) {
    let lines = TextWrap.lines(context.look.strings.wrongPlace, columns: listArea.columns - 2)
    for (index, line) in lines.prefix(listArea.rows).enumerated() {
      canvas.write(
        line, at: listArea.row(index).origin.moved(columns: 1), style: context.look.theme.problem)
    }
  }

  /// A venue with its street, each in one half where both are long.
  private func draw(_ venue: Venue, isCursor: Bool, on canvas: inout Canvas, _ row: Rect) {
    let look = context.look
    let room = row.columns - 3
    let street = venue.location.street ?? ""
    let width = min(TextWidth.displayWidth(of: street), max(room / 2, room - 2 - nameWidth(venue)))
    let nameRoom = width == 0 ? room : room - width - 2
    canvas.write(venue.name, at: row.origin.moved(columns: 2), width: nameRoom)
    canvas.write(
      street, at: Point(column: row.right - 1 - width, row: row.top), style: look.theme.muted,
      width: width)
    if isCursor { canvas.drawCursor(in: row, look: look) }
  }

  private func nameWidth(_ venue: Venue) -> Int { TextWidth.displayWidth(of: venue.name) }
}
