import Foundation
import Testing

@MainActor
struct ResultsReplayTests {
  @Test(arguments: ResultsScenario.Layout.allCases)
  func `events turn the old list into the new one`(layout: ResultsScenario.Layout) throws {
    var scenario = try ResultsScenario(seed: 3, layout: layout)
    let complaint = try scenario.firstComplaint(commits: 40)
    #expect(complaint == nil)
  }

  /// `FETCHKIT_FUZZ_SCENARIOS=20000` for a long run, `FETCHKIT_FUZZ_SEED` for another one.
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  @Test func `random scenarios replay exactly`() throws {
    let seed = Self.setting("FETCHKIT_FUZZ_SEED") ?? 1
    for number in 0..<(Self.setting("FETCHKIT_FUZZ_SCENARIOS") ?? 20) {
      var scenario = try ResultsScenario(seed: seed &+ number)
      let complaint = try scenario.firstComplaint(commits: 5)
      #expect(complaint == nil, "seed \(seed &+ number)")
      if complaint != nil { return }
    }
  }
}
