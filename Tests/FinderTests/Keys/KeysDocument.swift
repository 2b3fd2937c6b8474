import TerminalKit

@testable import Finder

/// The keys as Markdown, made from the table of keys.
enum KeysDocument {
  /// All actions with their names in the config file, by groups.
  static func markdown(_ table: KeyTable) -> String {
    """
    # Keys

    Generated from the program's key bindings. The last column is the name of the action in the `[keys]`
    table of the config file. There, `[]` disables an action, except `back`, `cancel`, `close`,
    `dismiss` and `quit-at-once`, which leave a screen.

    """ + table.parts.map(part).joined()
  }

  /// The keys to begin with.
  @MainActor static func brief(_ keymap: Keymap, _ strings: Strings) -> String {
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
  /// The actions for new users.
  fileprivate static let primary: [Action] = [
    .filter, .search, .sort, .open, .map, .location, .statistics, .select, .favorite, .note, .undo,
    .undoView, .savedFilters,
    .importFile, .exportFile, .palette, .help, .quit,
  ]
}
