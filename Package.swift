// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors in CI only: those of a newer compiler must not keep anybody from building.
let warnings: [SwiftSetting] =
  Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// Every module is built as Swift 6.
let strict: [SwiftSetting] =
  warnings + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// The commit, for `boba --version`; empty outside of a clone.
let commit =
  Context.gitInformation.map {
    $0.currentCommit.prefix(12) + ($0.hasUncommittedChanges ? "+" : "")
  } ?? ""

let package = Package(
  name: "boba",
  products: [
    .library(name: "FetchKit", targets: ["FetchKit"]),
    .executable(name: "boba", targets: ["boba"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "Collation", swiftSettings: strict),
    .target(name: "SQLiteBulkLoad", dependencies: ["CBytes"], swiftSettings: strict),
    .target(
      name: "FetchKit",
      dependencies: [
        "Collation", "SQLiteBulkLoad", "CStore",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      exclude: ["README.md"], swiftSettings: strict),
    .target(name: "ColumnCache", dependencies: ["FetchKit", "CColumns"], swiftSettings: strict),
    .target(name: "CResources"),
    .target(
      name: "Resources", dependencies: ["CResources"], path: "Resources",
      exclude: ["seed.json", "Strings"], swiftSettings: strict),
    .target(name: "Venues", dependencies: ["FetchKit"], swiftSettings: strict),
    .target(name: "CBytes"),
    .target(name: "CColumns"),
    .target(name: "CStore"),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "JSONStream", dependencies: ["CBytes"], swiftSettings: strict),
    .target(
      name: "VenueImport", dependencies: ["FetchKit", "Venues", "JSONStream", "CBytes", "CZlib"],
      swiftSettings: strict),
    .target(
      name: "CTerminal",
      cSettings: [.define("_GNU_SOURCE"), .define("NCURSES_WIDECHAR", to: "1")],
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "TerminalKit", dependencies: ["CTerminal"], swiftSettings: strict),
    .target(
      name: "Finder",
      dependencies: ["FetchKit", "Venues", "VenueImport", "TerminalKit", "Resources"],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .target(name: "CBuild", cSettings: [.define("BOBA_COMMIT", to: "\"\(commit)\"")]),
    .executableTarget(
      name: "boba",
      dependencies: [
        "CBuild", "FetchKit", "ColumnCache", "Venues", "VenueImport", "TerminalKit", "Finder",
        "Resources",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "fetchkit-conformance", dependencies: ["FetchKit"], path: "Tests/Conformance",
      swiftSettings: strict),
    .testTarget(
      name: "ConformanceTests", dependencies: ["fetchkit-conformance", "FetchKit"],
      resources: [.copy("Cases")], swiftSettings: strict),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "CollationTests", dependencies: ["Collation", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SQLiteBulkLoadTests",
      dependencies: [
        "SQLiteBulkLoad", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FetchKitTests",
      dependencies: [
        "FetchKit", "ColumnCache", "SQLiteBulkLoad", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ColumnCacheTests",
      dependencies: [
        "ColumnCache", "FetchKit", "FetchKitTests", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "BooksExample", dependencies: ["FetchKit"], path: "Examples/Books",
      swiftSettings: strict),
    .executableTarget(
      name: "LibraryExample", dependencies: ["FetchKit"], path: "Examples/Library",
      swiftSettings: strict),
    .executableTarget(
      name: "RelationshipsExample", dependencies: ["FetchKit"], path: "Examples/Relationships",
      swiftSettings: strict),
    .executableTarget(
      name: "WorkersExample", dependencies: ["FetchKit"], path: "Examples/Workers",
      swiftSettings: strict),
    .executableTarget(
      name: "ServerExample", dependencies: ["FetchKit"], path: "Examples/Server",
      swiftSettings: strict),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "BooksExample", "LibraryExample", "RelationshipsExample", "ServerExample", "WorkersExample",
        "FetchKit",
      ],
      swiftSettings: strict),
    .testTarget(name: "VenuesTests", dependencies: ["Venues", "FetchKit"], swiftSettings: strict),
    .testTarget(
      name: "JSONStreamTests", dependencies: ["JSONStream", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "VenueImportTests",
      dependencies: ["CZlib", "VenueImport", "Venues", "FetchKit", "JSONStream", "TestSupport"],
      swiftSettings: strict),
    .target(
      name: "TerminalTestSupport", dependencies: ["TerminalKit"], path: "Tests/TerminalTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "TerminalKitTests",
      dependencies: ["TerminalKit", "TerminalTestSupport", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FinderTests",
      dependencies: [
        "Finder", "TerminalKit", "Venues", "FetchKit", "ColumnCache", "VenueImport", "Resources",
        "TerminalTestSupport", "TestSupport",
      ],
      exclude: ["Dumps"],
      swiftSettings: strict),
    .testTarget(name: "LayeringTests", swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["boba", "FetchKit", "TerminalKit", "TestSupport", "Venues"],
      exclude: ["Stores", "Documents/StandIns"], swiftSettings: strict),
  ]
)

// `Scripts/test --filter` builds only the test targets that it needs.
if let names = Context.environment["BOBA_TEST_TARGETS"], !names.isEmpty {
  let names = names.split(separator: ",").map(String.init)
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
