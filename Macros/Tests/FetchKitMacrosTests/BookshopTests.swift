import Foundation
import Testing

/// The program of the tutorial with the macro does what its page says.
struct BookshopTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The blocks of a language in the tutorial.
  private func blocks(_ language: String) throws -> [String] {
    let page = try text("Sources/FetchKit/FetchKit.docc/Bookshop.md")
    return page.components(separatedBy: "\n```").compactMap { part in
      part.hasPrefix(language + "\n") ? String(part.dropFirst(language.count + 1)) : nil
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  @Test func `the code of the tutorial is that of the program, in under 80 lines`() throws {
    let program = try text("Macros/Examples/Bookshop/main.swift")
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count < 80)
    let blocks = try blocks("swift")
    #expect(blocks.count == 5)
    for block in blocks { #expect(program.contains(block)) }
  }

  @Test func `the program prints what the tutorial says`() throws {
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "Bookshop")
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(
      try String(decoding: printed, as: UTF8.self) == blocks("text").joined(separator: "\n") + "\n")
  }
}
