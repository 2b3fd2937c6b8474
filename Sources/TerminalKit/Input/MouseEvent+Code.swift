extension MouseEvent {
  /// Reads a report of mode 1006, or of the older ones when `isUp` is nil; nil when the place is not
  /// on the screen. Columns and rows count from 1.
  init?(code: Int, column: Int, row: Int, isUp: Bool?) {
    guard column >= 1, row >= 1, code >= 0 else { return nil }
    let number = code & 3 | (code & 0xC0) >> 4
    let isLegacyRelease = isUp == nil && number == 3
    let isMotion = code & 32 != 0
    self.init(
      Self.kind(number, isUp: isUp ?? isLegacyRelease, isMotion: isMotion),
      button: Self.button(number), at: Point(column: column - 1, row: row - 1),
      modifiers: Self.modifiers(code))
  }

  private static func kind(_ number: Int, isUp: Bool, isMotion: Bool) -> Kind {
    switch number {
    case 4: .wheelUp
    case 5: .wheelDown
    case 6: .wheelLeft
    case 7: .wheelRight
    case 3 where isMotion: .move
    default: isMotion ? .drag : isUp ? .release : .press
    }
  }

  private static func button(_ number: Int) -> Button {
    switch number {
    case 0: .left
    case 1: .middle
    case 2: .right
    case 8...11: .other(number)
    default: .none
    }
  }

  private static func modifiers(_ code: Int) -> Modifiers {
    var result: Modifiers = []
    if code & 4 != 0 { result.insert(.shift) }
    if code & 8 != 0 { result.insert(.alt) }
    if code & 16 != 0 { result.insert(.ctrl) }
    return result
  }
}
