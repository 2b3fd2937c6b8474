import TerminalKit

/// The keys as Markdown, made from the table of keys.
enum KeysDocument {
  /// All actions with their names in the config file, by groups.
  static func markdown(_ table: KeyTable) -> String {
    """
    # Keys

    Generated from the program's key bindings. The last column is the name of the action in the `[keys]`
    table of the config file.

    """ + table.parts.map(part).joined()
  }

  /// The keys to begin with.
  static func brief(_ keymap: Keymap, _ strings: Strings) -> String {
    let rows = Action.primary.map { KeyTable.Row($0, keymap, strings) }
    return "| keys | action |\n|---|---|\n"
      + rows.map { "| \(keys($0)) | \($0.title) |\n" }.joined()
  }

  private static func part(_ part: KeyTable.Part) -> String {
    let rows = part.rows.map {
      "| \(keys($0)) | \($0.title) | \($0.screen) | `\($0.name)` |\n"
    }
    return "\n## \(part.title)\n\n| keys | action | screen | name |\n|---|---|---|---|\n"
      + rows.joined()
  }

  private static func keys(_ row: KeyTable.Row) -> String {
    row.keys.map { "`\($0)`" }.joined(separator: " ")
  }
}

extension Action {
  /// What a newcomer needs.
  fileprivate static let primary: [Action] = [
    .filter, .search, .sort, .open, .map, .location, .statistics, .select, .favorite, .note, .undo,
    .undoView, .savedFilters,
    .importFile, .exportFile, .palette, .help, .quit,
  ]
}

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
    /// The screens that offer the action.
    public let screen: String
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
        rows: Action.allCases.filter { $0.group == group && $0.binding == $0 }.map {
          Row($0, keymap, strings)
        })
    }
  }
}

extension KeyTable.Row {
  @MainActor init(_ action: Action, _ keymap: Keymap, _ strings: Strings) {
    keys = keymap.keys(for: action).map(\.description)
    title = strings.title(of: action)
    screen = action.screen
    name = action.rawValue
  }
}

extension Action {
  /// The screens that offer the action.
  fileprivate nonisolated var screen: String {
    switch self {
    case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last: "all lists"
    case .help, .redraw, .suspend, .quit, .quitAtOnce, .palette, .messages, .mouse, .theme: "all"
    case .open, .search, .sort, .clear, .clearSearch, .select, .selectRange, .selectAll,
      .clearSelection, .history, .undoView, .redoView, .sections, .columns, .bars, .detail, .jump,
      .lastFilter, .statistics, .leaveGroup, .location, .locationHere, .explain, .savedFilters,
      .importFile, .exportFile:
      "list"
    case .filter, .map, .favorite, .note, .delete, .undo, .redo, .copy, .copyJSON, .link:
      "list, details"
    case .keepSearch, .restoreSearch, .nextSection, .previousSection, .saveFilter: "list, filter"
    case .apply, .narrow, .widen, .complete, .applyAnyway: "filter"
    case .choose, .pick, .cancel: "filter, menus"
    case .next, .previous: "details, map"
    case .back: "details, statistics, help"
    case .close, .zoomIn, .zoomOut, .panLeft, .panRight, .panUp, .panDown, .showAll, .centerVenue,
      .centerYou, .shade, .openVenue:
      "map"
    case .openGroup, .chooseGrouping, .nextGrouping, .previousGrouping, .reverse: "statistics"
    case .remove, .narrower, .wider, .moveUp, .moveDown: "column and sort menus"
    case .forget: "saved filters"
    case .run: "palette"
    default: "dialogs"
    }
  }
}
