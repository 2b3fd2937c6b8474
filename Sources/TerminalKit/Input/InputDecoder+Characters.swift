extension InputDecoder {
  mutating func takeGround(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x00...0x1F, 0x7F: takeControl(byte)
    case 0x20...0x7E: emitCharacter(Unicode.Scalar(byte))
    default: beginUTF8(byte)
    }
  }

  private mutating func takeControl(_ byte: UInt8) {
    switch byte {
    case 0x00: emit(.character(" "), .ctrl)
    case 0x08, 0x7F: emit(.backspace)
    case 0x09: emit(.tab)
    case 0x0A, 0x0D: emit(.enter)
    case 0x01...0x1A: emit(.character(Character(Unicode.Scalar(byte + 0x60))), .ctrl)
    default: emit(.character(Character(Unicode.Scalar(byte + 0x40))), .ctrl)
    }
    reset()
  }

  private mutating func emitCharacter(_ scalar: Unicode.Scalar) {
    emit(.character(Character(scalar)))
    reset()
  }

  private mutating func beginUTF8(_ byte: UInt8) {
    guard Self.length(lead: byte) != nil else { return emitCharacter("\u{FFFD}") }
    pending = [byte]
    state = .utf8
  }

  mutating func takeUTF8(_ byte: UInt8) {
    guard byte & 0xC0 == 0x80, let lead = pending.first, let length = Self.length(lead: lead) else {
      emitCharacter("\u{FFFD}")
      return takeGround(byte)
    }
    pending.append(byte)
    guard pending.count == length else { return }
    emitUTF8()
  }

  /// C1 controls are not keys.
  private mutating func emitUTF8() {
    let scalars = String(decoding: pending, as: UTF8.self).unicodeScalars
    let scalar = scalars.count == 1 ? scalars.first ?? "\u{FFFD}" : "\u{FFFD}"
    if scalar.value < 0xA0 { return reset() }
    emitCharacter(scalar)
  }

  private static func length(lead: UInt8) -> Int? {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }
}
