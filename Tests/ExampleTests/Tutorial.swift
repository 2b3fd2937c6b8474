import Foundation

/// An article of the documentation, cut into its blocks of code.
struct Tutorial {
  private var blocks: [(language: String, lines: [String])] = []

  init(_ name: String, in folder: String = "Sources/FetchKit/FetchKit.docc") throws {
    let path = "\(folder)/\(name).md"
    var current: (language: String, lines: [String])?
    for line in try Self.text(of: path).components(separatedBy: "\n") {
      guard line.hasPrefix("```") else {
        current?.lines.append(line)
        continue
      }
      if let block = current { blocks.append(block) }
      current = current == nil ? (String(line.dropFirst(3)), []) : nil
    }
  }

  /// The lines of all blocks of a language.
  func blocks(_ language: String) -> [[String]] {
    blocks.filter { $0.language == language }.map(\.lines)
  }

  /// The statements, each on one line.
  var sql: [String] { blocks("sql").map { $0.joined(separator: " ") } }

  /// All code of an example.
  static func code(of name: String) throws -> String {
    let folder = root.appendingPathComponent("Examples/\(name)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { try text(of: "Examples/\(name)/\($0)") }.joined(separator: "\n")
  }

  private static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
