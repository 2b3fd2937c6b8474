import Terminal

/// The keys as a document, made from the table of keys.
enum KeysDocument {
  /// All actions with their names in the config file, by groups.
  static func markdown(_ keymap: Keymap, look: Look) -> String {
    let parts = ActionGroup.allCases.map { group in
      part(
        look.strings.title(of: group), Action.allCases.filter { $0.group == group }, keymap, look)
    }
    return """
      # Keys

      Made from the program's own table of keys: a test compares the two. The last column is the name
      of the action in the config file.

      """ + parts.joined()
  }

  private static func part(
    _ title: String, _ actions: [Action], _ keymap: Keymap, _ look: Look
  ) -> String {
    let rows = actions.map { action in
      let keys = keymap.keys(for: action).map { "`\($0.description)`" }.joined(separator: " ")
      return "| \(keys) | \(look.strings.title(of: action)) | `\(action.rawValue)` |\n"
    }
    return "\n## \(title)\n\n| keys | what they do | name |\n|---|---|---|\n" + rows.joined()
  }
}
