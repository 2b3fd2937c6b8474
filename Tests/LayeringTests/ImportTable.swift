/// The permitted imports. A new edge changes this table and needs a decision record.
enum ImportTable {
  /// Modules of Swift on Linux without file access, for modules without I/O.
  private static let values: Set = ["Foundation", "FoundationEssentials", "Synchronization"]
  /// The same with the operating system: for the modules that open something.
  private static let system = values.union(["Dispatch", "Glibc"])

  static let rules = [
    ImportRule(module: "Collation", folder: "Sources/Collation", imports: ["Foundation"]),
    ImportRule(
      module: "SQLiteBulkLoad", folder: "Sources/SQLiteBulkLoad",
      imports: ["Foundation", "Dispatch", "CBytes"]),
    ImportRule(
      module: "FetchKit", folder: "Sources/FetchKit",
      imports: system.union(["Collation", "SQLiteBulkLoad"]),
      confined: ["GRDB": store, "GRDBSQLite": store, "CStore": store],
      writesSQL: true),
    ImportRule(
      module: "ColumnCache", folder: "Sources/ColumnCache",
      imports: system.union(["FetchKit", "CColumns"])),
    ImportRule(
      module: "Venues", folder: "Sources/Venues",
      imports: values.union(["FetchKit"])),
    ImportRule(module: "JSONStream", folder: "Sources/JSONStream", imports: ["CBytes"]),
    ImportRule(
      module: "VenueImport", folder: "Sources/VenueImport",
      imports: system.union(["FetchKit", "Venues", "JSONStream", "CBytes", "CZlib"])),
    ImportRule(
      module: "TerminalKit", folder: "Sources/TerminalKit",
      imports: system,
      confined: ["CTerminal": drivers]),
    ImportRule(
      module: "Finder", folder: "Sources/Finder",
      imports: values.union([
        "FetchKit", "Venues", "VenueImport", "TerminalKit", "Resources",
      ])),
    ImportRule(
      module: "boba", folder: "Sources/boba",
      imports: system.union([
        "FetchKit", "ColumnCache", "Venues", "VenueImport", "TerminalKit", "Finder", "Resources",
        "ArgumentParser", "CBuild",
      ])),
    ImportRule(
      module: "fetchkit-conformance", folder: "Tests/Conformance",
      imports: system.union(["FetchKit"])),
    ImportRule(
      module: "BooksExample", folder: "Examples/Books", imports: ["FetchKit", "Foundation"]),
    ImportRule(module: "LibraryExample", folder: "Examples/Library", imports: ["FetchKit"]),
    ImportRule(
      module: "ServerExample", folder: "Examples/Server",
      imports: ["FetchKit", "Foundation"]),
    ImportRule(
      module: "RelationshipsExample", folder: "Examples/Relationships", imports: ["FetchKit"]),
    ImportRule(
      module: "WorkersExample", folder: "Examples/Workers", imports: ["FetchKit", "Foundation"]),
    ImportRule(module: "TestSupport", folder: "Tests/TestSupport", imports: ["Foundation"]),
    ImportRule(
      module: "TerminalTestSupport", folder: "Tests/TerminalTestSupport", imports: ["TerminalKit"]),
    ImportRule(module: "Resources", folder: "Resources", imports: ["CResources"]),
  ]

  private static let store = ImportRule.Place(folder: "Store")
  private static let drivers = ImportRule.Place(folder: "Drivers", filePrefix: "Ncurses")
}
