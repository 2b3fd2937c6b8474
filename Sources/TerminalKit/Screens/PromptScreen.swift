/// A prompt for one line of text.
@MainActor
package final class PromptScreen<Action: KeyAction>: TypingScreen {
  private let host: any ScreenHost<Action>
  package let name: String
  package let draftName: String
  private let hint: String
  private let original: String
  private var field: TextField
  /// The validation error; nil for none.
  private var problem: String?
  private let finish: (String) throws -> Void
  /// Another way to enter the text, which closes the prompt.
  private let alternative: (action: Action, perform: (String) -> Void)?

  /// Creates a prompt; `finish` gets the text, and an error that it throws is shown instead of the hint.
  ///
  /// A text other than `original`, by default the first one, is unsaved; `draftName` tells prompts of equal names apart.
  package init(
    _ host: any ScreenHost<Action>, name: String, text: TextField = TextField(),
    original: String? = nil, draftName: String? = nil, hint: String = "",
    alternative: (action: Action, perform: (String) -> Void)? = nil,
    finish: @escaping (String) throws -> Void
  ) {
    self.host = host
    self.name = name
    self.draftName = draftName ?? name
    self.hint = hint
    self.alternative = alternative
    self.finish = finish
    self.original = original ?? text.text
    field = text
  }

  package var placement: Placement { .box(Size(columns: 60, rows: 4)) }

  package nonisolated static var commands: [KeyCommand<PromptScreen, Action>] {
    [
      KeyCommand(.accept, rank: 2) { $0.done() },
      KeyCommand(.dismiss, rank: 1) { $0.host.dismiss($0) },
      KeyCommand(.up, rankFor: { $0.draft == nil ? nil : 3 }) { $0.recall() },
    ]
  }

  private var draft: String? {
    canRecallText ? host.draft(of: draftName).flatMap { $0 == field.text ? nil : $0 } : nil
  }

  /// Replaces the text by the one that was discarded last.
  private func recall() {
    if let draft { field = TextField(draft) }
  }

  package var unsavedText: String? { field.text == original ? nil : field.text }

  package func bindings(where isIncluded: (Action) -> Bool) -> [KeyBinding<Action>] {
    let other = alternative.map { alternative in
      KeyBinding(alternative.action, rank: 3) { [self] in
        host.pop(self)
        alternative.perform(field.text)
      }
    }
    return Self.commands.bound(to: self, where: isIncluded)
      + [other].compactMap(\.self).filter { isIncluded($0.action) }
  }

  package func edit(_ change: (inout TextField) -> Bool) -> Bool { change(&field) }

  package func handle(_ mouse: MouseEvent) {}

  package func layout(in area: Rect) {}

  package func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let inner = Box.draw(on: &canvas, in: area, title: name, render: host.style)
    let theme = host.style.theme
    canvas.write(
      problem ?? hint, at: inner.row(1).origin.moved(columns: 2),
      style: problem == nil ? theme.muted : theme.problem, width: inner.columns - 3)
    return field.draw(
      on: &canvas, at: inner.origin.moved(columns: 2), columns: inner.columns - 3, style: .plain)
  }

  /// The prompt closes first because `finish` may open another one.
  private func done() {
    host.pop(self)
    do {
      try finish(field.text)
    } catch {
      problem = String(describing: error).split(separator: "\n").first.map(String.init)
      host.push(self)
    }
  }
}
