// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "fetching",
  dependencies: [.package(name: "boba", path: "../..")],
  targets: [
    .executableTarget(
      name: "fetching", dependencies: [.product(name: "FetchKit", package: "boba")])
  ]
)
