import Foundation
import TerminalKit
import Testing

@testable import Finder

/// Every screen in every size, language and look, as whole cells.
@MainActor
@Suite struct MatrixTests {
  @Test(arguments: Scene.all)
  func `every screen suits every terminal and user`(scene: Scene) async throws {
    for setting in Setting.some(for: scene) {
      let trial = try await Trial.showing(scene, in: setting)
      try Dump.expect(withoutTimes(trial.screen.dump()), is: "Matrix/\(scene.name)/\(setting.name)")
      await trial.end()
    }
  }

  /// How long the store took is another matter.
  private func withoutTimes(_ text: String) -> String {
    text.replacing(/[0-9]+[.,][0-9] (ms|мс|毫秒|s|с|秒)\b/) { "0.0 \($0.1)" }
  }

  @Test func `the settings have all sizes, languages and looks among them`() {
    let names = Set(Scene.all.map(\.name))
    #expect(names.count == Scene.all.count)
    let settings = Set(Scene.all.flatMap(Setting.some).map(\.name))
    #expect(settings.count >= 30)
    for scene in Scene.all {
      let some = Setting.some(for: scene)
      #expect(Set(some.map(\.size)).count == 4)
      #expect(Set(some.map(\.language)).count == 3)
      #expect(Set(some.map(\.theme)).count == 4)
    }
  }
}
