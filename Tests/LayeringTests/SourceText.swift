/// A Swift file cut into its code and its string literals; comments are dropped.
///
/// Good enough to find imports and literals; a quote in a bare regex literal ends with its line.
struct SourceText {
  /// The file line by line, without comments and without what the literals hold.
  private(set) var code = ""
  private(set) var literals: [Literal] = []

  /// The unescaped text between the quotes, without interpolations.
  struct Literal: Equatable {
    var text: String
    /// 1-based, of the opening quote.
    var line: Int
  }

  private var rest: Substring
  private var line = 1

  init(_ source: String) {
    rest = source[...]
    readCode(until: nil)
  }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  private mutating func readCode(until end: Character?) {
    var depth = 0
    while let character = rest.first {
      if rest.hasPrefix("//") {
        skipLineComment()
      } else if rest.hasPrefix("/*") {
        skipBlockComment()
      } else if let delimiter = openingDelimiter() {
        readLiteral(delimiter)
      } else {
        if character == end, depth == 0 { return }
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        code.append(take())
      }
    }
  }

  private mutating func skipLineComment() {
    rest = rest.drop { !$0.isNewline }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if rest.hasPrefix("/*") {
        depth += 1
        rest.removeFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest.removeFirst(2)
      } else if take().isNewline {
        code.append("\n")
      }
    } while depth > 0 && !rest.isEmpty
    code.append(" ")
  }

  /// The delimiter of the literal that starts here; nil for none.
  private func openingDelimiter() -> Delimiter? {
    let hashes = String(rest.prefix { $0 == "#" })
    let quotes = rest.dropFirst(hashes.count)
    if quotes.hasPrefix("\"\"\"") { return Delimiter(quotes: "\"\"\"", hashes: hashes) }
    return quotes.hasPrefix("\"") ? Delimiter(quotes: "\"", hashes: hashes) : nil
  }

  private mutating func readLiteral(_ delimiter: Delimiter) {
    var literal = Literal(text: "", line: line)
    rest.removeFirst(delimiter.start.count)
    code.append("\"\"")
    while let character = rest.first, !rest.hasPrefix(delimiter.end) {
      if character.isNewline && !delimiter.isMultiline { break }
      if rest.hasPrefix(delimiter.escape + "(") {
        rest.removeFirst(delimiter.escape.count + 1)
        readCode(until: ")")
        rest = rest.dropFirst()
      } else if rest.hasPrefix(delimiter.escape) {
        rest.removeFirst(delimiter.escape.count)
        literal.text.append(contentsOf: rest.isEmpty ? "" : String(take()))
      } else {
        literal.text.append(take())
      }
    }
    if rest.hasPrefix(delimiter.end) { rest.removeFirst(delimiter.end.count) }
    literals.append(literal)
  }

  private mutating func take() -> Character {
    let character = rest.removeFirst()
    if character.isNewline { line += 1 }
    return character
  }

  private struct Delimiter {
    let quotes: String
    let hashes: String

    var start: String { hashes + quotes }
    var end: String { quotes + hashes }
    var escape: String { "\\" + hashes }
    var isMultiline: Bool { quotes.count == 3 }
  }
}
