// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "fetching",
  dependencies: [
    .package(name: "boba", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "fetching",
      dependencies: [
        .product(name: "FetchKit", package: "boba"), .product(name: "GRDB", package: "GRDB.swift"),
      ])
  ]
)
