import TerminalKit

/// The keys of the finder as a table, for documents.
public nonisolated struct KeyTable: Hashable, Sendable {
  /// A group of actions.
  public struct Part: Hashable, Sendable {
    /// The title of the group.
    public let title: String
    /// The actions.
    public let rows: [Row]
  }

  /// An action.
  public struct Row: Hashable, Sendable {
    /// The keys by their names in the config file, the main one first.
    public let keys: [String]
    /// The description of the action.
    public let title: String
    /// The screens that offer the action.
    public let screen: String
    /// The name of the action in the config file.
    public let name: String
  }

  /// The groups of all actions.
  public let parts: [Part]

  /// The default keys, in English.
  @MainActor public static var standard: KeyTable { KeyTable(.standard, Strings()) }

  @MainActor init(_ keymap: Keymap, _ strings: Strings) {
    parts = ActionGroup.allCases.map { group in
      Part(
        title: strings.title(of: group),
        rows: Action.allCases.filter {
          $0.group == group
            && ($0.binding == $0 || strings.title(of: $0) != strings.title(of: $0.binding))
        }.map { Row($0, keymap, strings) })
    }
  }
}

extension KeyTable.Row {
  @MainActor init(_ action: Action, _ keymap: Keymap, _ strings: Strings) {
    keys = keymap.keys(for: action).map(\.description)
    title = strings.title(of: action)
    screen = action.screen
    name = action.binding.rawValue
  }
}

extension Action {
  /// The screens that offer the action.
  fileprivate nonisolated var screen: String {
    let contexts = KeyContext.allCases.filter { $0.actions.contains(self) }
    let names = contexts.map(\.screen).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    switch contexts.count {
    case KeyContext.allCases.count: return "all"
    case 9...: return "all lists"
    default: return names.joined(separator: ", ")
    }
  }
}

extension KeyContext {
  /// The name of the screen in documents.
  fileprivate nonisolated var screen: String {
    switch self {
    case .list, .search: "list"
    case .filter, .filterField: "filter"
    case .detail: "details"
    case .map: "map"
    case .menu, .typedMenu: "menus"
    case .prompt, .path, .location, .progress, .question: "dialogs"
    case .statistics: "statistics"
    case .explanation: "explain query"
    case .crawl: "crawl"
    case .help: "help"
    }
  }
}
