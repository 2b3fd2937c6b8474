import FetchKit
import TerminalKit
import Venues

/// A prompt for a location: coordinates, or a venue found by words of its name or street.
final class LocationScreen: CommandScreen, TypingScreen {
  private let context: FinderContext
  private let original: String
  private var field: TextField
  /// The venues with the words, or similar ones.
  private var found = PlaceSearch.Result()
  private var viewport = ListViewport()
  /// Whether a venue is under the cursor: the first one that was found, or a similar one after a key that moves.
  private var hasCursor = false
  private var looking: Task<Void, Never>?
  private var isLooking = false
  private let finish: (Coordinate?, _ name: String?) -> Void
  /// Whether the location differs from the initial one.
  private let canReset: Bool
  private var area = Rect(.zero)

  private static let columns = 64
  /// The number of offered venues.
  private static let limit = 50

  /// Creates a prompt; `finish` is called with the location and the name of its venue, or with nil for the initial
  /// location.
  init(
    _ context: FinderContext, text: String, canReset: Bool,
    finish: @escaping (Coordinate?, _ name: String?) -> Void
  ) {
    self.context = context
    self.finish = finish
    self.canReset = canReset
    original = text
    field = .proposing(text)
  }

  var name: String { context.strings.locationPrompt }

  /// The text, a hint and the venues.
  var placement: Placement {
    .box(Size(columns: Self.columns, rows: 12), rows: 4 + max(found.venues.count, problem.count))
  }

  typealias Command = KeyCommand<LocationScreen>

  nonisolated static let commands: [Command] = [
    Command(.accept, rank: 2, unless: { $0.mustMove ? .onlySimilar : nil }) { $0.choose() },
    Command(.dismiss, rank: 1) { $0.context.dismiss($0) },
    Command(.down, rank: 3, unless: { $0.nothingToChoose }) { $0.move(by: 1) },
    Command(.up, rank: 4, unless: { $0.draft == nil ? $0.nothingToChoose : nil }) { $0.moveUp() },
  ]

  var unsavedText: String? { field.text == original ? nil : field.text }

  /// The text that was discarded, where there is nothing to move to.
  private var draft: String? {
    found.venues.isEmpty && canRecallText ? context.draft(of: name) : nil
  }

  private func moveUp() {
    guard let draft else { return move(by: -1) }
    replaceText(by: TextField(draft))
  }

  private var nothingToChoose: DisabledReason? { found.venues.isEmpty ? .nothingToChoose : nil }

  /// Whether there are only similar venues, of which none has been chosen yet.
  private var mustMove: Bool { !found.venues.isEmpty && !hasCursor && isSearch && !isLooking }

  private func move(by rows: Int) {
    if hasCursor { viewport.move(by: rows) }
    hasCursor = true
  }

  func edit(_ change: (inout TextField) -> Bool) -> Bool {
    let old = field.text
    guard change(&field) else { return false }
    if field.text != old { look() }
    return true
  }

  func handle(_ mouse: MouseEvent) {
    if mouse.isClick(outside: area) { return context.pop(self) }
    guard viewport.follow(mouse, in: listArea) != nil else { return }
    hasCursor = true
    choose()
  }
}

// MARK: - Looking

extension LocationScreen {
  /// Searches venues with the words, unless the text has only numbers.
  private func look() {
    looking?.cancel()
    isLooking = isSearch
    guard isSearch else { return show(PlaceSearch.Result()) }
    looking = context.tasks.start { [self, text = field.text] in
      do {
        let search = PlaceSearch(text, in: context.origin.entity)
        let result = try await search.run(in: context.store, limit: Self.limit)
        guard !Task.isCancelled else { return }
        show(result)
      } catch {
        context.report(error)
        guard !Task.isCancelled else { return }
        show(PlaceSearch.Result())
      }
    }
  }

  private func show(_ result: PlaceSearch.Result) {
    isLooking = false
    found = result
    viewport.replace(count: result.venues.count, cursor: 0)
    hasCursor = result.isExact
  }

  private var isSearch: Bool { TypedCoordinates(field.text) == .words && !field.text.isBlank }

  /// Chooses the text's location, or the venue under the cursor once the search for the text has ended.
  private func choose() {
    // Without a change the location stays.
    if field.isProposal { return context.pop(self) }
    if field.text.isBlank { return done(nil, nil) }
    if let place = Coordinate(text: field.text) { return done(place, nil) }
    // Keys that are typed after Enter wait for the venues.
    context.open { [self] in
      await looking?.value
      if mustMove { return context.explain(.onlySimilar) }
      guard found.venues.indices.contains(viewport.cursor) else { return }
      let venue = found.venues[viewport.cursor]
      if let place = venue.location.coordinate { done(place, PlaceSearch.name(of: venue)) }
    }
  }

  private func done(_ place: Coordinate?, _ name: String?) {
    looking?.cancel()
    context.pop(self)
    finish(place, name)
  }
}

// MARK: - Drawing

extension LocationScreen {
  private var listArea: Rect { area.inset(left: 1, top: 3, right: 1, bottom: 1) }

  func layout(in area: Rect) {
    self.area = area
    viewport.resize(height: listArea.rows)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let render = context.render
    let inner = Box.draw(on: &canvas, in: area, title: name, render: render.style)
    canvas.write(
      hint, at: inner.row(1).origin.moved(columns: 2),
      style: found.isExact ? render.theme.muted : render.theme.problem, width: inner.columns - 3)
    for (line, row) in viewport.visible.enumerated() {
      draw(
        found.venues[row], isCursor: hasCursor && row == viewport.cursor, on: &canvas,
        listArea.row(line))
    }
    for (index, line) in problem.prefix(listArea.rows).enumerated() {
      canvas.write(
        line, at: listArea.row(index).origin.moved(columns: 2), style: render.theme.problem)
    }
    return field.draw(
      on: &canvas, at: inner.origin.moved(columns: 2), columns: inner.columns - 3, style: .plain)
  }

  private var hint: String {
    let strings = context.strings
    if field.text.isBlank, canReset { return strings.initialLocation }
    return found.isExact || found.venues.isEmpty ? strings.locationHint : strings.similarPlaces
  }

  /// The lines that say why the text is not a location; none while it may be one.
  private var problem: [String] {
    guard found.venues.isEmpty, !isLooking, !field.text.isBlank,
      let text = context.strings.invalidLocation(TypedCoordinates(field.text))
    else { return [] }
    let columns = area.isEmpty ? Self.columns : area.columns
    return TextWrap.lines(text, columns: columns - 5)
  }

  /// A venue with its street; if both are long, each gets one half.
  private func draw(_ venue: Venue, isCursor: Bool, on canvas: inout Canvas, _ row: Rect) {
    let render = context.render
    let room = row.columns - 3
    let street = [venue.location.street, venue.location.neighborhood].compactMap(\.self)
      .joined(separator: ", ")
    let width = min(TextWidth.displayWidth(of: street), max(room / 2, room - 2 - nameWidth(venue)))
    let nameRoom = width == 0 ? room : room - width - 2
    canvas.write(venue.name, at: row.origin.moved(columns: 2), width: nameRoom)
    canvas.write(
      street, at: Point(column: row.right - 1 - width, row: row.top), style: render.theme.muted,
      width: width)
    if isCursor { canvas.drawCursor(in: row, render: render.style) }
  }

  private func nameWidth(_ venue: Venue) -> Int { TextWidth.displayWidth(of: venue.name) }
}
