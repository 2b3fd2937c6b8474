/// A list of texts in one cell of a CSV file: `[a, b]`, `['a', 'b']` or `["a", "b"]`.
enum BracketedList {
  /// The items without quotes; a text without brackets is one item.
  ///
  /// Bare items may hold commas, as in "Spa, Salon > Nails": a comma separates only before a quote,
  /// or, when no item is quoted, before the first step of a path or an identifier.
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

  /// A quote ends an item when the list ends or goes on after it.
  private static func closes(_ text: TextSlice, _ index: Int, _ mark: UInt8) -> Bool {
    guard text.start[index] == mark else { return false }
    var next = index + 1
    while next < text.count, text.start[next] == 0x20 { next += 1 }
    return next == text.count || text.start[next] == Byte.comma
  }

  private static func bare(_ text: TextSlice) -> [TextSlice] {
    var items: [TextSlice] = []
    for part in commaParts(text) {
      let isPath = part.contains(UInt8(ascii: ">"))
      if let last = items.last, !isPath, last.contains(UInt8(ascii: ">")) {
        items[items.count - 1] = joined(last, part)
      } else {
        items.append(part)
      }
    }
    return items.map(\.trimmed).filter { $0.count > 0 }
  }

  private static func commaParts(_ text: TextSlice) -> [TextSlice] {
    text.bytes.split(separator: Byte.comma).compactMap { part in
      UnsafeBufferPointer(rebasing: part).baseAddress.map {
        TextSlice(start: $0, count: part.count)
      }
    }
  }

  /// Two neighbours and what lies between them.
  private static func joined(_ first: TextSlice, _ second: TextSlice) -> TextSlice {
    TextSlice(start: first.start, count: second.start - first.start + second.count)
  }
}
