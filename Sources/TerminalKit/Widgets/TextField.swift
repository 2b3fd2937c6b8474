/// A line of text that is being typed.
package struct TextField: Hashable {
  package private(set) var text: String
  /// How many characters stand before the cursor.
  package private(set) var position: Int
  /// Whether what is typed first takes the place of the text, which was only proposed.
  package private(set) var isProposal = false

  /// The most characters that it takes; what is beyond is dropped.
  package static let limit = 4096

  /// A field with the cursor behind its text.
  package init(_ text: String = "") {
    self.text = text
    position = text.count
  }

  /// A field whose text is only proposed: it can be changed, taken as it is, or typed over.
  package static func proposing(_ text: String) -> TextField {
    var field = TextField(text)
    field.isProposal = !text.isEmpty
    return field
  }

  /// Edits the text; false when the key is no editing key.
  package mutating func handle(_ key: KeyPress) -> Bool {
    let wasProposal = isProposal
    guard edit(key) else { return false }
    if wasProposal, key == KeyPress(.backspace) { self = TextField() }
    isProposal = false
    return true
  }

  private mutating func edit(_ key: KeyPress) -> Bool {
    if let character = key.typed {
      insert(String(character))
      return true
    }
    switch key {
    case KeyPress(.backspace): removeBefore(1)
    case KeyPress(.delete), .ctrl("d"): removeBehind(1)
    case KeyPress(.left), .ctrl("b"): position = max(0, position - 1)
    case KeyPress(.right), .ctrl("f"): position = min(text.count, position + 1)
    case KeyPress(.home), .ctrl("a"): position = 0
    case KeyPress(.end), .ctrl("e"): position = text.count
    case .ctrl("u"): removeBefore(position)
    case .ctrl("k"): text = String(text.prefix(position))
    case .ctrl("w"), KeyPress(.backspace, modifiers: .alt): removeBefore(lengthOfWordBefore)
    case .alt("b"): position -= lengthOfWordBefore
    case .alt("f"): position += lengthOfWordBehind
    case .alt("d"): removeBehind(lengthOfWordBehind)
    default: return false
    }
    return true
  }

  /// Puts text where the cursor is, as one line without controls.
  package mutating func insert(_ addition: String) {
    if isProposal { self = TextField() }
    let line = TextWidth.sanitized(addition).prefix(max(0, Self.limit - text.count))
    let before = text.prefix(position) + line
    text = before + String(text.dropFirst(position))
    position = before.count
  }

  /// How many columns of the text are left of what is drawn in so many columns.
  package func hiddenColumns(in columns: Int) -> Int {
    TextWidth.displayWidth(of: String(text.prefix(position)))
      - TextWidth.displayWidth(of: String(visible(in: columns)))
  }

  /// The text before the cursor, as far as it has room.
  private func visible(in columns: Int) -> Substring {
    var visible = text.prefix(position).suffix(max(0, columns))
    while TextWidth.displayWidth(of: String(visible)) >= columns, !visible.isEmpty {
      visible.removeFirst()
    }
    return visible
  }

  /// Draws the end of the text that has room, and tells where the cursor is.
  package func draw(on canvas: inout Canvas, at point: Point, columns: Int, style: Style) -> Point {
    let visible = visible(in: columns)
    let before = TextWidth.displayWidth(of: String(visible))
    let all = String(visible) + text.dropFirst(position)
    canvas.write(
      TextWidth.prefix(all, columns: columns), at: point,
      style: isProposal ? style.adding(.reverse) : style)
    return point.moved(columns: before)
  }

  private mutating func removeBefore(_ count: Int) {
    let start = max(0, position - count)
    text = String(text.prefix(start) + text.dropFirst(position))
    position = start
  }

  private mutating func removeBehind(_ count: Int) {
    text = String(text.prefix(position) + text.dropFirst(position + count))
  }

  private var lengthOfWordBefore: Int { Self.lengthOfWord(text.prefix(position).reversed()) }
  private var lengthOfWordBehind: Int { Self.lengthOfWord(text.dropFirst(position)) }

  /// The characters of the first word, with the blanks before it.
  private static func lengthOfWord(_ characters: some Collection<Character>) -> Int {
    let blanks = characters.prefix { $0.isWhitespace }.count
    return blanks + characters.dropFirst(blanks).prefix { !$0.isWhitespace }.count
  }
}
