import Testing
import TestSupport

@testable import Collation

struct TextBytesTests {
  private func decode(_ bytes: [UInt8]) -> [UInt32] {
    bytes.withUnsafeBufferPointer { text in
      var scalars: [UInt32] = []
      var index = 0
      while index < text.count {
        let scalar = text.decodeScalar(at: index)
        scalars.append(scalar.value)
        index += scalar.length
      }
      return scalars
    }
  }

  @Test func `bytes are read as a String reads them`() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<5000 {
      let bytes = random.bytes(upTo: 12)
      #expect(decode(bytes) == String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value))
    }
  }

  @Test func `any bytes are read as a String reads them`() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        UInt8.random(in: 0x70...0xFF, using: &random)
      }
      #expect(decode(bytes) == String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value))
    }
  }

  @Test func `one byte outside ASCII is noticed at every place of every length`() {
    for count in 0..<40 {
      var bytes = Array(repeating: UInt8(0x61), count: count)
      #expect(bytes.withUnsafeBufferPointer(\.isASCII))
      for place in 0..<count {
        bytes[place] = 0x80
        #expect(!bytes.withUnsafeBufferPointer(\.isASCII), "\(place) of \(count)")
        bytes[place] = 0x61
      }
    }
  }
}
