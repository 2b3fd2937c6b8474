import FetchKit
import Foundation
import Glibc
import Testing
import Venues

@Suite struct StoreTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func open() throws -> FetchStore {
    try FetchStore(path: sandbox.store, model: ManagedObjectModel(entities: [Venue.entity]))
  }

  @Test func `bundled venues do not reappear after a deletion`() async throws {
    try await expect(sandbox.run("count"), is: .output("30\n"))
    _ = try await open().perform(BatchDeleteRequest(entity: Venue.entity, where: nil))
    try await expect(sandbox.run("count"), is: .output("0\n"))
  }

  @Test func `bundled venues reappear after the store file is deleted`() async throws {
    #expect(try await sandbox.run("set", "name=A", "--all", "--yes").status == 0)
    try await expect(sandbox.shell("rm -r data"), is: .output(""))
    try await expect(sandbox.run("count", "--where", "name == 'A'"), is: .output("0\n"))
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test func `two simultaneous first starts fill the store once`() async throws {
    async let first = sandbox.run("count")
    async let second = sandbox.run("count")
    async let third = sandbox.run("list", "--columns=id", "--format=tsv")
    #expect(try await [first, second] == [.output("30\n"), .output("30\n")])
    #expect(try await third.stdout.split(separator: "\n").count == 31)
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test func `a named store must exist`() async throws {
    let message = """
      error: no store at none.sqlite: create it with `boba import FILE --store none.sqlite`

      """
    try await expect(sandbox.run("count", "--store", "none.sqlite"), is: .failure(66, message))
    try await expect(
      sandbox.run("count", environment: ["BOBA_STORE": "none.sqlite"]), is: .failure(66, message))
    try await expect(sandbox.shell("ls"), is: .output(""))
  }

  @Test func `a named store is not filled`() async throws {
    _ = try await sandbox.run(
      "import", "-", "--store", "my.sqlite", stdin: "{\"id\":\"a\",\"name\":\"A\"}")
    try await expect(sandbox.run("count", "--store=my.sqlite"), is: .output("1\n"))
    let named = try await sandbox.run("count", environment: ["BOBA_STORE": "my.sqlite"])
    expect(named, is: .output("1\n"))
    let both = try await sandbox.run(
      "count", "--store", "my.sqlite", environment: ["BOBA_STORE": "none.sqlite"])
    expect(both, is: .output("1\n"))
  }

  @Test func `an import into the default store does not fill it`() async throws {
    _ = try await sandbox.run("import", "-", stdin: "{\"id\":\"a\",\"name\":\"A\"}")
    try await expect(sandbox.run("count"), is: .output("1\n"))
  }

  @Test func `another file cannot be opened as a store`() async throws {
    try sandbox.write("not a store, and long enough to be taken for one", to: "a.sqlite")
    let outcome = try await sandbox.run("count", "--store", "a.sqlite")
    #expect(outcome.status == 66)
    #expect(outcome.stderr.hasPrefix("error: cannot open the store a.sqlite: "))
    #expect(outcome.stdout == "")
  }

  @Test(arguments: [".", "./", "data"])
  func `a folder is not a store`(path: String) async throws {
    _ = try await sandbox.shell("mkdir data")
    try await expect(
      sandbox.run("count", "--store", path),
      is: .failure(66, "error: cannot open the store \(path): it is a folder\n"))
  }

  @Test func `reading does not change the file`() async throws {
    _ = try await sandbox.run("count")
    let before = try sandbox.read("data/boba/venues.sqlite")
    try await expect(sandbox.run("count"), is: .output("30\n"))
    _ = try await sandbox.run("import", "-", stdin: "{")
    #expect(try sandbox.read("data/boba/venues.sqlite") == before)
    try await expect(sandbox.shell("ls data/boba"), is: .output("venues.sqlite\n"))
  }

  @Test func `a store in a read-only folder can be counted`() async throws {
    _ = try await sandbox.run("count")
    let asNobody = geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups" : ""
    // Nobody may be unable to reach the program where it was built.
    _ = try await sandbox.shell(
      """
      cp "$(command -v boba)" boba && chmod 755 . data boba
      chmod 555 data/boba; chmod 444 data/boba/venues.sqlite
      """)
    let line = "\(asNobody) ./boba count --store data/boba/venues.sqlite"
    try await expect(sandbox.shell(line), is: .output("30\n"))
    _ = try await sandbox.shell("chmod 755 data/boba")
  }

  @Test func `an error creating a folder is reported`() async throws {
    try sandbox.write("", to: "data")
    let outcome = try await sandbox.run("count")
    expect(
      outcome,
      is: .failure(
        73, "error: cannot create the folder \(sandbox.folder)/data/boba: not a directory\n"))
  }

  @Test func `a locked store is an error after a timeout`() async throws {
    #expect(try await sandbox.run("count") == .output("30\n"))
    let store = try open()
    let release = DispatchSemaphore(value: 0)
    await withCheckedContinuation { held in
      Thread.detachNewThread {
        try? store.write("Hold") { _ in
          held.resume()
          release.wait()
        }
      }
    }
    let outcome = try await sandbox.run("set", "note=a", "--all", "--yes")
    release.signal()
    #expect(outcome.status == 75)
    #expect(outcome.stdout == "")
    #expect(outcome.stderr.hasPrefix("error: "))
    try await expect(sandbox.run("count", "--where", "note == 'a'"), is: .output("0\n"))
  }
}
