import Testing

@testable import VenueImport

struct GzipTests {
  /// `[{"id":"1","name":"A"},{"id":"2","rating":true,"name":"B"}]`
  private let packed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x8B, 0xAE, 0x56, 0xCA, 0x4C, 0x51,
    0xB2, 0x52, 0x32, 0x54, 0xD2, 0x51, 0xCA, 0x4B, 0xCC, 0x4D, 0x05, 0x32, 0x1D, 0x95, 0x6A, 0x75,
    0xA0, 0xA2, 0x46, 0x40, 0xD1, 0xA2, 0xC4, 0x92, 0xCC, 0xBC, 0x74, 0x25, 0xAB, 0x92, 0xA2, 0xD2,
    0x54, 0xB8, 0x1A, 0x27, 0xA5, 0xDA, 0x58, 0x2E, 0x00, 0xD0, 0x14, 0x61, 0x11, 0x3C, 0x00, 0x00,
    0x00,
  ]
  private let rows = ["id=1 name=A", "id=2 name=B"]

  @Test func `gzip is detected by content, and positions are those of the text`() {
    let reading = Reading(bytes: packed)
    #expect(reading.rows == rows)
    #expect(reading.warnings == ["1:43 @42 rating: expected a number, found a boolean"])
    #expect(reading.failure == nil)
  }

  @Test func `several members are one text, and zeros after them are ignored`() {
    let reading = Reading(bytes: packed + packed + [0, 0, 0])
    #expect(reading.failure == nil)
    #expect(reading.rows == rows + rows)
  }

  @Test func `truncated data is reported at its end`() {
    for end in 3..<packed.count {
      let failure = Reading(bytes: Array(packed[..<end])).failure ?? ""
      #expect(failure.hasSuffix(" unexpected end of gzip data"), "\(end)")
    }
    #expect(Reading(bytes: Array(packed[..<30])).failure == "1:21 @20 unexpected end of gzip data")
    #expect(
      Reading(bytes: packed + packed[..<20]).failure == "2:10 @69 unexpected end of gzip data")
    #expect(Reading(bytes: Array(packed[..<12])).failure == "1:1 @0 unexpected end of gzip data")
  }

  @Test func `damage is an error`() {
    var damaged = packed
    damaged[packed.count - 5] ^= 1
    #expect(Reading(bytes: damaged).failure == "2:1 @60 corrupt gzip data")
  }
}
