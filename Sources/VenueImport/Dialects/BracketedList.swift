import JSONStream

/// A list of texts in one cell of a CSV file: `[a, b]`, `['a', 'b']`, `['a' 'b']` or `["a", "b"]`.
enum BracketedList {
  /// The outermost categories of the open data set, with which each path of a label begins.
  private static let roots: [StaticString] = [
    "Arts and Entertainment", "Business and Professional Services", "Community and Government",
    "Dining and Drinking", "Event", "Health and Medicine", "Landmarks and Outdoors", "Retail",
    "Sports and Recreation", "Travel and Transportation",
  ]

  /// The items without quotes; a text without brackets is one item.
  ///
  /// Bare items may hold commas, as in "Dining and Drinking > Cafe, Coffee, and Tea House": then
  /// only a comma before an outermost category separates, or, when there is none of those, one
  /// before a path.
  static func items(_ text: TextSlice) -> [TextSlice] {
    let text = text.trimmed
    guard text.count >= 2, text.start[0] == Byte.openArray,
      text.start[text.count - 1] == Byte.closeArray
    else { return text.count == 0 ? [] : [text] }
    let inner = TextSlice(start: text.start + 1, count: text.count - 2).trimmed
    guard inner.count > 0 else { return [] }
    let mark = inner.start[0]
    return mark == UInt8(ascii: "'") || mark == Byte.quote ? quoted(inner) : bare(inner)
  }

  private static func quoted(_ text: TextSlice) -> [TextSlice] {
    var items: [TextSlice] = []
    var index = 0
    while index < text.count {
      let mark = text.start[index]
      guard mark == UInt8(ascii: "'") || mark == Byte.quote else {
        index += 1
        continue
      }
      let start = index + 1
      index = start
      while index < text.count, !closes(text, index, mark) { index += 1 }
      items.append(TextSlice(start: text.start + start, count: index - start))
      index += 1
    }
    return items.filter { !$0.isBlank }
  }

  /// A quote ends an item if the end of the list, a comma or a spaced quote follows: of the same kind, or of the other one
  /// that begins an item.
  private static func closes(_ text: TextSlice, _ index: Int, _ mark: UInt8) -> Bool {
    guard text.start[index] == mark else { return false }
    var next = index + 1
    while next < text.count, text.start[next] <= 0x20 { next += 1 }
    if next == text.count || text.start[next] == Byte.comma { return true }
    return next > index + 1
      && (text.start[next] == Byte.quote || text.start[next] == UInt8(ascii: "'"))
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
