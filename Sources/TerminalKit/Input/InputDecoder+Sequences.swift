extension InputDecoder {
  mutating func takeEscape(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .doubleEscape
    case UInt8(ascii: "["): state = .csi
    case UInt8(ascii: "O"): state = .ss3
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      introducer = byte
      state = .string
    default:
      state = .ground
      hasAlt = true
      takeGround(byte)
    }
  }

  /// In rxvt, Esc before a sequence means Alt; otherwise the first Esc is a key.
  mutating func takeDoubleEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"): hasAlt = true
    case 0x1B:
      emit(.escape)
      return
    default: emit(.escape)
    }
    takeEscape(byte)
  }

  mutating func takeCSI(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "[") where pending.isEmpty: state = .linuxFunction
    case UInt8(ascii: "M") where pending.isEmpty: state = .legacyMouse
    case 0x20...0x3F: keep(byte)
    case 0x40...0x7E: finishCSI(byte)
    default: abandon(byte)
    }
  }

  mutating func takeSS3(_ byte: UInt8) {
    switch byte {
    case 0x30...0x3B: keep(byte)
    case 0x40...0x7E:
      let parameters = Parameters(pending)
      if let key = Self.letterKeys[byte] ?? Self.keypadKeys[byte] {
        emit(key, parameters.modifiers(at: max(0, parameters.count - 1)))
      } else if let key = Self.rxvtArrows[byte] {
        emit(key, .ctrl)
      }
      reset()
    default: abandon(byte)
    }
  }

  mutating func takeLinuxFunction(_ byte: UInt8) {
    if (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) {
      emit(.function(Int(byte) - 0x40))
      reset()
    } else {
      abandon(byte)
    }
  }

  mutating func takeLegacyMouse(_ byte: UInt8) {
    pending.append(byte)
    guard pending.count == 3 else { return }
    let numbers = pending.map { Int($0) - 32 }
    if let event = MouseEvent(code: numbers[0], column: numbers[1], row: numbers[2], isUp: nil) {
      events.append(.mouse(event))
    }
    reset()
  }

  /// Whether a control character interrupts a sequence, which is then dropped.
  func isInterrupting(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  mutating func abandon(_ byte: UInt8) {
    reset()
    if isInterrupting(byte) { takeGround(byte) }
  }

  private mutating func keep(_ byte: UInt8) {
    if pending.count < Self.sequenceLimit { pending.append(byte) } else { reset() }
  }

  private mutating func finishCSI(_ final: UInt8) {
    let parameters = Parameters(pending)
    if parameters.prefix != nil || parameters.hasIntermediates {
      finishPrivate(parameters, final)
    } else if final == UInt8(ascii: "~") && parameters[0] == 200 {
      reset()
      state = .paste
      return
    } else {
      finishKey(parameters, final)
    }
    reset()
  }

  private mutating func finishPrivate(_ parameters: Parameters, _ final: UInt8) {
    switch (parameters.prefix, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      let mouse = MouseEvent(
        code: parameters[0] ?? 0, column: parameters[1] ?? 0, row: parameters[2] ?? 0,
        isUp: final == UInt8(ascii: "m"))
      if let mouse { events.append(.mouse(mouse)) }
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): hasIdentified = true
    default: break
    }
  }

  private mutating func finishKey(_ parameters: Parameters, _ final: UInt8) {
    switch final {
    case UInt8(ascii: "I"): events.append(.focus(true))
    case UInt8(ascii: "O"): events.append(.focus(false))
    case UInt8(ascii: "Z"): emit(.backtab, parameters.modifiers(at: 1).subtracting(.shift))
    case UInt8(ascii: "u"): finishUnicode(parameters, code: 0, modifiers: 1)
    case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "@"): finishTilde(parameters, final)
    case UInt8(ascii: "R") where (parameters[0] ?? 1) != 1: cursorColumn = parameters[1]
    default: finishLetter(parameters, final)
    }
  }

  private mutating func finishLetter(_ parameters: Parameters, _ final: UInt8) {
    guard !parameters.isRelease else { return }
    if let key = Self.letterKeys[final] {
      emit(key, parameters.modifiers(at: 1))
    } else if let key = Self.rxvtArrows[final] {
      emit(key, .shift)
    }
  }

  /// rxvt replaces "~" by "^" for Ctrl, and by "@" for Ctrl and Shift.
  private mutating func finishTilde(_ parameters: Parameters, _ final: UInt8) {
    guard !parameters.isRelease, let number = parameters[0] else { return }
    if number == 27 { return finishUnicode(parameters, code: 2, modifiers: 1) }
    guard let key = Self.tildeKeys[number] else { return }
    switch final {
    case UInt8(ascii: "^"): emit(key, .ctrl)
    case UInt8(ascii: "@"): emit(key, [.ctrl, .shift])
    default: emit(key, parameters.modifiers(at: 1))
    }
  }

  private mutating func finishUnicode(_ parameters: Parameters, code: Int, modifiers: Int) {
    guard !parameters.isRelease, let number = parameters[code],
      let key = Self.key(forCode: number)
    else { return }
    emit(key, parameters.modifiers(at: modifiers))
  }
}

/// The parameters of a control sequence: "1;5:3" after an optional "<", "=", ">" or "?".
struct Parameters {
  /// The private marker; nil without one.
  let prefix: UInt8?
  /// Whether it has intermediate bytes.
  let hasIntermediates: Bool
  /// Numbers by semicolon, then by colon; nil for a missing one.
  private let fields: [[Int?]]

  init(_ bytes: [UInt8]) {
    let marker = bytes.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    let rest = marker == nil ? bytes[...] : bytes.dropFirst()
    prefix = marker
    hasIntermediates = rest.contains { (0x20...0x2F).contains($0) }
    fields = rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
    }
  }

  var count: Int { fields.count }

  /// The parameter at an index; nil if it is missing.
  subscript(index: Int) -> Int? {
    index < fields.count ? fields[index].first ?? nil : nil
  }

  /// The modifiers, which xterm counts from 1.
  func modifiers(at index: Int) -> Modifiers {
    let bits = max(0, (self[index] ?? 1) - 1)
    var result: Modifiers = []
    if bits & 1 != 0 { result.insert(.shift) }
    if bits & (2 | 8 | 32) != 0 { result.insert(.alt) }
    if bits & 4 != 0 { result.insert(.ctrl) }
    return result
  }

  /// Whether kitty reports a key release.
  var isRelease: Bool {
    fields.count > 1 && fields[1].count > 1 && fields[1][1] == 3
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.count <= 9 ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }
}

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
