import Foundation
import TerminalKit
import Testing

@testable import Finder

/// Every screen in every size, language and look, as whole cells.
@MainActor
@Suite struct MatrixTests {
  @Test(arguments: Scene.all)
  func `every screen in every size, language and theme`(scene: Scene) async throws {
    for setting in scene.settings {
      let trial = try await Trial.showing(scene, in: setting)
      try Dump.expect(withoutTimes(trial.screen.dump()), is: "Matrix/\(scene.name)/\(setting.name)")
      await trial.end()
    }
  }

  /// How long the store took is another matter.
  private func withoutTimes(_ text: String) -> String {
    text.replacing(/[0-9]+[.,][0-9] (ms|мс|毫秒|s|с|秒)\b/) { "0.0 \($0.1)" }
  }

  @Test func `the snapshots cover all sizes, languages and themes`() {
    #expect(Set(Scene.all.map(\.name)).count == Scene.all.count)
    #expect(Set(Scene.all.flatMap(\.settings).map(\.name)).count >= 30)
    for scene in Scene.all {
      #expect(scene.settings.map(\.size.columns) == [40, 80, 132, 200], "\(scene.name)")
      #expect(Set(scene.settings.map(\.language)) == Set(Language.all), "\(scene.name)")
      #expect(Set(scene.settings.map(\.theme)).count == 4, "\(scene.name)")
    }
  }
}
