/// The ASCII characters that JSON and CSV are made of.
public enum Byte {
  public static let quote = UInt8(ascii: "\"")
  public static let backslash = UInt8(ascii: "\\")
  public static let openObject = UInt8(ascii: "{")
  public static let closeObject = UInt8(ascii: "}")
  public static let openArray = UInt8(ascii: "[")
  public static let closeArray = UInt8(ascii: "]")
  public static let colon = UInt8(ascii: ":")
  public static let comma = UInt8(ascii: ",")
  public static let minus = UInt8(ascii: "-")
  public static let plus = UInt8(ascii: "+")
  public static let point = UInt8(ascii: ".")
  public static let zero = UInt8(ascii: "0")
  public static let nine = UInt8(ascii: "9")
  public static let e = UInt8(ascii: "e")
  public static let f = UInt8(ascii: "f")
  public static let n = UInt8(ascii: "n")
  public static let t = UInt8(ascii: "t")
  public static let tab: UInt8 = 0x09
  public static let newline: UInt8 = 0x0A
  public static let carriageReturn: UInt8 = 0x0D
}
