/// A confirmation of a permanent change; the harmless answer is the default.
@MainActor
package final class ConfirmationScreen<Action: KeyAction>: Screen {
  private let host: any ScreenHost<Action>
  package let name: String
  private let text: String
  /// No, then yes.
  private let answers: [String]
  private var isYes = false
  private var area = Rect(.zero)
  private let finish: (Bool) -> Void

  /// Creates a confirmation; `finish` gets the answer, and Esc means no.
  package init(
    _ host: any ScreenHost<Action>, title: String, text: String, no: String, yes: String,
    finish: @escaping (Bool) -> Void
  ) {
    self.host = host
    name = title
    self.text = text
    answers = [no, yes]
    self.finish = finish
  }

  package var placement: Placement {
    .box(Size(columns: 60, rows: lines(columns: 55).count + answers.count + 3))
  }

  /// The letter for yes only moves the cursor: one that was meant for the list must not confirm.
  package nonisolated static var commands: [KeyCommand<ConfirmationScreen, Action>] {
    [
      KeyCommand(.accept, rank: 2) { $0.answer($0.isYes) },
      KeyCommand(.dismiss, rank: 1) { $0.answer(false) },
      KeyCommand(.yes, rank: 3) { $0.isYes = true },
      KeyCommand(.no, rank: 4) { $0.answer(false) },
      KeyCommand(.down) { $0.isYes = true },
      KeyCommand(.up) { $0.isYes = false },
    ]
  }

  package func bindings(where isIncluded: (Action) -> Bool) -> [KeyBinding<Action>] {
    Self.commands.bound(to: self, where: isIncluded)
  }

  package func handle(_ event: TerminalEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    if mouse.kind == .press, mouse.button == .left, answerArea.contains(mouse.point) {
      answer(mouse.point.row > answerArea.top)
    }
    return true
  }

  private func answer(_ isYes: Bool) {
    host.pop(self)
    finish(isYes)
  }

  package func layout(in area: Rect) { self.area = area }

  private func lines(columns: Int) -> [String] { TextWrap.lines(text, columns: columns) }

  /// The last rows inside the box: answers are visible even if the text does not fit.
  private var answerArea: Rect {
    area.inset(left: 1, top: max(1, area.rows - 1 - answers.count), right: 1, bottom: 1)
  }

  package func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let inner = Box.draw(on: &canvas, in: area, title: name, render: host.style)
    let room = max(0, inner.rows - answers.count)
    for (index, line) in lines(columns: inner.columns - 3).prefix(room).enumerated() {
      canvas.write(line, at: inner.row(index).origin.moved(columns: 2), width: inner.columns - 3)
    }
    for (index, answer) in answers.enumerated() {
      draw(answer, isCursor: isYes == (index == 1), on: &canvas, in: answerArea.row(index))
    }
    return nil
  }

  private func draw(_ answer: String, isCursor: Bool, on canvas: inout Canvas, in row: Rect) {
    let render = host.style
    canvas.write(answer, at: row.origin.moved(columns: 2), width: row.columns - 3)
    if isCursor { canvas.drawCursor(in: row, render: render) }
  }
}
