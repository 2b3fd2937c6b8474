import Foundation

/// The fenced blocks of a document in Markdown.
struct FencedBlocks {
  struct Block: Equatable {
    /// The info string of the fence, such as `console`.
    var language: String
    /// The programs that the commands of the block need, named after the language.
    var tools: [String] = []
    var lines: [String] = []

    /// Whether the programs are installed.
    var isRunnable: Bool { tools.allSatisfy { Program.installed($0) != nil } }
  }

  private(set) var blocks: [Block] = []

  /// Reads a document, by its path from the folder of the package.
  init(of document: String) throws {
    let path = URL(filePath: Program.package).appending(path: document)
    var open: Block?
    for line in try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? Self.block(line.dropFirst(3)) : nil
      } else {
        open?.lines.append(line)
      }
    }
  }

  private static func block(_ fence: Substring) -> Block {
    let words = fence.split(separator: " ").map(String.init)
    return Block(language: words.first ?? "", tools: Array(words.dropFirst()))
  }

  /// The blocks of some languages, in their order.
  func blocks(in languages: String...) -> [Block] {
    blocks.filter { languages.contains($0.language) }
  }
}
