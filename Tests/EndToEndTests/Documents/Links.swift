import Foundation

/// The links of documents to files.
enum Links {
  /// The links of a document that lead nowhere.
  static func missing(in document: String) throws -> [String] {
    let file = URL(filePath: Program.package).appending(path: document)
    let text = try String(contentsOf: file, encoding: .utf8)
    let folder = file.deletingLastPathComponent().path
    return text.matches(of: #/\]\((?<path>[^)#]+)\)/#).map { String($0.path) }
      .filter { !$0.contains("://") }
      .filter { !FileManager.default.fileExists(atPath: folder + "/" + $0) }
      .map { "\(document): \($0)" }
  }
}
