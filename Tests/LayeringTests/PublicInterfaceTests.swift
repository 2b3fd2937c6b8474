import Testing

/// The landing page of FetchKit's documentation.
@Suite struct PublicInterfaceTests {
  @Test func `every public type is on the landing page`() throws {
    let page = try SourceTree.text(of: "Sources/FetchKit/FetchKit.docc/FetchKit.md")
    let type = /^public (?:(?:final|indirect) )*(?:struct|class|enum|protocol) (\w+)/
    let names = try SourceTree.files().filter { $0.path.hasPrefix("Sources/FetchKit/") }
      .flatMap { $0.text.split(separator: "\n") }.compactMap { try type.firstMatch(in: $0)?.1 }
    #expect(names.count > 60)
    #expect(names.filter { !page.contains("- ``\($0)``") } == [])
  }
}
