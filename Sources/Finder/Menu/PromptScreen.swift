import TerminalKit

/// A box with a line of text to be typed.
final class PromptScreen: TypingScreen {
  private let context: FinderContext
  let name: String
  private var field: TextField
  /// What is wrong with the text; nil for nothing.
  private var problem: String?
  private let finish: (String) throws -> Void

  /// A box whose text `finish` gets; what that throws is shown, and the box stays open.
  init(
    _ context: FinderContext, name: String, text: TextField = TextField(),
    finish: @escaping (String) throws -> Void
  ) {
    self.context = context
    self.name = name
    self.finish = finish
    field = text
  }

  var placement: Placement { .box(Size(columns: 60, rows: 4)) }

  var bindings: [KeyBinding] {
    [
      KeyBinding(.accept, rank: 2) { self.done() },
      KeyBinding(.giveUp, rank: 1) { self.context.pop(self) },
    ]
  }

  func edit(_ change: (inout TextField) -> Bool) -> Bool { change(&field) }

  func handle(_ mouse: MouseEvent) {}

  func layout(in area: Rect) {}

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let inner = Box.draw(on: &canvas, in: area, title: name, render: context.render)
    if let problem {
      canvas.write(
        problem, at: inner.row(1).origin.moved(columns: 1), style: context.theme.problem,
        width: inner.columns - 2)
    }
    return field.draw(
      on: &canvas, at: inner.origin.moved(columns: 1), columns: inner.columns - 2, style: .plain)
  }

  /// The box closes first: what follows may open another one.
  private func done() {
    context.pop(self)
    do {
      try finish(field.text)
    } catch {
      problem = String(describing: error).split(separator: "\n").first.map(String.init)
      context.push(self)
    }
  }
}

/// A text that cannot be used, in words.
struct ValidationError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
