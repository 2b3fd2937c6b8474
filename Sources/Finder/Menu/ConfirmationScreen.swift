import TerminalKit

/// A box that asks before something is done for good; what does no harm is chosen at first.
final class ConfirmationScreen: Screen {
  private let context: FinderContext
  private let question: Confirmation
  private var isYes = false
  private var area = Rect(.zero)
  private let finish: (Bool) -> Void

  /// A question with two answers, one of which `finish` gets; Esc is no.
  init(_ context: FinderContext, _ question: Confirmation, finish: @escaping (Bool) -> Void) {
    self.context = context
    self.question = question
    self.finish = finish
  }

  var name: String { question.title }

  /// No, then yes.
  private var answers: [String] { [question.no, question.yes] }

  var placement: Placement {
    .box(Size(columns: 60, rows: lines(columns: 56).count + answers.count + 3))
  }

  /// Letters only choose: one that was meant for the list must not do what cannot be undone.
  var bindings: [KeyBinding] {
    [
      KeyBinding(.accept, rank: 2) { self.answer(self.isYes) },
      KeyBinding(.giveUp, rank: 1) { self.answer(false) },
      KeyBinding(.yes, rank: 3) { self.isYes = true },
      KeyBinding(.no, rank: 4) { self.isYes = false },
      KeyBinding(.down) { self.isYes = true },
      KeyBinding(.up) { self.isYes = false },
    ]
  }

  func handle(_ event: TerminalEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    if mouse.kind == .press, mouse.button == .left, answerArea.contains(mouse.point) {
      answer(mouse.point.row > answerArea.top)
    }
    return true
  }

  private func answer(_ isYes: Bool) {
    context.pop(self)
    finish(isYes)
  }

  func layout(in area: Rect) { self.area = area }

  private func lines(columns: Int) -> [String] { TextWrap.lines(question.text, columns: columns) }

  /// The last rows inside the box: the answers have room even where the text has none.
  private var answerArea: Rect {
    area.inset(left: 1, top: max(1, area.rows - 1 - answers.count), right: 1, bottom: 1)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let inner = Box.draw(on: &canvas, in: area, title: name, render: context.render)
    let room = max(0, inner.rows - answers.count)
    for (index, line) in lines(columns: inner.columns - 2).prefix(room).enumerated() {
      canvas.write(line, at: inner.row(index).origin.moved(columns: 1), width: inner.columns - 2)
    }
    for (index, answer) in answers.enumerated() {
      draw(answer, isCursor: isYes == (index == 1), on: &canvas, in: answerArea.row(index))
    }
    return nil
  }

  private func draw(_ answer: String, isCursor: Bool, on canvas: inout Canvas, in row: Rect) {
    let render = context.render
    canvas.write(answer, at: row.origin.moved(columns: 2), width: row.columns - 3)
    if isCursor { canvas.drawCursor(in: row, render: render) }
  }
}

/// Something to be answered with no or yes.
struct Confirmation: Hashable {
  let title: String
  let text: String
  let no: String
  let yes: String
}
