/// A text field of one line.
package struct TextField: Hashable {
  package private(set) var text: String
  /// The number of characters before the cursor.
  package private(set) var position: Int
  /// Whether the text is a proposal, which the first typed character replaces.
  package private(set) var isProposal = false

  /// The maximum number of Unicode scalars; further ones are dropped.
  package static let limit = 1 << 20

  /// Creates a field with the cursor after its text, or after a number of characters.
  package init(_ text: String = "", position: Int? = nil) {
    self.text = text
    self.position = position ?? text.count
  }

  /// A field with a proposed text, which can be edited, accepted or replaced by typing.
  package static func proposing(_ text: String) -> TextField {
    var field = TextField(text)
    field.isProposal = !text.isEmpty
    return field
  }

  /// Edits the text; returns false if the key is not an editing key.
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
    case KeyPress(.delete), .ctrl("d"): removeAfter(1)
    case KeyPress(.left), .ctrl("b"): position = max(0, position - 1)
    case KeyPress(.right), .ctrl("f"): position = min(text.count, position + 1)
    case KeyPress(.home), .ctrl("a"): position = 0
    case KeyPress(.end), .ctrl("e"): position = text.count
    case .ctrl("u"): removeBefore(position)
    case .ctrl("k"): text = String(text.prefix(position))
    case .ctrl("w"), KeyPress(.backspace, modifiers: .alt): removeBefore(lengthOfWordBefore)
    case .alt("b"): position -= lengthOfWordBefore
    case .alt("f"): position += lengthOfWordAfter
    case .alt("d"): removeAfter(lengthOfWordAfter)
    default: return false
    }
    return true
  }

  /// Inserts text at the cursor as one line.
  ///
  /// It is stored unchanged but for unsafe characters: a typed combining mark joins the character before it.
  package mutating func insert(_ addition: String) {
    if isProposal { self = TextField() }
    let room = max(0, Self.limit - text.unicodeScalars.count)
    let line = TextWidth.singleLine(addition).unicodeScalars.prefix(room)
    let before = text.prefix(position) + String(line)
    text = before + String(text.dropFirst(position))
    position = before.count
  }

  /// The width of the text that is scrolled out at the left.
  package func hiddenColumns(in columns: Int) -> Int {
    TextWidth.displayWidth(of: String(text.prefix(position)))
      - TextWidth.displayWidth(of: String(visible(in: columns)))
  }

  /// The visible text before the cursor.
  private func visible(in columns: Int) -> Substring {
    var visible = text.prefix(position).suffix(max(0, columns))
    while TextWidth.displayWidth(of: String(visible)) >= columns, !visible.isEmpty {
      visible.removeFirst()
    }
    return visible
  }

  /// Draws the visible part of the text and returns the position of the cursor.
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

  private mutating func removeAfter(_ count: Int) {
    text = String(text.prefix(position) + text.dropFirst(position + count))
  }

  private var lengthOfWordBefore: Int { Self.lengthOfWord(text.prefix(position).reversed()) }
  private var lengthOfWordAfter: Int { Self.lengthOfWord(text.dropFirst(position)) }

  /// The length of the first word, including blanks before it.
  private static func lengthOfWord(_ characters: some Collection<Character>) -> Int {
    let blanks = characters.prefix { $0.isWhitespace }.count
    return blanks + characters.dropFirst(blanks).prefix { !$0.isWhitespace }.count
  }
}
