/// An action that a screen offers right now.
struct KeyBinding {
  let action: Action
  /// Why it would do nothing; nil when it does something.
  let hindrance: Hindrance?
  /// How much it belongs in the hint line, from 1; nil for not at all.
  let rank: Int?
  let perform: () -> Void

  /// Whether it would do anything.
  var isEnabled: Bool { hindrance == nil }

  init(
    _ action: Action, unless hindrance: Hindrance? = nil, rank: Int? = nil,
    _ perform: @escaping () -> Void
  ) {
    self.action = action
    self.hindrance = hindrance
    self.rank = rank
    self.perform = perform
  }
}
