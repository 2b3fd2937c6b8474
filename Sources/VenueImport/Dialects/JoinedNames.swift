/// A list of names in one cell: joined with `; `, with a backslash before each `;` and `\` of a name.
enum JoinedNames {
  /// The names; empty ones are left out.
  static func split(_ text: String) -> [String] { cells(text).filter { !$0.isEmpty } }

  /// All that is between the marks, empty or not.
  static func cells(_ text: String) -> [String] {
    var cells: [String] = []
    var cell = String.UnicodeScalarView()
    var isEscaped = false
    var isStart = false
    for scalar in text.unicodeScalars {
      if isEscaped || (scalar != "\\" && scalar != ";" && !(isStart && scalar == " ")) {
        cell.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == ";" {
        cells.append(String(cell))
        cell.removeAll()
      }
      isStart = scalar == ";" && cell.isEmpty
    }
    return cells + [String(cell)]
  }
}
