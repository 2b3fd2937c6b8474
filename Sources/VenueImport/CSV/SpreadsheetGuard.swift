/// The `'` that our export puts before a cell which a spreadsheet would run as a formula.
enum SpreadsheetGuard {
  /// Whether a text that begins with `byte` is exported with a `'` before it.
  static func isGuarded(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), Byte.plus, Byte.minus, UInt8(ascii: "@"), UInt8(ascii: "'"): true
    default: false
    }
  }
}
