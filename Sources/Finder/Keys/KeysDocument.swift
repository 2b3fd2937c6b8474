/// The keys as Markdown, made from the table of keys.
enum KeysDocument {
  /// All actions with their names in the config file, by groups.
  static func markdown(_ table: KeyTable) -> String {
    """
    # Keys

    Made from the program's own table of keys: a test compares the two. The last column is the name
    of the action in the config file.

    """ + table.parts.map(part).joined()
  }

  /// The keys to begin with.
  static func brief(_ keymap: Keymap, _ strings: Strings) -> String {
    let rows = Action.primary.map { KeyTable.Row($0, keymap, strings) }
    return "| keys | what they do |\n|---|---|\n"
      + rows.map { "| \(keys($0)) | \($0.title) |\n" }.joined()
  }

  private static func part(_ part: KeyTable.Part) -> String {
    let rows = part.rows.map { "| \(keys($0)) | \($0.title) | `\($0.name)` |\n" }
    return "\n## \(part.title)\n\n| keys | what they do | name |\n|---|---|---|\n" + rows.joined()
  }

  private static func keys(_ row: KeyTable.Row) -> String {
    row.keys.map { "`\($0)`" }.joined(separator: " ")
  }
}

extension Action {
  /// What a newcomer needs.
  fileprivate static let primary: [Action] = [
    .filter, .search, .sort, .open, .map, .place, .numbers, .mark, .favorite, .note, .undo,
    .undoView, .savedFilters,
    .importFile, .exportFile, .palette, .help, .quit,
  ]
}
