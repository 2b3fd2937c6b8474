import Testing
import TestSupport

@testable import JSONStream

struct DecimalNumberTests {
  private func double(_ text: String) -> Double? {
    withSlice(text) { DecimalNumber.double($0) }
  }

  private func integer(_ text: String) -> Int64? {
    withSlice(text) { DecimalNumber.integer($0) }
  }

  private func withSlice<Result>(_ text: String, _ body: (TextSlice) -> Result) -> Result {
    let bytes = Array(text.utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
    return bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return body(.empty) }
      return body(TextSlice(start: start, count: buffer.count - 8))
    }
  }

  @Test(arguments: [
    "0", "-0", "1", "0.1", "0.5", "123456789012345678", "9007199254740993", "1e22", "1e23", "1e-7",
    "40.732855695951706", "-73.98604752728492", "0.30000000000000004", "9223372036854775807",
    "18446744073709551615", "18446744073709551616", "2.2250738585072014e-308", "5e-324",
    "1.7976931348623157e308", "8.5e-1", "100000000000000000000000", "0.000000000000000000001",
    "1e-19", "9999999999999999999e-19", "4503599627370497.5", "9007199254740992.999",
    "9007199254740993.0000000001",
  ])
  func `numbers are read as the standard library reads them`(text: String) {
    #expect(double(text)?.bitPattern == Double(text)?.bitPattern)
  }

  @Test func `random numbers are read as the standard library reads them`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<5000 {
      let text = Self.randomNumber(&random)
      #expect(double(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test(arguments: ["", "-", "1.", ".5", "1e", "1e+", "0x10", "nan", "inf", "1 ", "--1", "1e400"])
  func `invalid or too large numbers are nil`(text: String) {
    #expect(double(text) == nil)
  }

  @Test func `whole numbers are exact`() {
    #expect(integer("9223372036854775807") == .max)
    #expect(integer("9223372036854775808") == nil)
    #expect(integer("-5") == -5)
    #expect(integer("2.0") == 2)
    #expect(integer("1e3") == 1000)
    #expect(integer("1.5") == nil)
  }

  private static func randomNumber(_ random: inout SeededRandom) -> String {
    var text = Bool.random(using: &random) ? "-" : ""
    let digits = Int.random(in: 1...22, using: &random)
    for _ in 0..<digits { text += String(Int.random(in: 0...9, using: &random)) }
    if Bool.random(using: &random) {
      text += "."
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        text += String(Int.random(in: 0...9, using: &random))
      }
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      text += "e\(Int.random(in: -30...30, using: &random))"
    }
    return text
  }
}
