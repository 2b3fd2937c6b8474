/// The ASCII characters that JSON and CSV are made of.
public enum Byte {
  @inlinable public static var quote: UInt8 { UInt8(ascii: "\"") }
  @inlinable public static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable public static var openObject: UInt8 { UInt8(ascii: "{") }
  @inlinable public static var closeObject: UInt8 { UInt8(ascii: "}") }
  @inlinable public static var openArray: UInt8 { UInt8(ascii: "[") }
  @inlinable public static var closeArray: UInt8 { UInt8(ascii: "]") }
  @inlinable public static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable public static var comma: UInt8 { UInt8(ascii: ",") }
  @inlinable public static var minus: UInt8 { UInt8(ascii: "-") }
  @inlinable public static var plus: UInt8 { UInt8(ascii: "+") }
  @inlinable public static var point: UInt8 { UInt8(ascii: ".") }
  @inlinable public static var zero: UInt8 { UInt8(ascii: "0") }
  @inlinable public static var nine: UInt8 { UInt8(ascii: "9") }
  @inlinable public static var e: UInt8 { UInt8(ascii: "e") }
  @inlinable public static var f: UInt8 { UInt8(ascii: "f") }
  @inlinable public static var n: UInt8 { UInt8(ascii: "n") }
  @inlinable public static var t: UInt8 { UInt8(ascii: "t") }
  @inlinable public static var tab: UInt8 { 0x09 }
  @inlinable public static var newline: UInt8 { 0x0A }
  @inlinable public static var carriageReturn: UInt8 { 0x0D }
}

extension UInt8 {
  /// Whether this is one of A to Z or a to z.
  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
}
