extension InputDecoder {
  /// The last byte of CSI and SS3 sequences.
  static let letterKeys: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  /// With CSI they mean Shift, with SS3 Ctrl.
  static let rxvtArrows: [UInt8: Key] = [
    UInt8(ascii: "a"): .up, UInt8(ascii: "b"): .down, UInt8(ascii: "c"): .right,
    UInt8(ascii: "d"): .left,
  ]

  /// The keys of a keypad in application mode.
  static let keypadKeys: [UInt8: Key] = {
    var keys: [UInt8: Key] = [UInt8(ascii: "M"): .enter, UInt8(ascii: "X"): .character("=")]
    for (byte, character) in zip(UInt8(ascii: "j")...UInt8(ascii: "y"), "*+,-./0123456789") {
      keys[byte] = .character(character)
    }
    return keys
  }()

  /// The number before "~".
  static let tildeKeys: [Int: Key] = {
    var keys: [Int: Key] = [
      1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
    let functions = [
      11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34,
    ]
    for (index, number) in functions.enumerated() { keys[number] = .function(index + 1) }
    return keys
  }()

  /// The key of a code point as kitty and xterm's modifyOtherKeys report it; nil for lone modifiers.
  static func key(forCode code: Int) -> Key? {
    switch code {
    case 9: .tab
    case 13, 57414: .enter
    case 27: .escape
    case 8, 127: .backspace
    case 57348...57357: navigation[code - 57348]
    case 57364...57398: .function(code - 57363)
    case 57399...57408: .character(Character(String(code - 57399)))
    case 57409...57413: .character(keypadSigns[code - 57409])
    case 57417...57426: keypadNavigation[code - 57417]
    case 0xE000...0xF8FF, 0..<0x20, 0x80..<0xA0: nil
    default: UInt32(exactly: code).flatMap(Unicode.Scalar.init).map { .character(Character($0)) }
    }
  }

  private static let navigation: [Key] = [
    .insert, .delete, .left, .right, .up, .down, .pageUp, .pageDown, .home, .end,
  ]
  private static let keypadNavigation: [Key] = [
    .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
  ]
  private static let keypadSigns: [Character] = [".", "/", "*", "-", "+"]
}
