// swift-tools-version: 6.2
import CompilerPluginSupport
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

let package = Package(
  name: "FetchKitMacros",
  products: [.library(name: "FetchKitMacros", targets: ["FetchKitMacros"])],
  dependencies: [
    .package(name: "boba", path: ".."),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "602.0.0"),
  ],
  targets: [
    .macro(
      name: "EntityMacro",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .target(
      name: "FetchKitMacros",
      dependencies: ["EntityMacro", .product(name: "FetchKit", package: "boba")],
      swiftSettings: strict),
    .testTarget(
      name: "EntityMacroTests",
      dependencies: [
        "EntityMacro",
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "Bookshop", dependencies: ["FetchKitMacros"], path: "Examples/Bookshop",
      swiftSettings: strict),
    .testTarget(
      name: "FetchKitMacrosTests", dependencies: ["FetchKitMacros", "Bookshop"],
      swiftSettings: strict),
  ]
)
