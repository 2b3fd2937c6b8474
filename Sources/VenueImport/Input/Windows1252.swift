/// The characters of Windows code page 1252, which old exports use without saying so.
///
/// The five bytes that the code page leaves open are the C1 controls of the same number:
/// https://encoding.spec.whatwg.org/#windows-1252
enum Windows1252 {
  /// The UTF-8 bytes of the character that `byte`, 0x80 or more, stands for: two or three.
  static func utf8(_ byte: UInt8) -> [UInt8] {
    let scalar = byte < 0xA0 ? upper[Int(byte) - 0x80] : UInt16(byte)
    if scalar < 0x800 { return [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 0x3F)] }
    return [
      UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F),
    ]
  }

  /// 0x80 to 0x9F.
  private static let upper: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
