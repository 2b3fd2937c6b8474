import Testing

@Suite struct ImportStatementTests {
  @Test(arguments: [
    "import Module",
    "  import   Module",
    "internal import Module",
    "public import Module",
    "@preconcurrency import Module",
    "@testable import Module",
    "@_spi(Inner) @preconcurrency public import Module",
    "import struct Module.Type",
    "package import func Module.call",
    "import Module.Submodule",
    "import `Module`",
    "import\tModule",
  ])
  func `an import is read under its modifiers`(code: String) {
    #expect(ImportStatement.all(in: code) == [ImportStatement(module: "Module", line: 1)])
  }

  @Test(arguments: [
    "importModule()", "let imported = 1", "model.import Module", "canImport(A)", "",
  ])
  func `other code is no import`(code: String) {
    #expect(ImportStatement.all(in: code) == [])
  }

  @Test func `imports are counted by line, several on one too`() {
    #expect(
      ImportStatement.all(in: "import A; import B\n@testable\nimport C")
        == [
          ImportStatement(module: "A", line: 1), ImportStatement(module: "B", line: 1),
          ImportStatement(module: "C", line: 3),
        ])
  }
}
