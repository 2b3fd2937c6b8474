import FetchKit
import Foundation
import Testing

@Suite struct DifferentialFuzzTests {
  /// `FETCHKIT_FUZZ=200000` for a long run, `FETCHKIT_FUZZ_SEED` for another one.
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  @Test func `memory and SQL choose the same rows`() throws {
    let count = Int(Self.setting("FETCHKIT_FUZZ") ?? 500)
    let seed = Self.setting("FETCHKIT_FUZZ_SEED") ?? 1
    var complaints: [String] = []
    var predicates = RandomPredicate(seed: seed)
    for chunk in 0...(count / 5000) {
      let fuzzer = try DifferentialFuzzer(seed: seed &+ UInt64(chunk), rows: 24)
      for _ in 0..<min(5000, count - chunk * 5000) {
        let predicate = predicates.next()
        let isIllTyped = predicates.isIllTyped
        guard let complaint = fuzzer.complaint(about: predicate, isIllTyped: isIllTyped) else {
          continue
        }
        complaints.append("\(predicate)\n  \(complaint)")
        if complaints.count == 20 { break }
      }
      if complaints.count == 20 { break }
    }
    let isQuiet = complaints.isEmpty
    #expect(isQuiet, "\(complaints.joined(separator: "\n"))")
  }
}
