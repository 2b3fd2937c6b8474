import TerminalKit

extension FinderApp {
  func draw() {
    var canvas = Canvas(size: driver.size)
    canvas.ellipsis = context.symbols.ellipsis
    guard isUsable else {
      drawTooSmall(on: &canvas)
      canvas.restyle { context.theme.settled($0) }
      return driver.show(canvas, cursor: nil)
    }
    let (body, footer) = layout()
    var cursor: Point?
    let theme = context.theme
    for place in stack.places(in: body) {
      if place.isBox {
        canvas.restyle { theme.covered($0) }
        // A blank at both sides: rests of words do not touch the box.
        canvas.fill(in: place.area.inset(left: -1, right: -1))
      } else if place.screen === stack.top {
        canvas.restyle { theme.unfocused($0) }
      }
      let ownCursor = place.screen.draw(on: &canvas, in: place.area)
      if place.screen === stack.top { cursor = ownCursor }
      let raised = place.isBox ? place.area : place.area.row(0)
      canvas.restyle(in: raised) { theme.settled($0, isRaised: true) }
      let style = place.screen === stack.top ? theme.accent : theme.muted
      canvas.drawDivider(in: place.divider, style: style, symbols: context.symbols)
      canvas.restyle(in: place.divider.row(0)) { theme.settled($0, isRaised: true) }
    }
    let raised = drawFooter(on: &canvas, in: footer, isTyping: cursor != nil)
    canvas.restyle(in: raised) { theme.settled($0, isRaised: true) }
    canvas.restyle { theme.settled($0) }
    driver.show(canvas, cursor: cursor)
  }

  /// Lays out the screens; returns their area and that of the footer.
  @discardableResult
  func layout() -> (body: Rect, footer: Rect) {
    let footer = Rect(driver.size).split(bottom: 1).bottom
    guard isUsable else { return (body, footer) }
    stack.layout(in: body)
    while hasWaitingInput {
      handle([])
      stack.layout(in: body)
    }
    return (body, footer)
  }

  /// The area of the screens.
  var body: Rect { Rect(driver.size).split(bottom: 1).rest }

  /// Draws the last line, and lines above it for a long message; returns their area.
  private func drawFooter(on canvas: inout Canvas, in footer: Rect, isTyping: Bool) -> Rect {
    canvas.fill(in: footer)
    let free = drawJobs(on: &canvas, in: footer)
    let (area, row) = drawNotice(on: &canvas, in: free, footer)
    hintLine = nil
    guard row.columns >= Self.minimumHintColumns else { return area }
    var offered = (stack.top?.bindings ?? []) + bindings
    if isTyping { offered.removeAll(where: isTyped) }
    let line = HintLine(
      offered, keys: context.keys, symbols: context.symbols, word: word(for:))
    line.draw(on: &canvas, in: row, render: context.style)
    hintLine = (line, row, offered)
    return area
  }

  /// The minimum width of the hints after a message.
  private static let minimumHintColumns = 18

  /// The maximum number of lines of a message.
  private static let maximumNoticeLines = 4

  /// Draws the message, a long one over the lines above; returns the area of all lines and the rest of the last one.
  private func drawNotice(
    on canvas: inout Canvas, in row: Rect, _ footer: Rect
  ) -> (area: Rect, rest: Rect) {
    guard let notice = context.notice else { return (footer, row) }
    let text = notice.text(columns: row.columns - 2, ellipsis: context.symbols.ellipsis)
    let style = notice.isProblem ? context.theme.problem : .plain
    let fits = TextWidth.displayWidth(of: text) <= row.columns - 2
    let wrapped = fits ? [text] : TextWrap.lines(notice.text, columns: row.columns - 2)
    let lines = wrapped.prefix(Self.maximumNoticeLines)
    let area = canvas.bounds.split(bottom: max(1, lines.count)).bottom
    var width = 0
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      let place = isLast ? row : area.row(index)
      if !isLast { canvas.fill(in: place) }
      width = canvas.write(
        line, at: place.origin.moved(columns: 1), style: style, width: row.columns - 2)
    }
    let used = lines.count > 1 ? row.columns : min(width + 3, row.columns)
    return (area, row.inset(left: used))
  }

  /// The word of an action in the hint line: going back says where it leads.
  private func word(for action: Action) -> String {
    let strings = context.strings
    guard action == .back || action == .close, let top = stack.top else {
      return strings.hint(for: action)
    }
    if case .box = top.placement { return strings.hint(for: action) }
    switch stack.screen(below: top) {
    case is VenueListScreen: return strings.toList
    case is MapScreen: return strings.toMap
    case is CrawlScreen: return strings.toCrawl
    case is DetailScreen: return strings.toDetails
    default: return strings.hint(for: action)
    }
  }

  /// Draws imports and exports in progress at the right of the last line, each with its key; returns the rest of the
  /// line.
  private func drawJobs(on canvas: inout Canvas, in row: Rect) -> Rect {
    let theme = context.theme
    let jobs = context.jobs.map { job in
      let key = context.isListAlone ? context.keymap.keys(for: job.action).first : nil
      let name = key.map { [Span(context.symbols.name(of: $0) + " ", theme.key)] } ?? []
      return job.status.map { SpanLine(name + [Span($0 + " ", theme.filter)]) }
    }
    let forms = [jobs.compactMap(\.first), jobs.compactMap(\.last)].map { parts in
      SpanLine(parts.flatMap { [Span(" ")] + $0.spans })
    }
    let fitting = forms.first { row.columns >= 60 && $0.width * 2 <= row.columns }
    guard !jobs.isEmpty, let form = fitting ?? forms.last else { return row }
    let (right, rest) = row.split(right: form.width)
    form.draw(on: &canvas, at: right.origin, columns: right.columns)
    return rest
  }

  /// Whether the key of a binding is text in text fields.
  private func isTyped(_ binding: KeyBinding) -> Bool {
    context.keymap.keys(for: binding.action).first?.typed != nil
  }

  private func drawTooSmall(on canvas: inout Canvas) {
    let lines = context.strings.tooSmall(
      canvas.size, required: Self.minimumSize, quitKey: context.keyName(of: .quitAtOnce))
    let area = canvas.bounds.centered(Size(columns: canvas.size.columns, rows: lines.count))
    for (index, line) in lines.enumerated() {
      let row = area.row(index)
      canvas.write(line, at: row.origin, columns: row.columns, alignment: .center)
    }
  }
}
