/// The screen of a terminal: its rows, without trailing blanks.
struct Screen: Equatable, CustomStringConvertible {
  let rows: [String]

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    rows = lines.dropLast().map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Whether a row holds the text.
  func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  /// The rows that hold the text.
  func rows(with text: String) -> [String] { rows.filter { $0.contains(text) } }

  var description: String { rows.joined(separator: "\n") }
}
