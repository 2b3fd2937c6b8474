/// An action that keys can be bound to; its raw value names it in a configuration file.
///
/// The static members are the actions of the widgets.
package protocol KeyAction: Hashable, Sendable, CaseIterable, RawRepresentable<String> {
  /// Why an action can do nothing right now.
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
  /// Chooses the item with the number of the key.
  static var pick: Self { get }
  static var yes: Self { get }
  static var no: Self { get }

  /// Why a menu without items does nothing.
  static var nothingToChoose: DisabledReason { get }

  /// The action whose keys it has: several actions share keys when no screen offers both at a time.
  var binding: Self { get }
}

/// An action that a screen offers right now.
@MainActor
package struct KeyBinding<Action: KeyAction> {
  package let action: Action
  /// Why it does nothing; nil when it is enabled.
  package let disabledReason: Action.DisabledReason?
  /// The priority in the hint line, 1 the highest; nil for not at all.
  package let rank: Int?
  /// Whether each of its keys does something else.
  package let isNumbered: Bool
  private let body: (Int) -> Void

  package var isEnabled: Bool { disabledReason == nil }

  package init(
    _ action: Action, unless disabledReason: Action.DisabledReason? = nil, rank: Int? = nil,
    isNumbered: Bool = false, _ perform: @escaping (_ number: Int) -> Void
  ) {
    self.action = action
    self.disabledReason = disabledReason
    self.rank = rank
    self.isNumbered = isNumbered
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
package struct KeyCommand<Owner, Action: KeyAction>: Sendable {
  package typealias Reason = Action.DisabledReason

  package let action: Action
  private let isNumbered: Bool
  private let rank: @MainActor @Sendable (Owner) -> Int?
  private let disabledReason: @MainActor @Sendable (Owner) -> Reason?
  private let body: @MainActor @Sendable (Owner, Int) -> Void

  /// An action that is disabled for a reason, or never.
  package init(
    _ action: Action, rank: Int? = nil,
    unless disabledReason: @escaping @MainActor @Sendable (Owner) -> Reason? = { _ in nil },
    perform: @escaping @MainActor @Sendable (Owner) -> Void
  ) {
    self.init(action, unless: disabledReason, rankFor: { _ in rank }, perform: perform)
  }

  /// An action whose priority in the hint line depends on the state.
  package init(
    _ action: Action,
    unless disabledReason: @escaping @MainActor @Sendable (Owner) -> Reason? = { _ in nil },
    rankFor rank: @escaping @MainActor @Sendable (Owner) -> Int?,
    perform: @escaping @MainActor @Sendable (Owner) -> Void
  ) {
    self.action = action
    isNumbered = false
    self.rank = rank
    self.disabledReason = disabledReason
    body = { owner, _ in perform(owner) }
  }

  /// An action whose first key stands for the first of several things, the second for the second.
  package init(
    numbered action: Action, perform: @escaping @MainActor @Sendable (Owner, _ number: Int) -> Void
  ) {
    self.action = action
    isNumbered = true
    rank = { _ in nil }
    disabledReason = { _ in nil }
    body = perform
  }

  /// The action as a screen offers it right now.
  @MainActor
  package func bound(to owner: Owner) -> KeyBinding<Action> {
    KeyBinding(
      action, unless: disabledReason(owner), rank: rank(owner), isNumbered: isNumbered
    ) { [body] in body(owner, $0) }
  }
}

extension Array {
  /// The rows of a key table as a screen offers them right now.
  @MainActor
  package func bound<Owner, Action>(to owner: Owner) -> [KeyBinding<Action>]
  where Element == KeyCommand<Owner, Action> {
    map { $0.bound(to: owner) }
  }
}
