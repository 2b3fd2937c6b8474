/// Display width of text, truncation and padding.
public enum TextWidth {
  /// The alignment of text in a wider column.
  public enum Alignment: Hashable, Sendable {
    case left
    case center
    case right
  }

  /// The width of a text in columns when it is drawn, which means sanitized.
  public static func displayWidth(of text: String) -> Int {
    if isPlain(text) { return text.utf8.count }
    var glyphs = Glyphs()
    var width = 0
    for character in text {
      glyphs.read(character)
      width += glyphs.width
    }
    return width
  }

  /// The width of a character in columns when it is drawn; 0 if it is stripped.
  public static func displayWidth(of character: Character) -> Int {
    var glyphs = Glyphs()
    glyphs.read(character)
    return glyphs.width
  }

  /// The text made safe for a terminal: one line, without control characters, invisible characters and emoji
  /// sequences.
  public static func sanitized(_ text: String) -> String {
    if isPlain(text) { return text }
    var glyphs = Glyphs()
    var result = ""
    for character in text {
      glyphs.read(character)
      for glyph in glyphs.found { result.append(glyph.text) }
    }
    return result
  }

  /// The sanitized text, truncated with an ellipsis to a number of columns.
  public static func truncated(
    _ text: String, to columns: Int, ellipsis: String = "…"
  ) -> String {
    if isPlain(text) && text.utf8.count <= columns { return text }
    guard displayWidth(of: text) > columns else { return sanitized(text) }
    let sign = prefix(ellipsis, columns: columns)
    return prefix(text, columns: columns - displayWidth(of: sign)) + sign
  }

  /// The sanitized text in exactly this many columns: truncated with an ellipsis, or padded with blanks.
  public static func padded(
    _ text: String, to columns: Int, alignment: Alignment = .left, ellipsis: String = "…"
  ) -> String {
    let cut = truncated(text, to: columns, ellipsis: ellipsis)
    let missing = max(0, columns - displayWidth(of: cut))
    let before = blanksBefore(missing, alignment)
    return String(repeating: " ", count: before) + cut
      + String(repeating: " ", count: missing - before)
  }

  /// The longest prefix of the sanitized text that fits, without splitting a character.
  public static func prefix(_ text: String, columns: Int) -> String {
    if isPlain(text) { return String(text.prefix(max(0, columns))) }
    var glyphs = Glyphs()
    var result = ""
    var room = columns
    for character in text {
      glyphs.read(character)
      room -= glyphs.width
      if room < 0 { break }
      for glyph in glyphs.found { result.append(glyph.text) }
    }
    return result
  }

  /// Whether the text is printable ASCII, where bytes, characters and columns are the same.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// The number of missing columns that are blank before the text.
  static func blanksBefore(_ missing: Int, _ alignment: Alignment) -> Int {
    switch alignment {
    case .left: 0
    case .center: missing / 2
    case .right: missing
    }
  }
}

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
