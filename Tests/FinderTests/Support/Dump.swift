import TerminalTestSupport
import Foundation
import TerminalKit
import TestSupport
import Testing

/// Screens as they should be, each in a file beside the tests.
///
/// With `UPDATE_DUMPS=1` in the environment the files are written instead of compared.
enum Dump {
  static func expect(
    _ canvas: Canvas, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(canvas.dump(), is: name, sourceLocation: sourceLocation)
  }

  static func expect(
    _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: "\(name).txt")
    if GeneratedFile.isWriting {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == expected, sourceLocation: sourceLocation)
  }

  private static let folder = GeneratedFile.package.appending(path: "Tests/FinderTests/Dumps")
}
