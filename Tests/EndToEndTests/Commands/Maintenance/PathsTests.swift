import Testing

@Suite struct PathsTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `paths follow the XDG variables`() async throws {
    let home = sandbox.folder
    try await expect(
      sandbox.run("paths"),
      is: .output(
        """
        store   \(home)/data/boba/venues.sqlite
        config  \(home)/config/boba/config.toml
        state   \(home)/state/boba/
        log     \(home)/state/boba/boba.log

        """))
  }

  @Test func `paths default to the home folder`() async throws {
    let home = sandbox.folder
    let none: [String: String?] = [
      "XDG_DATA_HOME": nil, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "relative",
    ]
    try await expect(
      sandbox.run("paths", "--format", "json", environment: none),
      is: .output(
        """
        {"store":"\(home)/.local/share/boba/venues.sqlite",\
        "config":"\(home)/.config/boba/config.toml","state":"\(home)/.local/state/boba/",\
        "log":"\(home)/.local/state/boba/boba.log"}

        """))
  }

  @Test func `paths prints the named store`() async throws {
    let named = try await sandbox.run(
      "paths", "--format=json", environment: ["BOBA_STORE": "/a/b.sqlite"])
    #expect(named.stdout.hasPrefix("{\"store\":\"/a/b.sqlite\","))
    let given = try await sandbox.run(
      "paths", "--store", "c \"d\".sqlite", "--format=json",
      environment: ["BOBA_STORE": "/a/b.sqlite"])
    #expect(given.stdout.hasPrefix("{\"store\":\"c \\\"d\\\".sqlite\","))
  }

  @Test func `paths creates no files`() async throws {
    _ = try await sandbox.run("paths")
    try await expect(sandbox.shell("ls"), is: .output(""))
  }
}
