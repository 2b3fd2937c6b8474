extension Unicode.Scalar {
  /// Whether a terminal may interpret the character, or it changes the writing direction: control characters, line
  /// and paragraph separators, and marks, embeddings, overrides and isolates of bidirectional text.
  public var isUnsafe: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension TextWidth {
  /// JSON with all unsafe characters of its strings escaped.
  public static func escapedJSON(_ json: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      // Below a space there are only line breaks between the strings.
      guard scalar.isUnsafe, scalar.value >= 0x20 else {
        result.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
    }
    return String(result)
  }

  /// The text without unsafe characters, for the clipboard: where it is pasted, ESC could end the paste and start a
  /// command.
  public static func withoutUnsafe(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnsafe }))
  }

  /// The text without unsafe characters and with blanks for line ends and tabs, otherwise unchanged.
  public static func singleLine(_ text: String) -> String {
    isPlain(text) ? text : withoutUnsafe(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
  }
}
