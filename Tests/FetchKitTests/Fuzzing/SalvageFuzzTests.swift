import Foundation
import GRDB
import Testing
import TestSupport

@testable import FetchKit

@Suite struct SalvageFuzzTests {
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  /// The recovered rows for many damages of a kind.
  private struct Share {
    var all = 0
    var saved = 0
    var text: String { String(format: "%.2f %%", 100 * Double(saved) / Double(max(1, all))) }
  }

  /// `FETCHKIT_FUZZ_DAMAGES=300` for a long run, `FETCHKIT_FUZZ_SEED` for another one.
  @Test func `every readable row of a damaged store is saved unchanged`() throws {
    var random = SeededRandom(seed: Self.setting("FETCHKIT_FUZZ_SEED") ?? 1)
    let count = Int(Self.setting("FETCHKIT_FUZZ_DAMAGES") ?? 20)
    let sample = try SalvageSample(places: 600)
    var shares: [Damage: Share] = [:]
    for number in 0..<count {
      let damage = Damage.allCases[number % Damage.allCases.count]
      let store = try sample.damaged(hasLog: number % 3 == 0) { damage.apply(to: &$0, &random) }
      let saved = try sample.salvage(store)
      let rows = sample.rows.filter { saved[$0]?.attributes == $1.attributes }
      shares[damage, default: Share()].all += sample.rows.count
      shares[damage, default: Share()].saved += rows.count
      if damage.keepsRows {
        let whole = sample.rows.filter { damage != .swappedPages || !SalvageSample.isLong($0.key) }
        let changed = saved.filter { sample.rows[$0] == nil || whole[$0].map($1.isPart) == false }
          .keys.sorted()
        #expect(changed == [], "\(damage) \(number)")
      }
    }
    let all = Share(
      all: shares.values.reduce(0) { $0 + $1.all }, saved: shares.values.reduce(0) { $0 + $1.saved }
    )
    let kinds = shares.sorted { $0.key.rawValue < $1.key.rawValue }
    print("saved", all.text, kinds.map { "\($0.key) \($0.value.text)" })
    #expect(Double(all.saved) > 0.8 * Double(all.all))
  }

  @Test func `a damaged log is read up to the damage`() throws {
    var random = SeededRandom(seed: Self.setting("FETCHKIT_FUZZ_SEED") ?? 1)
    let sample = try SalvageSample(places: 100)
    for damage in Damage.allCases {
      let store = try sample.damaged(hasLog: true, log: { damage.apply(to: &$0, &random) }) { _ in }
      #expect(try sample.salvage(store).keys.sorted() == sample.rows.keys.sorted(), "\(damage)")
    }
  }

  @Test func `bytes that are no store are left alone`() throws {
    var random = SeededRandom(seed: 2)
    let sample = try SalvageSample(places: 1)
    for size in [0, 1, 99, 511, 512, 5000, 40_000] {
      let bytes = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
      let path = try sample.damaged(hasLog: false) { $0 = bytes }
      #expect(
        StoreFailure { try FetchStore.salvage(at: path, model: SalvageSample.model) }
          == StoreFailure(.corrupt, "cannot salvage \(path): nothing in it can be read"))
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }
  }
}
