import FetchKit
import TerminalKit

extension Keymap {
  /// Rebinds an action by its name in the config file. Without keys it is disabled, or refused if it leaves a screen.
  ///
  /// Keys for an action that shares the keys of another one are added to those.
  public mutating func bind(_ name: String, to keys: [String]) throws(KeymapError) {
    guard let action = Action(name: name) else {
      throw .unknownAction(name, nearest: Action.nearest(to: name).rawValue)
    }
    var presses: [KeyPress] = []
    for key in keys {
      guard let press = KeyPress(key) else { throw .unknownKey(key) }
      presses.append(press)
    }
    if presses.isEmpty, Action.needed.contains(action) { throw .isNeeded(action: name) }
    if action.binding != action {
      let shared = self.keys(for: action)
      presses = shared + presses.filter { !shared.contains($0) }
    }
    set(presses, for: action)
  }

  /// Throws if keys of an action conflict with another action on one of its screens, or are text there.
  public func check(_ name: String) throws(KeymapError) {
    guard let action = Action(name: name) else { return }
    for context in KeyContext.allCases
    where context.actions.contains(where: { $0.binding == action.binding }) {
      if context.isTyped, isText(action), !Self.standard.isText(action) {
        throw .isText(action: name)
      }
      if let (key, other) = clash(of: action, in: context) {
        throw .clash(key: key.description, action: name, other: other.binding.rawValue)
      }
    }
  }

  /// Whether an action has keys, and all of them type something.
  private func isText(_ action: Action) -> Bool {
    !keys(for: action).isEmpty && keys(for: action).allSatisfy { $0.typed != nil }
  }

  /// A key that two actions of a screen have, unless they have one in common anyway: those are never
  /// offered at the same time.
  ///
  /// In the statistics, a key that the user gave to the filter may replace another one.
  private func clash(of action: Action, in context: KeyContext) -> (KeyPress, Action)? {
    if context == .statistics, action == .filter { return nil }
    for other in Action.allCases
    where other.binding != action.binding && context.actions.contains(other)
      && !(context == .statistics && other == .filter)
    {
      let shared = Set(keys(for: action)).intersection(keys(for: other))
      if let key = shared.first, !Self.standard.share(action, other) { return (key, other) }
    }
    return nil
  }

  private func share(_ one: Action, _ other: Action) -> Bool {
    !Set(keys(for: one)).isDisjoint(with: keys(for: other))
  }
}

extension Action {
  /// The actions that leave a screen or the finder: some screens have no other way out.
  fileprivate static let needed: Set<Action> = [.quitAtOnce, .back, .cancel, .close, .dismiss]

  /// The action with the most similar name.
  static func nearest(to text: String) -> Action {
    func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
    let ranked = allCases.map { ($0, EditDistance.between(scalars($0.rawValue), scalars(text))) }
    return ranked.min { $0.1 < $1.1 }?.0 ?? .help
  }
}

/// An invalid key binding.
public nonisolated enum KeymapError: Error, Hashable, Sendable {
  case unknownAction(String, nearest: String)
  case unknownKey(String)
  /// Both actions are on one screen.
  case clash(key: String, action: String, other: String)
  /// The action is needed in text fields.
  case isText(action: String)
  /// No other key leaves the finder or a screen.
  case isNeeded(action: String)
}

extension KeymapError: nonisolated CustomStringConvertible {
  /// What is invalid, and what would be valid.
  public nonisolated var description: String {
    switch self {
    case .unknownAction(let name, let nearest):
      "there is no action '\(name)', did you mean '\(nearest)'?"
    case .unknownKey(let name):
      "there is no key '\(name)'; valid are characters such as x, and names such as space, ctrl-d or F2"
    case .clash(let key, let action, let other):
      "'\(key)' cannot be both \(action) and \(other), which are on the same screen"
    case .isText(let action):
      "\(action) needs a key that does not type text, such as enter"
    case .isNeeded(let action): "\(action) needs a key"
    }
  }
}
