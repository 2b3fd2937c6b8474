import FetchKit
import TerminalKit
import Venues

/// Asks for the values of a predicate's variables one by one.
struct VariablePrompts {
  let context: FinderContext

  private var strings: Strings { context.strings }

  /// Calls `finish` with the predicate when all variables have values, at once without any.
  func bind(_ predicate: FetchPredicate, finish: @escaping (FetchPredicate) -> Void) {
    let uses = predicate.usesOfVariables(in: Venue.entity)
    guard let (name, use) = uses.min(by: { $0.key < $1.key }) else { return finish(predicate) }
    ask(name, use) { value in
      bind(predicate.substituting([name: value]), finish: finish)
    }
  }

  private func ask(_ name: String, _ use: VariableUse, finish: @escaping (FetchValue) -> Void) {
    let title = strings.valueWanted(name, use)
    guard use.attribute.type != .boolean || use.isList else { return choose(title, finish) }
    context.push(
      PromptScreen(context, name: title, hint: strings.kind(of: use).capitalizedFirst) { text in
        guard let value = strings.value(of: text, for: use) else {
          throw ValidationError(strings.wrongValue(use))
        }
        finish(value)
      })
  }

  private func choose(_ title: String, _ finish: @escaping (FetchValue) -> Void) {
    let answers = [true, false]
    context.push(
      MenuScreen(
        context,
        MenuScreen.Content(
          name: title,
          commands: [MenuCommand(.accept, rank: 2, closes: true) { finish(.bool(answers[$0])) }],
          items: { answers.map { MenuItem(strings.answer($0)) } })))
  }
}
