import Foundation
import Testing

@Suite struct ParserFuzzTests {
  /// `FETCHKIT_FUZZ_BYTES=10000000` for a long run, `FETCHKIT_FUZZ_SEED` for another one.
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  @Test func `random and mutated formats are read or refused`() {
    var fuzzer = ParserFuzzer(seed: Self.setting("FETCHKIT_FUZZ_SEED") ?? 11)
    let complaint = fuzzer.firstComplaint(bytes: Int(Self.setting("FETCHKIT_FUZZ_BYTES") ?? 60_000))
    #expect(complaint == nil)
  }
}
