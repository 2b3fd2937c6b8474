import JSONStream

/// A list of texts in one cell of a CSV file: `[a, b]`, `['a', 'b']`, `['a' 'b']`, `["a", "b"]`, or `[a, 'b, c']` with
/// quotes where they are needed.
enum BracketedList {
  /// The outermost categories of the open data set, with which each path of a label begins.
  private static let roots: [StaticString] = [
    "Arts and Entertainment", "Business and Professional Services", "Community and Government",
    "Dining and Drinking", "Event", "Health and Medicine", "Landmarks and Outdoors", "Retail",
    "Sports and Recreation", "Travel and Transportation",
  ]

  /// The items without quotes, nil for missing ones; in a text without brackets they are between semicolons or bars.
  ///
  /// In a list without quotes, items may hold commas, as in "Dining and Drinking > Cafe, Coffee, and Tea House": then
  /// only a comma before an outermost category separates, or, when there is none of those, one
  /// before a path.
  static func items(_ text: TextSlice, in arena: inout TextArena) -> [TextSlice?] {
    let text = text.trimmed
    guard let inner = inner(text) else { return joined(text) }
    return (quoted(inner, in: &arena) ?? bare(inner)).map { isMissing($0) ? nil : $0 }
  }

  private static func joined(_ text: TextSlice) -> [TextSlice] {
    text.bytes.split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "|") }
      .map { part in
        TextSlice(start: text.start + part.startIndex, count: part.count).trimmed
      }
      .filter { $0.count > 0 }
  }

  /// What is between the brackets of a list, or the braces of PostgreSQL; nil for a text without them.
  private static func inner(_ text: TextSlice) -> TextSlice? {
    for (begin, end) in [
      ("[", "]"), ("{", "}"), ("array([", "], dtype=object)"), ("WrappedArray(", ")"),
    ]
    where text.count >= begin.utf8.count + end.utf8.count
      && text.bytes.starts(with: begin.utf8)
      && text.bytes.suffix(end.utf8.count).elementsEqual(end.utf8)
    {
      let length = text.count - begin.utf8.count - end.utf8.count
      return TextSlice(start: text.start + begin.utf8.count, count: length).trimmed
    }
    return nil
  }

  /// Whether an item is blank, or a missing value of SQL, Python or JSON.
  private static func isMissing(_ item: TextSlice) -> Bool {
    item.isBlank || MissingWord.matches(item)
  }

  /// The items of a list in which some are quoted, so that the others hold no commas; nil for a list without quotes.
  private static func quoted(_ text: TextSlice, in arena: inout TextArena) -> [TextSlice]? {
    var items: [TextSlice] = []
    var (index, hasQuotes) = (0, false)
    /// The quotes that do not occur as closing ones in the rest, so that they are not searched for again.
    var unclosed: Set<UInt8> = []
    while index < text.count {
      guard text.start[index] > 0x20, text.start[index] != Byte.comma else {
        index += 1
        continue
      }
      let end: Int
      let mark = text.start[index]
      let quote = unclosed.contains(mark) ? nil : closingQuote(text, after: index)
      if let quote {
        items.append(unescaped(slice(text, index + 1, quote), in: &arena))
        (end, hasQuotes) = (quote + 1, true)
      } else {
        if isQuote(mark) { unclosed.insert(mark) }
        end = text.bytes[index...].firstIndex(of: Byte.comma) ?? text.count
        items.append(slice(text, index, end).trimmed)
      }
      index = end
    }
    return hasQuotes ? items : nil
  }

  private static func slice(_ text: TextSlice, _ start: Int, _ end: Int) -> TextSlice {
    TextSlice(start: text.start + start, count: end - start)
  }

  /// The end of the item whose opening quote is at an index; nil for an item without quotes.
  private static func closingQuote(_ text: TextSlice, after start: Int) -> Int? {
    let mark = text.start[start]
    guard isQuote(mark) else { return nil }
    var index = start + 1
    while index < text.count, !closes(text, index, mark) {
      index += isEscape(text, index) ? 2 : 1
    }
    return index < text.count ? index : nil
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == Byte.quote || byte == UInt8(ascii: "'")
  }

  /// Whether a backslash is before a quote or another backslash.
  private static func isEscape(_ text: TextSlice, _ index: Int) -> Bool {
    guard text.start[index] == Byte.backslash, index + 1 < text.count else { return false }
    return isQuote(text.start[index + 1]) || text.start[index + 1] == Byte.backslash
  }

  private static func unescaped(_ text: TextSlice, in arena: inout TextArena) -> TextSlice {
    guard text.contains(Byte.backslash) else { return text }
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      if isEscape(text, index) { index += 1 }
      bytes.append(text.start[index])
      index += 1
    }
    return arena.copy(bytes)
  }

  /// A quote ends an item if the end of the list, a comma or a spaced quote follows: of the same kind, or of the other one
  /// that begins an item.
  private static func closes(_ text: TextSlice, _ index: Int, _ mark: UInt8) -> Bool {
    guard text.start[index] == mark else { return false }
    var next = index + 1
    while next < text.count, text.start[next] <= 0x20 { next += 1 }
    if next == text.count || text.start[next] == Byte.comma { return true }
    return next > index + 1 && isQuote(text.start[next])
  }

  private static func bare(_ text: TextSlice) -> [TextSlice] {
    let parts = commaParts(text)
    let hasRoots = parts.contains(where: beginsWithRoot)
    let hasPaths = parts.contains { $0.contains(UInt8(ascii: ">")) }
    var items: [TextSlice] = []
    for part in parts {
      let begins = hasRoots ? beginsWithRoot(part) : !hasPaths || beginsPath(part)
      if let last = items.last, !begins {
        items[items.count - 1] = joined(last, part)
      } else {
        items.append(part)
      }
    }
    return items.map(\.trimmed).filter { $0.count > 0 }
  }

  private static func beginsWithRoot(_ part: TextSlice) -> Bool {
    let step = firstStep(part)
    return roots.contains { step.equals($0) }
  }

  private static func beginsPath(_ part: TextSlice) -> Bool {
    let step = firstStep(part)
    return step.count < part.trimmed.count && !step.string.hasPrefix("and ")
  }

  private static func firstStep(_ part: TextSlice) -> TextSlice {
    let end = part.bytes.firstIndex(of: UInt8(ascii: ">")) ?? part.count
    return TextSlice(start: part.start, count: end).trimmed
  }

  private static func commaParts(_ text: TextSlice) -> [TextSlice] {
    text.bytes.split(separator: Byte.comma).compactMap { part in
      UnsafeBufferPointer(rebasing: part).baseAddress.map {
        TextSlice(start: $0, count: part.count)
      }
    }
  }

  /// Two neighbors and what lies between them.
  private static func joined(_ first: TextSlice, _ second: TextSlice) -> TextSlice {
    TextSlice(start: first.start, count: second.start - first.start + second.count)
  }
}

/// A list of texts in one cell: joined with `; `, with a backslash before each `;` and `\` of a text.
enum JoinedTexts {
  /// All that is between the marks, empty or not; texts with backslashes are copied without them.
  static func split(_ joined: TextSlice, in arena: inout TextArena) -> [TextSlice] {
    var texts: [TextSlice] = []
    var (start, index, isEscaped) = (0, 0, false)
    while index <= joined.count {
      if index == joined.count || joined.start[index] == UInt8(ascii: ";") {
        let text = TextSlice(start: joined.start + start, count: index - start)
        texts.append(isEscaped ? unescaped(text, in: &arena) : text)
        start = index + 1
        if start < joined.count, joined.start[start] == UInt8(ascii: " ") { start += 1 }
        (index, isEscaped) = (start, false)
      } else if joined.start[index] == Byte.backslash {
        isEscaped = true
        index = min(index + 2, joined.count)
      } else {
        index += 1
      }
    }
    return texts
  }

  private static func unescaped(_ text: TextSlice, in arena: inout TextArena) -> TextSlice {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.bytes {
      if byte == Byte.backslash, !isEscaped {
        isEscaped = true
      } else {
        bytes.append(byte)
        isEscaped = false
      }
    }
    return arena.copy(bytes)
  }
}
