/// A list of names in one cell: joined with `; `, with a backslash before each `;` and `\` of a name.
enum JoinedNames {
  static func split(_ text: String) -> [String] {
    var names: [String] = []
    var name = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        name.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == ";" {
        names.append(name)
        name = ""
      } else if character != " " || !name.isEmpty {
        name.append(character)
      }
    }
    return (names + [name]).filter { !$0.isEmpty }
  }
}
