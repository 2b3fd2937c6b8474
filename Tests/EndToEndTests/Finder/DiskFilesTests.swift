import Finder
import Testing

@testable import boba

/// The targets of exports on the disk.
@Suite struct DiskFilesTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func target(_ path: String) async -> FileTarget {
    await DiskFiles(access: StoreAccess(path: sandbox.store))
      .target(at: sandbox.folder + "/" + path)
  }

  @Test func `a path with blanks and umlauts is taken as it is typed`() async throws {
    try sandbox.makeFolder("my tea")
    try sandbox.makeFolder("Grün")
    try sandbox.write("[]", to: "my tea/a b.json")
    #expect(await target("my tea/new.json") == .free)
    #expect(await target("Grün/new.json") == .free)
    #expect(await target("my tea/a b.json") == .file)
    guard case .missingFolder(let folder) = await target("no such/ü/x.json") else {
      Issue.record("the folder exists")
      return
    }
    #expect(folder.hasSuffix("/no such/ü/"))
  }

  @Test(arguments: ["my tea", "my tea/"])
  func `a folder is no file to replace`(path: String) async throws {
    try sandbox.makeFolder("my tea")
    #expect(await target(path) == .folder)
  }
}
