import Testing

@Suite struct LayerCheckerTests {
  private let checker = LayerChecker(rules: ImportTable.rules)

  @Test(arguments: [
    ("Sources/Finder/A.swift", "import FetchKit\nimport Venues\nimport TerminalKit"),
    ("Sources/FetchKit/Store/Store.swift", "internal import GRDB\nimport GRDBSQLite"),
    ("Sources/TerminalKit/Drivers/Driver.swift", "import CTerminal"),
    ("Sources/TerminalKit/NcursesDriver.swift", "import CTerminal"),
    ("Sources/FetchKit/SQL/Select.swift", #"let sql = "SELECT 1""#),
    ("Sources/Venues/A.swift", #"let title = "Delete a venue", word = "SELECTED""#),
    ("Sources/Venues/A.swift", "// import GRDB\n/* \"SELECT\" /* import GRDB */ */"),
  ])
  func `allowed sources pass`(file: String, source: String) {
    #expect(checker.violations(in: source, file: file) == [])
  }

  @Test(arguments: [
    ("Sources/Finder/A.swift", "import GRDB", "Finder may not import GRDB"),
    ("Sources/Finder/A.swift", "import Glibc", "Finder may not import Glibc"),
    ("Sources/Venues/A.swift", "import VenueImport", "Venues may not import VenueImport"),
    ("Sources/FetchKit/A.swift", "import Venues", "FetchKit may not import Venues"),
    ("Sources/TerminalKit/A.swift", "import FetchKit", "TerminalKit may not import FetchKit"),
    ("Sources/boba/A.swift", "import CTerminal", "boba may not import CTerminal"),
    ("Resources/A.swift", "import Foundation", "Resources may not import Foundation"),
    (
      "Sources/FetchKit/Model/A.swift", "import GRDB",
      "FetchKit may import GRDB only in Store/"
    ),
    (
      "Sources/FetchKit/StoreKeeper.swift", "import GRDBSQLite",
      "FetchKit may import GRDBSQLite only in Store/"
    ),
    (
      "Sources/TerminalKit/Canvas.swift", "import CTerminal",
      "TerminalKit may import CTerminal only in Drivers/"
    ),
    ("Sources/Other/A.swift", "", "its module has no row in the import table"),
    ("Sources/VenuesMore/A.swift", "", "its module has no row in the import table"),
  ])
  func `a forbidden import is found`(file: String, source: String, reason: String) {
    let found = checker.violations(in: source, file: file)
    #expect(found == [Violation(file: file, line: 1, reason: reason)])
  }

  @Test(arguments: ["Venues", "VenueImport", "Finder", "boba", "TerminalKit"])
  func `SQL text outside FetchKit is found`(module: String) {
    let source = #"""
      let a = "SELECT id"
      let b = #"PRAGMA x"#
      let c = """

          UPDATE venue
        """
      let d = "\(name("DELETE FROM venue"))"
      let e = "INSERT", f = "CREATE TABLE a"
      """#
    let file = "Sources/\(module)/A.swift"
    let reason = "\(module) may not hold SQL text"
    #expect(
      checker.violations(in: source, file: file)
        == [1, 2, 3, 7, 8, 8].map { Violation(file: file, line: $0, reason: reason) })
  }

  @Test func `a violation names its file and line`() {
    let found = checker.violations(in: "\n\nimport GRDB", file: "Sources/boba/Main.swift")
    #expect(found.map(\.description) == ["Sources/boba/Main.swift:3: boba may not import GRDB"])
  }
}
