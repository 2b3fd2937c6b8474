import TerminalKit

/// The keys of the finder as a table, for documents.
public nonisolated struct KeyTable: Hashable, Sendable {
  /// A group of actions.
  public struct Part: Hashable, Sendable {
    /// What the actions have in common.
    public let title: String
    /// The actions.
    public let rows: [Row]
  }

  /// An action.
  public struct Row: Hashable, Sendable {
    /// The keys as the config file names them, the one to show first.
    public let keys: [String]
    /// What the keys do.
    public let title: String
    /// The name of the action in the config file.
    public let name: String
  }

  /// The groups of all actions.
  public let parts: [Part]

  /// The keys as they are without a config file, in English.
  @MainActor public static var standard: KeyTable { KeyTable(.standard, Strings()) }

  @MainActor init(_ keymap: Keymap, _ strings: Strings) {
    parts = ActionGroup.allCases.map { group in
      Part(
        title: strings.title(of: group),
        rows: Action.allCases.filter { $0.group == group }.map { Row($0, keymap, strings) })
    }
  }
}

extension KeyTable.Row {
  @MainActor init(_ action: Action, _ keymap: Keymap, _ strings: Strings) {
    keys = keymap.keys(for: action).map(\.description)
    title = strings.title(of: action)
    name = action.rawValue
  }
}
