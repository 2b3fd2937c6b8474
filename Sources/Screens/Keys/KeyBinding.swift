/// An action that a screen offers right now.
struct KeyBinding {
  let action: Action
  /// Whether it would do anything.
  let isEnabled: Bool
  /// How much it belongs in the hint line, from 1; nil for not at all.
  let rank: Int?
  let perform: () -> Void

  init(
    _ action: Action, isEnabled: Bool = true, rank: Int? = nil, _ perform: @escaping () -> Void
  ) {
    self.action = action
    self.isEnabled = isEnabled
    self.rank = rank
    self.perform = perform
  }
}
