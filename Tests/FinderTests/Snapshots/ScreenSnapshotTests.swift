import TerminalTestSupport
import Foundation
import TerminalKit
import Testing

@testable import Finder

/// Every screen in every size, language and look, as whole cells.
@MainActor
@Suite struct ScreenSnapshotTests {
  @Test(arguments: ScreenSnapshot.all)
  func `every screen in every size, language and theme`(snapshot: ScreenSnapshot) async throws {
    for setting in snapshot.settings {
      let app = try await AppHarness.showing(snapshot, in: setting)
      try Dump.expect(
        app.screen.dump().withoutTimes, is: "Matrix/\(snapshot.name)/\(setting.name)")
      await app.end()
    }
  }

  @Test func `the snapshots cover all sizes, languages and themes`() {
    #expect(Set(ScreenSnapshot.all.map(\.name)).count == ScreenSnapshot.all.count)
    #expect(Set(ScreenSnapshot.all.flatMap(\.settings).map(\.name)).count >= 30)
    for snapshot in ScreenSnapshot.all {
      #expect(snapshot.settings.map(\.size.columns) == [40, 80, 120, 200], "\(snapshot.name)")
      #expect(Set(snapshot.settings.map(\.language)).count >= 3, "\(snapshot.name)")
      #expect(Set(snapshot.settings.map(\.theme)).count == 4, "\(snapshot.name)")
    }
  }
}
