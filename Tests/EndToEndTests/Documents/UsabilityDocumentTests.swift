import Foundation
import Testing

/// Tests that Documentation/UsabilityTests.md names existing tests.
struct UsabilityDocumentTests {
  @Test func `every complaint has a test`() throws {
    let root = URL(filePath: Program.package)
    let rows = try String(
      contentsOf: root.appending(path: "Documentation/UsabilityTests.md"), encoding: .utf8
    )
    .split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| complaint") }
    #expect(rows.count > 50)
    let tests = try testNames(in: root.appending(path: "Tests"))
    for row in rows {
      let name = try #require(row.split(separator: "`").dropFirst().first)
      #expect(tests.contains(String(name)), "\(row)")
    }
  }

  private func testNames(in folder: URL) throws -> Set<String> {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      names.formUnion(text.matches(of: /func `([^`]*)`/).map { String($0.1) })
    }
    return names
  }
}
