import Foundation
import Testing

@testable import FetchKit

@Suite struct PrivateFolderTests {
  private let files = FileManager.default
  private let folder = NSTemporaryDirectory() + UUID().uuidString

  init() throws { try files.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  private var names: [String] {
    get throws { try files.contentsOfDirectory(atPath: folder).sorted() }
  }

  private func mode(_ path: String) throws -> Int? {
    try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `it is private and removed with its value`() throws {
    do {
      let made = try PrivateFolder(beside: folder + "/a.sqlite")
      try Data("x".utf8).write(to: URL(filePath: made.path(of: "copy")))
      #expect(made.path.hasPrefix(folder + "/.fetchkit-private-"))
      #expect(try mode(made.path) == 0o700)
    }
    #expect(try names == [])
  }

  @Test func `a published file has its name and mode`() throws {
    let made = try PrivateFolder(beside: folder + "/a")
    try Data("x".utf8).write(to: URL(filePath: made.path(of: "copy")))
    #expect(try made.publish("copy", as: folder + "/a"))
    #expect(try String(contentsOfFile: folder + "/a", encoding: .utf8) == "x")
    #expect(try mode(folder + "/a") == 0o600)
    #expect(try files.contentsOfDirectory(atPath: made.path) == [])
  }

  @Test func `no existing file is replaced, not even a dangling link`() throws {
    let made = try PrivateFolder(beside: folder + "/a")
    try Data("new".utf8).write(to: URL(filePath: made.path(of: "copy")))
    try Data("old".utf8).write(to: URL(filePath: folder + "/a"))
    try files.createSymbolicLink(atPath: folder + "/b", withDestinationPath: folder + "/c")
    #expect(try !made.publish("copy", as: folder + "/a"))
    #expect(try !made.publish("copy", as: folder + "/b"))
    #expect(try String(contentsOfFile: folder + "/a", encoding: .utf8) == "old")
    #expect(!files.fileExists(atPath: folder + "/c"))
    #expect(try made.publish("copy", as: folder + "/a", mode: 0o640, ifExists: .replace))
    #expect(try String(contentsOfFile: folder + "/a", encoding: .utf8) == "new")
    #expect(try mode(folder + "/a") == 0o640)
  }

  @Test func `an abandoned folder is removed, one in use and link targets stay`() throws {
    let used = try PrivateFolder(beside: folder + "/a")
    for name in [".fetchkit-private-abandn", "other"] {
      try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
      try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(name)/copy"))
    }
    try files.createSymbolicLink(
      atPath: folder + "/.fetchkit-private-linked", withDestinationPath: folder + "/other")
    let next = try PrivateFolder(beside: folder + "/b")
    let expected = [".fetchkit-private-linked", "other"] + [used, next].map(\.name)
    #expect(try names == expected.sorted())
    #expect(try files.contentsOfDirectory(atPath: folder + "/other") == ["copy"])
  }

  @Test func `an error gives the reason`() {
    #expect(
      StoreFailure { try PrivateFolder(beside: folder + "/none/a") }
        == StoreFailure(.cannotWrite, "no such file or directory"))
  }
}

extension PrivateFolder {
  fileprivate var name: String { URL(filePath: path).lastPathComponent }
}
