extension InputDecoder {
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  mutating func takeString(_ byte: UInt8) {
    switch byte {
    case 0x07: finishString()
    case 0x1B: state = .stringEscape
    case 0x00...0x1F: abandon(byte)
    default: if pending.count < Self.sequenceLimit { pending.append(byte) }
    }
  }

  /// Esc ends a string, as ST if a backslash follows, otherwise as the start of another sequence.
  mutating func takeStringEscape(_ byte: UInt8) {
    if byte == UInt8(ascii: "\\") { return finishString() }
    reset()
    state = .escape
    takeEscape(byte)
  }

  mutating func takePaste(_ byte: UInt8) {
    pending.append(byte)
    if pending.last == Self.pasteEnd.last
      && pending.suffix(Self.pasteEnd.count) == Self.pasteEnd[...]
    {
      pending.removeLast(Self.pasteEnd.count)
      emitPaste()
      reset()
    } else if pending.count > Self.pasteLimit + 2 * Self.pasteEnd.count {
      // The end may be among the last bytes, so only bytes before them are dropped.
      pending.removeSubrange(Self.pasteLimit..<(pending.count - Self.pasteEnd.count))
    }
  }

  mutating func emitPaste() {
    let lines = String(decoding: pending.prefix(Self.pasteLimit), as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\r" || $0 == "\r\n" }
    events.append(.paste(lines.joined(separator: "\n")))
  }

  private mutating func finishString() {
    if introducer == UInt8(ascii: "]") { finishReply(String(decoding: pending, as: UTF8.self)) }
    reset()
  }

  /// The only string that is requested is the background color: "11;rgb:1e1e/1e1e/2e2e".
  private mutating func finishReply(_ text: String) {
    guard text.hasPrefix("11;rgb") else { return }
    let values = text.drop { $0 != ":" }.dropFirst().split(separator: "/").map(Self.component)
    guard values.count >= 3, let red = values[0], let green = values[1], let blue = values[2] else {
      return
    }
    events.append(.backgroundColor(red: red, green: green, blue: blue))
  }

  /// One to four hexadecimal digits, scaled to 0...255.
  private static func component(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let most = 1 << (4 * digits.count) - 1
    return UInt8(value * 255 / most)
  }
}
