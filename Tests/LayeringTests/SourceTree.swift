import Foundation

/// The Swift files of this package that the program is made of.
enum SourceTree {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The files' text by their path from the root of the package, in order of the paths.
  static func files() throws -> [(path: String, text: String)] {
    try [
      "Sources", "Resources", "Examples", "Tests/Conformance", "Tests/TestSupport",
      "Tests/TerminalTestSupport",
    ]
    .flatMap { folder in
      let names = try FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path)
      return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
        let path = "\(folder)/\(name)"
        return (path, try text(of: path))
      }
    }
  }

  /// The text of a file by its path from the root of the package.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
