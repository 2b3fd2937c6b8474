import Testing

/// The documentation of FetchKit's public interface.
@Suite struct PublicInterfaceTests {
  /// Requirements of protocols, whose implementations have the documentation of the protocol.
  private static let requirements = [
    "attributeType", "isOptional", "attributeValue", "predicateExpression",
  ]

  /// Each line with the one before it and before its attributes.
  private static func lines() throws -> [(file: String, before: Substring, line: Substring)] {
    let folders = ["Sources/FetchKit/", "Sources/Collation/"]
    let files = try SourceTree.files().filter { file in
      folders.contains { file.path.hasPrefix($0) }
    }
    return files.flatMap { file in
      var before: Substring = ""
      return file.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        defer { if !line.contains(/^ *[@)]/) { before = line } }
        return (file.path, before, line)
      }
    }
  }

  @Test func `every public declaration has a comment`() throws {
    let undocumented = try Self.lines().filter { _, before, line in
      line.contains(/^ *public (?!import)/) && !before.contains("///")
        && !Self.requirements.contains(where: line.contains)
    }
    #expect(undocumented.map { "\($0.file): \($0.line)" } == [])
  }

  @Test func `every public type is on the landing page`() throws {
    let page = try SourceTree.text(of: "Sources/FetchKit/FetchKit.docc/FetchKit.md")
    let type = /^public (?:(?:final|indirect) )*(?:struct|class|enum|protocol) (\w+)/
    let names = try Self.lines().compactMap { try type.firstMatch(in: $0.line)?.1 }
    #expect(names.count > 70)
    #expect(names.filter { !page.contains("- ``\($0)``") } == [])
  }
}
