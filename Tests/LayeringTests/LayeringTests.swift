import Testing

@Suite struct LayeringTests {
  @Test func `no module imports what the table does not allow`() throws {
    let checker = LayerChecker(rules: ImportTable.rules)
    let violations = try SourceTree.files().flatMap {
      checker.violations(in: $0.text, file: $0.path)
    }
    #expect(violations == [])
  }

  @Test func `every row of the table has its files`() throws {
    let paths = try SourceTree.files().map(\.path)
    let empty = ImportTable.rules.filter { rule in
      !paths.contains { $0.hasPrefix(rule.folder + "/") }
    }
    #expect(empty.map(\.module) == [])
  }
}
