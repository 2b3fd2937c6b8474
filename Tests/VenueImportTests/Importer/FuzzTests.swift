import Foundation
import Testing
import TestSupport

@testable import JSONStream
@testable import VenueImport

/// Damaged inputs: whatever they hold, reading ends, and the size of the window changes nothing.
struct FuzzTests {
  private static let fixtures = [
    """
    {"meta":{"requestId":"x"},"response":{"groups":[{"type":"a","name":"b","items":[
    {"reasons":{"count":0},"venue":{"id":"1","name":"Caf\\u00e9 \\"A\\" 茶🧋","contact":{"phone":"1"},
    "location":{"lat":40.5,"lng":-73.25,"distance":12,"formattedAddress":["x"],"cc":"US"},
    "categories":[{"id":"c","name":"Tea","primary":true}],"price":{"tier":1,"currency":"$$"},
    "specials":{"count":2,"items":[]},"stats":{"tipCount":1e2,"usersCount":3},"rating":7.5},
    "tips":[{"text":"T","createdAt":5}]}]}]}}
    """,
    "{\"id\":\"1\",\"name\":\"A\"}\n{\"fsq_id\":\"2\",\"name\":\"B\",\"geocodes\":{\"main\":{}}}\r\n\n[]",
    """
    {"results":[{"response":{"venues":{"count":1,"items":[{"venue":{"id":"1","name":"A"}}]}}},
    {"response":{"responses":[{"response":{"specials":{"items":[{"venue":{"name":"S"}}]}}}]}}]}
    """,
    """
    fsq_place_id,name,latitude,longitude,fsq_category_ids,fsq_category_labels
    a,"Tea, ""x""\n",1.5,2.5,"[b, c]","[A > B, C > D]"
    b,Ü,,,,
    """,
    """
    id,name,categories,other\n1,A,"[{'id': 'c', 'name': 'P\\'s \\u00e9'}, None]","{'a': [1, -2.5], 'user': 'x'}"
    2,B,"array(['x', ""y's""], dtype=object)",NULL
    """,
    "id\tname\tcity\n1\t\"a\t\"\"b\"\"\n\"\tx\n2\t\"B\" c\t\\N\n",
  ]

  @Test(arguments: fixtures)
  func `a file truncated at any byte is read or refused`(text: String) {
    let bytes = Array(text.utf8)
    for end in 0...bytes.count { agree(Array(bytes[..<end])) }
  }

  @Test(arguments: fixtures)
  func `a file with any damage is read or refused`(text: String) {
    var random = SeededRandom(seed: 11)
    for _ in 0..<400 {
      var bytes = Array(text.utf8)
      for _ in 0...Int.random(in: 0...3, using: &random) { damage(&bytes, &random) }
      agree(bytes)
    }
  }

  @Test func `any bytes are read or refused`() {
    var random = SeededRandom(seed: 13)
    let alphabet = Array("{}[]\",:\\u0e-+.1tfn \n&<".utf8) + [0, 0x80, 0xC3, 0xE9, 0xFF]
    for _ in 0..<1500 {
      let count = Int.random(in: 0...60, using: &random)
      agree((0..<count).compactMap { _ in alphabet.randomElement(using: &random) })
    }
  }

  @Test func `any cell is the JSON of a list or an object, or none`() throws {
    var random = SeededRandom(seed: 17)
    let parts = [
      "[", "]", "{", "}", "(", ")", "'", "\"", ",", ":", " ", "\\", "\\u00e9", "\\ud83c\\udf75",
      "\\x4",
      "1", "-", ".", "e5", "0", "True", "None", "nan", "null", "array(", "a", "é", "'k': ", "'v', ",
    ]
    var count = 0
    for _ in 0..<60_000 {
      let length = Int.random(in: 1...12, using: &random)
      let text = ["[", "{", "array("].randomElement(using: &random).map { start in
        start + (0..<length).compactMap { _ in parts.randomElement(using: &random) }.joined()
      }
      let bytes = Array((text ?? "").utf8) + [0]
      let json = bytes.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.flatMap {
          CellLiteral.json(TextSlice(start: $0, count: buffer.count - 1))
        }
      }
      guard let json else { continue }
      count += 1
      #expect(throws: Never.self, "\(text ?? "")") {
        try JSONSerialization.jsonObject(with: Data(json))
      }
    }
    #expect(count > 100)
  }

  /// How long to run with new damage: `BOBA_FUZZ_SECONDS=600 swift test …`.
  private static let seconds =
    ProcessInfo.processInfo.environment["BOBA_FUZZ_SECONDS"].flatMap(Double.init)

  @Test(.enabled(if: seconds != nil, "BOBA_FUZZ_SECONDS says how long"))
  func `a long fuzzing run reads or refuses every file`() {
    let end = ContinuousClock.now + .seconds(Self.seconds ?? 0)
    var random = SeededRandom(seed: UInt64(Date().timeIntervalSince1970))
    var count = 0
    while ContinuousClock.now < end {
      var bytes = Array((Self.fixtures.randomElement(using: &random) ?? "").utf8)
      if Bool.random(using: &random) {
        let other = Array((Self.fixtures.randomElement(using: &random) ?? "").utf8)
        let place = Int.random(in: 0...bytes.count, using: &random)
        bytes.insert(contentsOf: other.suffix(Int.random(in: 0...80, using: &random)), at: place)
      }
      for _ in 0...Int.random(in: 0...8, using: &random) { damage(&bytes, &random) }
      agree(bytes)
      count += 1
    }
    print("\(count) damaged inputs read or refused")
  }

  private func agree(_ bytes: [UInt8]) {
    let whole = Reading(bytes: bytes)
    for size in [64, 101] {
      let part = Reading(bytes: bytes, windowSize: size)
      #expect(part.failure == whole.failure)
      #expect(whole.failure != nil || part == whole)
    }
    _ = Reading(bytes: bytes, isLenient: true)
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    default:
      let end = min(bytes.count, place + Int.random(in: 0...20, using: &random))
      bytes.insert(
        contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
    }
  }
}
