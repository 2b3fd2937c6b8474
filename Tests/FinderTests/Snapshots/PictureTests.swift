import TerminalTestSupport
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

/// The pictures of the README, drawn from the cells of the finder: `Scripts/draw-pictures` writes them,
/// and here they must be what it would write.
@MainActor
@Suite struct PictureTests {
  private struct Picture: Sendable {
    let name: String
    let size: Size
    let keys: [String]
    var theme = ThemeName.dark
    var palette = PicturePalette.dark
  }

  private nonisolated static let pictures = [
    Picture(
      name: "list", size: Size(columns: 100, rows: 24), keys: ["j", "j", "*", "j", "space", "j"]),
    Picture(
      name: "filter", size: Size(columns: 120, rows: 30),
      keys: ["f", "space", "j", "j", "j", "j", "space"]),
    Picture(name: "map", size: Size(columns: 132, rows: 32), keys: ["j", "m", "enter"]),
    Picture(
      name: "light", size: Size(columns: 132, rows: 28), keys: ["S", "j", "enter", "B", "enter"],
      theme: .light, palette: .light),
  ]

  @Test(arguments: pictures.indices)
  func `the README's pictures are up to date`(index: Int) async throws {
    let picture = Self.pictures[index]
    let app = try await AppHarness(
      picture.size,
      settings: FinderSettings(
        origin: .asImported(Origin.seed), theme: picture.theme, reducesMotion: true),
      capabilities: Capabilities(colors: .trueColor))
    await app.press(picture.keys)
    let svg = CanvasPicture(app.screen, palette: picture.palette).svg
    let file = Self.folder.appending(path: "\(picture.name).svg")
    if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1" {
      try Data(svg.utf8).write(to: file)
    }
    let isCurrent = try Data(contentsOf: file) == Data(svg.utf8)
    #expect(isCurrent, "Scripts/draw-pictures redraws \(picture.name).svg")
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Documentation/Pictures")
}
