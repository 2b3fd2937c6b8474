/// Line wrapping.
package enum TextWrap {
  /// Wraps text between words; only words that are wider than a line are split.
  package static func lines(_ text: String, columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd).flatMap {
      paragraph($0, columns: columns)
    }
  }

  private static func isLineEnd(_ character: Character) -> Bool {
    character == "\n" || character == "\r\n" || character == "\r"
  }

  private static func paragraph(_ text: Substring, columns: Int) -> [String] {
    var lines = [""]
    for word in text.split(whereSeparator: \.isWhitespace) {
      for piece in pieces(of: TextWidth.sanitized(String(word)), columns: columns) {
        add(piece, to: &lines, columns: columns)
      }
    }
    return lines
  }

  private static func add(_ word: String, to lines: inout [String], columns: Int) {
    let last = lines.count - 1
    let joined = lines[last].isEmpty ? word : lines[last] + " " + word
    if TextWidth.displayWidth(of: joined) <= columns {
      lines[last] = joined
    } else {
      lines.append(word)
    }
  }

  private static func pieces(of word: String, columns: Int) -> [String] {
    var pieces: [String] = []
    var rest = Substring(word)
    while TextWidth.displayWidth(of: String(rest)) > columns {
      let piece = TextWidth.prefix(String(rest), columns: columns)
      guard !piece.isEmpty else { return pieces }
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces + [String(rest)]
  }
}
