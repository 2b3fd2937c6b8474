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
    var name: String
    let size: Size
    let keys: [String]
    var theme = ThemeName.dark
    var palette = PicturePalette.dark
  }

  private nonisolated static let stills = [
    Picture(
      name: "list", size: Size(columns: 100, rows: 24), keys: ["j", "j", "*", "j", "space", "j"]),
    Picture(
      name: "filter", size: Size(columns: 120, rows: 30),
      keys: ["f", "space", "j", "j", "j", "j", "space"]),
    Picture(name: "map", size: Size(columns: 132, rows: 32), keys: ["j", "m", "enter"]),
    Picture(
      name: "statistics", size: Size(columns: 100, rows: 24), keys: ["b", "S", "6", "x", "2"]),
  ]

  /// Each picture in both themes.
  private nonisolated static let pictures =
    stills
    + stills.map { still in
      var picture = still
      (picture.name, picture.theme, picture.palette) = (still.name + "-light", .light, .light)
      return picture
    }

  @Test(arguments: pictures.indices)
  func `the README's pictures are up to date`(index: Int) async throws {
    let picture = Self.pictures[index]
    let app = try await app(picture.size, picture.theme)
    await app.press(picture.keys)
    try expect(CanvasPicture(app.screen, palette: picture.palette).svg, in: picture.name)
  }

  private func app(_ size: Size, _ theme: ThemeName) async throws -> AppHarness {
    try await AppHarness(
      size,
      settings: FinderSettings(
        origin: .asImported(Origin.seed), theme: theme, reducesMotion: true),
      capabilities: Capabilities(colors: .trueColor))
  }

  private func expect(_ svg: String, in name: String) throws {
    let file = Self.folder.appending(path: "\(name).svg")
    if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1" {
      try Data(svg.utf8).write(to: file)
    }
    let isCurrent = try Data(contentsOf: file) == Data(svg.utf8)
    #expect(isCurrent, "Scripts/draw-pictures redraws \(name).svg")
  }

  /// Keys of the recording, with how long to look at the screen after each, in tenths of a second.
  private nonisolated static let recording: [(keys: [String], duration: Int)] = [
    ([], 20), (["f"], 15), (["space"], 12), (["j", "j", "j", "j"], 5), (["space"], 15),
    (["enter"], 15), (["c", "m"], 15), (["+"], 6), (["+"], 6), (["+"], 12), (["J"], 8), (["J"], 8),
    (["L"], 12), (["esc", "b"], 15), (["S", "6"], 12), ([">"], 15), (["x", "2"], 20), (["esc"], 8),
    (["I"], 8), (["=data/new.json"], 10), (["enter"], 15), (["enter", "u"], 25),
  ]

  @Test func `the README's recording is up to date`() async throws {
    let app = try await app(Size(columns: 110, rows: 26), .dark)
    var frames: [CanvasAnimation.Frame] = []
    for step in Self.recording {
      for key in step.keys {
        if key.hasPrefix("=") {
          await app.post(.paste(String(key.dropFirst())))
        } else {
          await app.press(key)
        }
      }
      frames.append(CanvasAnimation.Frame(app.screen, duration: step.duration))
    }
    try expect(CanvasAnimation(frames).svg.withoutTimes, in: "recording")
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Documentation/Pictures")
}
