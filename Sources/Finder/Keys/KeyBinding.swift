/// An action that a screen offers right now.
struct KeyBinding {
  let action: Action
  /// Why it would do nothing; nil when it does something.
  let reason: DisabledReason?
  /// How much it belongs in the hint line, from 1; nil for not at all.
  let rank: Int?
  /// Whether it does something else for each of its keys.
  let isNumbered: Bool
  private let body: (Int) -> Void

  /// Whether it would do anything.
  var isEnabled: Bool { reason == nil }

  init(
    _ action: Action, unless reason: DisabledReason? = nil, rank: Int? = nil,
    _ perform: @escaping () -> Void
  ) {
    self.action = action
    self.reason = reason
    self.rank = rank
    isNumbered = false
    body = { _ in perform() }
  }

  /// An action whose first key means the first of some things, the second one the second.
  init(_ action: Action, rank: Int? = nil, _ perform: @escaping (_ number: Int) -> Void) {
    self.action = action
    reason = nil
    self.rank = rank
    isNumbered = true
    body = perform
  }

  /// Does the action, with the 0-based place of the key among those that it has.
  func perform(key number: Int = 0) { body(number) }
}
