/// Removes the style codes from the output of ncurses that change nothing visible.
///
/// ncurses sends both colors when one of them changes, resets all attributes to end one, and sets the color of the text
/// before blanks. Here a style is sent when a character needs it, and only the parts that differ. The codes are those of
/// ECMA-48, 8.3.117 (select graphic rendition), with the colors of xterm.
struct StyleFilter {
  private struct Style: Equatable {
    var foreground = Color.defaultForeground
    var background = Color.defaultBackground
    var attributes: Attributes = []
  }

  /// Bold, dim, italic, underlined, blinking and reverse: a bit for the code of each.
  private struct Attributes: OptionSet {
    let rawValue: UInt8

    static let weight: Self = [.code(1), .code(2)]
    /// The attributes of which a blank shows the color of the text.
    static let visibleOnBlanks: Self = [.code(4), .code(7)]

    static func code(_ code: Int) -> Self { Self(rawValue: 1 << code) }

    /// The codes in ascending order.
    var codes: some Sequence<Int> { (1...7).lazy.filter { contains(.code($0)) } }
  }

  /// The index of the codes of a color.
  private struct Color: Equatable {
    let index: Int

    static let defaultForeground = Self(index: 0)
    static let defaultBackground = Self(index: 1)
  }

  /// The codes of all colors so far.
  private var colors = [Array("39".utf8), Array("49".utf8)]
  /// The style of the next character.
  private var wanted = Style()
  /// The style that the terminal has; nil if it is unknown.
  private var actual: Style?
  /// Whether the terminal has the ASCII character set.
  private var hasASCII = false
  private var output: [UInt8] = []

  /// Assumes that ncurses has reset the style, and nothing about the terminal.
  mutating func reset() { self = StyleFilter() }

  /// The shortest equivalent of an output, which ends with complete sequences.
  mutating func filter(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    var rest = bytes[...]
    while let byte = rest.first {
      switch byte {
      case Self.escape: rest = readSequence(rest)
      case Self.blank: rest = write(rest, isBlank: true) { $0 == Self.blank }
      case ..<Self.blank:
        output.append(byte)
        rest = rest.dropFirst()
      default: rest = write(rest, isBlank: false) { $0 > Self.blank }
      }
    }
    return output
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private static let escape: UInt8 = 0x1B
  private static let blank: UInt8 = 0x20
  /// The final bytes of the sequences that fill cells with the background.
  private static let filling = Set("@JKLMPSTX".utf8)

  /// Writes the first characters that satisfy a condition, and returns the rest.
  private mutating func write(
    _ bytes: Bytes, isBlank: Bool, while isIncluded: (UInt8) -> Bool
  ) -> Bytes {
    sendStyle(forBlank: isBlank)
    let rest = bytes.drop(while: isIncluded)
    output += bytes[..<rest.startIndex]
    return rest
  }

  /// Reads the sequence at the start, and returns the rest.
  private mutating func readSequence(_ bytes: Bytes) -> Bytes {
    let kind = bytes.dropFirst().first
    guard kind == UInt8(ascii: "[") else {
      let rest = bytes.dropFirst(kind == UInt8(ascii: "(") ? 3 : 2)
      let isASCII = bytes[..<rest.startIndex].elementsEqual(Self.ascii)
      if !isASCII || !hasASCII { output += bytes[..<rest.startIndex] }
      if kind == UInt8(ascii: "(") { hasASCII = isASCII }
      return rest
    }
    let parameters = bytes.dropFirst(2).prefix { $0 < 0x40 }
    let end = parameters.endIndex
    guard end < bytes.endIndex else {
      output += bytes
      return bytes[end...]
    }
    let rest = bytes[(end + 1)...]
    if bytes[end] == UInt8(ascii: "m"), read(parameters) { return rest }
    if Self.filling.contains(bytes[end]) { sendStyle(forBlank: true) }
    output += bytes[..<rest.startIndex]
    return rest
  }

  private static let ascii = Array("\u{1B}(B".utf8)

  /// Reads the codes of a style; returns false, with an unknown style of the terminal, if one is unknown.
  private mutating func read(_ parameters: Bytes) -> Bool {
    var style = wanted
    var rest: Bytes? = parameters
    while let text = Self.popCode(&rest) {
      let code = Self.number(text)
      switch code {
      case 0: style = Style()
      case 1, 2, 3, 4, 5, 7: style.attributes.insert(.code(code))
      case 22: style.attributes.subtract(.weight)
      case 23, 24, 25, 27: style.attributes.remove(.code(code - 20))
      case 38: style.foreground = color(text, &rest)
      case 48: style.background = color(text, &rest)
      case 30...39, 90...97: style.foreground = color(text)
      case 40...49, 100...107: style.background = color(text)
      default:
        sendStyle(forBlank: false)
        actual = nil
        return false
      }
    }
    wanted = style
    return true
  }

  private static let semicolon = UInt8(ascii: ";")

  /// Removes and returns the text before the first semicolon; nil is left after the last one.
  private static func popCode(_ codes: inout Bytes?) -> Bytes? {
    guard let bytes = codes else { return nil }
    let code = bytes.prefix { $0 != semicolon }
    codes = code.endIndex < bytes.endIndex ? bytes[(code.endIndex + 1)...] : nil
    return code
  }

  /// The number of a code, before the first colon.
  private static func number(_ text: Bytes) -> Int {
    text.prefix { $0 != UInt8(ascii: ":") }.reduce(0) { min($0, 1000) * 10 + Int($1) - 0x30 }
  }

  /// A color that begins with a code, with the codes after it: `38;5;1`, `38;2;1;2;3` or `38:2::1:2:3`.
  private mutating func color(_ text: Bytes, _ rest: inout Bytes?) -> Color {
    guard !text.contains(UInt8(ascii: ":")) else { return color(text) }
    var color = text
    var next = rest
    let count = Self.popCode(&next).map(Self.number) == 5 ? 2 : 4
    for _ in 0..<count {
      guard let code = Self.popCode(&rest) else { break }
      color = Bytes(base: text.base, bounds: text.startIndex..<code.endIndex)
    }
    return self.color(color)
  }

  private mutating func color(_ codes: Bytes) -> Color {
    if let index = colors.firstIndex(where: { $0.elementsEqual(codes) }) {
      return Color(index: index)
    }
    colors.append(Array(codes))
    return Color(index: colors.count - 1)
  }

  /// Sends what differs between the styles of the terminal and of the next character; a blank shows its background,
  /// and in reverse or underlined all of its style.
  private mutating func sendStyle(forBlank isBlank: Bool) {
    guard wanted != actual else { return }
    let start = output.count
    if actual == nil { send(0, after: start) }
    var style = actual ?? Style()
    let attributes = wanted.attributes.union(style.attributes)
    if !isBlank || !attributes.isDisjoint(with: .visibleOnBlanks) {
      sendChanges(from: style.attributes, after: start)
      style.attributes = wanted.attributes
      if style.foreground != wanted.foreground { send(wanted.foreground, after: start) }
      style.foreground = wanted.foreground
    }
    if style.background != wanted.background { send(wanted.background, after: start) }
    style.background = wanted.background
    actual = style
    if output.count > start { output.append(UInt8(ascii: "m")) }
  }

  /// Sends the codes that change attributes.
  private mutating func sendChanges(from old: Attributes, after start: Int) {
    let new = wanted.attributes
    let ended = old.subtracting(new)
    // Bold and dim end together.
    let endsWeight = !ended.isDisjoint(with: .weight)
    if endsWeight { send(22, after: start) }
    for code in ended.subtracting(.weight).codes { send(code + 20, after: start) }
    let kept = endsWeight ? old.subtracting(.weight) : old
    for code in new.subtracting(kept).codes { send(code, after: start) }
  }

  private mutating func send(_ code: Int, after start: Int) {
    beginCode(after: start)
    output += String(code).utf8
  }

  private mutating func send(_ color: Color, after start: Int) {
    beginCode(after: start)
    output += colors[color.index]
  }

  /// Begins a sequence at a position of the output, or separates a code from those before it.
  private mutating func beginCode(after start: Int) {
    if output.count == start {
      output += [Self.escape, UInt8(ascii: "[")]
    } else {
      output.append(Self.semicolon)
    }
  }
}
