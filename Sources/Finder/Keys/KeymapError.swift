/// Why a key cannot be what somebody wants it to be.
public nonisolated enum KeymapError: Error, Hashable, Sendable {
  case unknownAction(String, nearest: String)
  case unknownKey(String)
  /// Both actions are on one screen.
  case clash(key: String, action: String, other: String)
  /// The action is needed where letters are text.
  case isText(action: String)
  /// Nothing else would end the finder from everywhere.
  case isNeeded(action: String)
}

extension KeymapError: nonisolated CustomStringConvertible {
  /// What was found, and what was expected.
  public nonisolated var description: String {
    switch self {
    case .unknownAction(let name, let nearest):
      "there is no action '\(name)', did you mean '\(nearest)'?"
    case .unknownKey(let name):
      "there is no key '\(name)'; keys are signs such as x, and names such as space, ctrl-d, F2"
    case .clash(let key, let action, let other):
      "'\(key)' cannot be both \(action) and \(other), which are on the same screen"
    case .isText(let action):
      "\(action) wants a key that types nothing, such as enter, tab or ctrl-k"
    case .isNeeded(let action): "\(action) wants a key"
    }
  }
}
