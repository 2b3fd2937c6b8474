/// What a line asks of the plain finder.
enum PlainCommand: Hashable {
  /// A choice among what was told, from 1.
  case number(Int)
  /// A word, and the text behind it.
  case word(PlainWord, String)

  /// Reads a line: a number, or a word with its text; the empty line asks for more. nil for anything
  /// else.
  init?(_ line: String, _ strings: any Strings) {
    if let number = Int(line) {
      self = .number(number)
      return
    }
    let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let name = parts.first?.lowercased() else {
      self = .word(.more, "")
      return
    }
    let text = parts.count > 1 ? String(parts[1]) : ""
    guard let word = PlainWord.allCases.first(where: { $0.names(in: strings).contains(name) }),
      text.isEmpty || word.takesText
    else { return nil }
    self = .word(word, text)
  }
}
