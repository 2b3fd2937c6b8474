import Testing
@testable import VenueImport

struct EncodingTests {
  private let text = #"[{"id":"1","name":"Café 茶🧋","rating":"x"},{"id":"2","name":"B"}]"#
  private let rows = ["id=1 name=Café 茶🧋", "id=2 name=B"]

  private func units(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isBigEndian ? bytes.reversed() : bytes
    }
  }

  @Test func `a byte order mark is not part of the text`() {
    let reading = Reading(bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(reading.rows == rows)
    #expect(reading.warnings == ["1:38 @46 rating: not a valid number"])
  }

  @Test(arguments: [false, true])
  func `UTF-16 is detected by its byte order mark or zero bytes`(isBigEndian: Bool) {
    let bytes = units(text, isBigEndian: isBigEndian)
    let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
    let marked = Reading(bytes: mark + bytes)
    let unmarked = Reading(bytes: bytes)
    #expect(marked.rows == rows)
    #expect(unmarked.rows == rows)
    #expect(marked.warnings == ["1:38 @78 rating: not a valid number"])
    #expect(unmarked.warnings == ["1:38 @76 rating: not a valid number"])
    #expect(Reading(bytes: Array(bytes.dropLast(3))).failure != nil)
  }

  @Test func `an unpaired surrogate is replaced with a warning`() {
    var bytes = units("[{\"id\":\"1\",\n\"name\":\"A🧋 B🧋\"}]", isBigEndian: false)
    bytes.removeSubrange(52..<54)
    bytes.removeSubrange(42..<44)
    let expected = "2:10 @44 invalid UTF-16 at byte 44: replaced by U+FFFD"
    for size in [64, 70, 1 << 18] {
      let reading = Reading(bytes: [0xFF, 0xFE] + bytes, windowSize: size)
      #expect(reading.rows == ["id=1 name=A\u{FFFD} B\u{FFFD}"])
      #expect(reading.warnings == [expected])
    }
  }

  @Test func `bytes that are not UTF-8 are read as Windows-1252, with a warning`() {
    var bytes = Array(#"[{"id":"1","name":"Th茶 "#.utf8)
    bytes += [0xE9, 0x80]
    bytes += #" x"},{"id":"2","name":""#.utf8
    bytes += [0x8E, 0x81]
    bytes += #"","rating":"x"}]"#.utf8
    let expected = ["id=1 name=Th茶 é€ x", "id=2 name=Ž\u{81}"]
    for size in [64, 65, 66, 67, 68, 70, 100, 1 << 18] {
      let reading = Reading(bytes: bytes, windowSize: size)
      #expect(reading.rows == expected)
      #expect(
        reading.warnings == [
          "1:24 @25 invalid UTF-8 at byte 25: read as Windows-1252",
          "1:62 @63 rating: not a valid number",
        ])
    }
  }

  @Test func `a character split between windows is no error`() {
    let text = #"[{"id":"1","name":"\#(String(repeating: "茶é🧋", count: 100))"}]"#
    let whole = Reading(text)
    #expect(whole.warnings == [])
    for size in 64..<100 { #expect(Reading(text, windowSize: size) == whole) }
  }

  @Test func `bytes outside of texts must be JSON`() {
    #expect(
      Reading(bytes: [0x5B, 0xE9, 0x5D]).failure == "1:2 @1 expected a value, found byte 0xE9")
  }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
      [0xFF],
      [0xC3], [0xE8, 0x8C], [0xF0, 0x9F, 0xA7],
    ] as [[UInt8]])
  func `malformed sequences are found`(bytes: [UInt8]) {
    let text = Array(#"[{"name":""#.utf8) + bytes + Array(#""}]"#.utf8)
    #expect(
      Reading(bytes: text).warnings == [
        "1:11 @10 invalid UTF-8 at byte 10: read as Windows-1252"
      ])
  }
}
