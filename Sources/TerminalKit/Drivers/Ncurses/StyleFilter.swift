/// Removes the style codes from the output of ncurses that change nothing visible.
///
/// ncurses sends both colors when one of them changes, resets all attributes to end one, and sets the color of the text
/// before blanks. Here a style is sent when a character needs it, and only the parts that differ. The codes are those of
/// ECMA-48, 8.3.117 (select graphic rendition), with the colors of xterm.
struct StyleFilter {
  /// A style as its codes.
  private struct Style: Equatable {
    var foreground = Self.defaultForeground
    var background = Self.defaultBackground
    /// The codes of bold, dim, italic, underlined, blinking and reverse.
    var attributes: Set<Int> = []

    static let defaultForeground = Array("39".utf8)
    static let defaultBackground = Array("49".utf8)
  }

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
    var rest = parameters.split(separator: Self.semicolon, omittingEmptySubsequences: false)[...]
    while let text = rest.popFirst() {
      let code = Self.number(text)
      switch code {
      case 0: style = Style()
      case 1, 2, 3, 4, 5, 7: style.attributes.insert(code)
      case 22: style.attributes.subtract([1, 2])
      case 23, 24, 25, 27: style.attributes.remove(code - 20)
      case 38: style.foreground = Self.color(text, &rest)
      case 48: style.background = Self.color(text, &rest)
      case 30...39, 90...97: style.foreground = Array(text)
      case 40...49, 100...107: style.background = Array(text)
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

  /// The number of a code, before the first colon.
  private static func number(_ text: Bytes) -> Int {
    text.prefix { $0 != UInt8(ascii: ":") }.reduce(0) { min($0, 1000) * 10 + Int($1) - 0x30 }
  }

  /// A color that begins with a code, with the codes after it: `38;5;1`, `38;2;1;2;3` or `38:2::1:2:3`.
  private static func color(_ text: Bytes, _ rest: inout ArraySlice<Bytes>) -> [UInt8] {
    guard !text.contains(UInt8(ascii: ":")) else { return Array(text) }
    let count = rest.first.map(number) == 5 ? 2 : 4
    defer { rest = rest.dropFirst(count) }
    return Array(([text] + rest.prefix(count)).joined(separator: [semicolon]))
  }

  /// Sends what differs between the styles of the terminal and of the next character; a blank shows its background,
  /// and in reverse or underlined all of its style.
  private mutating func sendStyle(forBlank isBlank: Bool) {
    guard wanted != actual else { return }
    var codes = actual == nil ? [Array("0".utf8)] : []
    var style = actual ?? Style()
    let visible: Set = [4, 7]
    let isPlain = visible.isDisjoint(with: wanted.attributes)
    if !(isBlank && isPlain && visible.isDisjoint(with: style.attributes)) {
      codes += Self.codes(from: &style.attributes, to: wanted.attributes)
      if style.foreground != wanted.foreground { codes.append(wanted.foreground) }
      style.foreground = wanted.foreground
    }
    if style.background != wanted.background { codes.append(wanted.background) }
    style.background = wanted.background
    actual = style
    guard !codes.isEmpty else { return }
    output += [Self.escape, UInt8(ascii: "[")]
    output += codes.joined(separator: [Self.semicolon])
    output.append(UInt8(ascii: "m"))
  }

  /// The codes that change attributes.
  private static func codes(from old: inout Set<Int>, to new: Set<Int>) -> [[UInt8]] {
    defer { old = new }
    let ended = old.subtracting(new)
    // Bold and dim end together.
    let endsWeight = !ended.isDisjoint(with: [1, 2])
    let kept = endsWeight ? old.subtracting([1, 2]) : old
    let changes =
      (endsWeight ? [22] : []) + ended.subtracting([1, 2]).sorted().map { $0 + 20 }
      + new.subtracting(kept).sorted()
    return changes.map { Array(String($0).utf8) }
  }
}
