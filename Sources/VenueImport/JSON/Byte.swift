/// The ASCII characters that JSON and CSV are made of.
enum Byte {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let openObject = UInt8(ascii: "{")
  static let closeObject = UInt8(ascii: "}")
  static let openArray = UInt8(ascii: "[")
  static let closeArray = UInt8(ascii: "]")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
  static let e = UInt8(ascii: "e")
  static let f = UInt8(ascii: "f")
  static let n = UInt8(ascii: "n")
  static let t = UInt8(ascii: "t")
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
}
