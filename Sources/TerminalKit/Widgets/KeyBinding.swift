/// An action that keys can be bound to; its raw value is its name in the config file.
///
/// The static members are the actions of the widgets.
@usableFromInline
package protocol KeyAction: Hashable, Sendable, CaseIterable, RawRepresentable<String> {
  /// Why an action is disabled.
  associatedtype DisabledReason: Hashable, Sendable

  static var up: Self { get }
  static var down: Self { get }
  static var pageUp: Self { get }
  static var pageDown: Self { get }
  static var halfPageUp: Self { get }
  static var halfPageDown: Self { get }
  static var first: Self { get }
  static var last: Self { get }
  /// Confirms a box.
  static var accept: Self { get }
  /// Closes a box without doing anything.
  static var dismiss: Self { get }
  /// Closes a screen.
  static var back: Self { get }
  /// Closes a menu and undoes what was chosen in it.
  static var cancel: Self { get }
  /// Selects the item with the number of the key.
  static var pick: Self { get }
  static var yes: Self { get }
  static var no: Self { get }

  /// Why the commands of an empty menu are disabled.
  static var nothingToChoose: DisabledReason { get }

}

/// An action of a screen in its current state.
@MainActor
@usableFromInline
package struct KeyBinding<Action: KeyAction> {
  @usableFromInline package let action: Action
  /// Why it is disabled; nil if it is enabled.
  @usableFromInline package let disabledReason: Action.DisabledReason?
  /// The priority in the hint line, 1 the highest; nil if it is not hinted.
  @usableFromInline package let rank: Int?
  /// The number of things that its keys act on, one each; nil if all keys do the same.
  @usableFromInline package let numberedCount: Int?
  /// The word in the hint line; nil for that of the action.
  @usableFromInline package let word: String?
  /// The opposite action, whose key is hinted before its own; nil for none.
  @usableFromInline package var opposite: Action?
  /// What it does on this screen, for the help; nil for the usual title of the action.
  @usableFromInline package var title: String?
  @usableFromInline let body: (Int) -> Void

  package var isEnabled: Bool { disabledReason == nil }
  package var isNumbered: Bool { numberedCount != nil }

  @inlinable
  package init(
    _ action: Action, unless disabledReason: Action.DisabledReason? = nil, rank: Int? = nil,
    numberedCount: Int? = nil, word: String? = nil, _ perform: @escaping (_ number: Int) -> Void
  ) {
    self.action = action
    self.word = word
    self.disabledReason = disabledReason
    self.rank = rank
    self.numberedCount = numberedCount
    body = perform
  }

  package init(
    _ action: Action, unless disabledReason: Action.DisabledReason? = nil, rank: Int? = nil,
    _ perform: @escaping () -> Void
  ) {
    self.init(action, unless: disabledReason, rank: rank) { _ in perform() }
  }

  /// Performs the action, with the 0-based index of the key among the keys of the action.
  package func perform(key number: Int = 0) { body(number) }
}

/// A row of a screen's key table: an action and what it does on that screen.
@usableFromInline
package struct KeyCommand<Owner, Action: KeyAction>: Sendable {
  @usableFromInline package typealias Reason = Action.DisabledReason

  @usableFromInline package let action: Action
  /// A value that depends on the state.
  @usableFromInline package typealias Value<T> = @MainActor @Sendable (Owner) -> T?
  @usableFromInline let body: @MainActor @Sendable (Owner, Int) -> Void
  @usableFromInline let disabledReason: Value<Reason>?
  @usableFromInline var fixedRank: Int?
  @usableFromInline var rank: Value<Int>?
  @usableFromInline var numberedCount: Value<Int>?
  @usableFromInline var word: Value<String>?
  @usableFromInline var opposite: Action?
  @usableFromInline var title: Value<String>?

  /// Creates a row with a fixed priority in the hint line.
  package init(
    _ action: Action, rank: Int? = nil, unless disabledReason: Value<Reason>? = nil,
    perform: @escaping @MainActor @Sendable (Owner) -> Void
  ) {
    self.action = action
    body = { owner, _ in perform(owner) }
    self.disabledReason = disabledReason
    fixedRank = rank
  }

  /// Creates a row whose priority in the hint line depends on the state.
  package init(
    _ action: Action, unless disabledReason: Value<Reason>? = nil,
    rankFor rank: @escaping Value<Int>, perform: @escaping @MainActor @Sendable (Owner) -> Void
  ) {
    self.init(action, unless: disabledReason, perform: perform)
    self.rank = rank
  }

  /// Creates a row whose first key acts on the first of several things, the second on the second.
  package init(
    numbered action: Action, count: @escaping Value<Int> = { _ in .max },
    rankFor rank: Value<Int>? = nil,
    perform: @escaping @MainActor @Sendable (Owner, _ number: Int) -> Void
  ) {
    self.action = action
    body = perform
    disabledReason = nil
    self.rank = rank
    numberedCount = count
  }

  /// The row with a word in the hint line that depends on the state; nil is that of the action.
  ///
  /// The key of an opposite action is hinted before its own.
  package func hinted(
    after opposite: Action? = nil, _ word: @escaping Value<String>
  ) -> Self {
    var copy = self
    copy.word = word
    copy.opposite = opposite
    return copy
  }

  /// The row with what the action does on the screen, for the help.
  package func titled(_ title: @escaping Value<String>) -> Self {
    var copy = self
    copy.title = title
    return copy
  }

  /// The action with the state of its owner.
  ///
  /// Inlinable because each key and each frame needs all actions of a screen.
  @MainActor
  @inlinable
  package func bound(to owner: Owner) -> KeyBinding<Action> {
    var binding = KeyBinding(
      action, unless: disabledReason?(owner), rank: rank?(owner) ?? fixedRank,
      numberedCount: numberedCount?(owner), word: word?(owner)
    ) { [body] in body(owner, $0) }
    binding.opposite = opposite
    binding.title = title?(owner)
    return binding
  }
}

extension Array {
  /// The rows of a key table whose actions satisfy a condition, with the state of their owner.
  @MainActor
  @inlinable
  package func bound<Owner, Action>(
    to owner: Owner, where isIncluded: (Action) -> Bool = { _ in true }
  ) -> [KeyBinding<Action>] where Element == KeyCommand<Owner, Action> {
    // A copy of a row would retain all of its closures.
    indices.filter { isIncluded(self[$0].action) }.map { self[$0].bound(to: owner) }
  }
}
