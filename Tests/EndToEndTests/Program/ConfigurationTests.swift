import Testing

@Suite struct ConfigurationTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.makeFolder("config/boba")
  }

  private func write(_ text: String) throws {
    try sandbox.write(text, to: "config/boba/config.toml")
  }

  @Test func `near in the config is the origin of distances`() async throws {
    try write("# where I live\nnear = [40.7178, -74.0002]\nradius = 300\n")
    try await expect(
      sandbox.run("list", "--limit", "1", "--columns", "name,distance", "--format", "json"),
      is: .output("[{\"name\":\"Kung Fu Tea 功夫茶\",\"distance\":6}]\n"))
    try await expect(sandbox.run("count", "--walking"), is: .output("3\n"))
    try await expect(
      sandbox.run("count", "--walking", "--near", "0,0"), is: .output("0\n"))
  }

  @Test func `--config names another file`() async throws {
    try sandbox.write("near = [0, 0]\n", to: "my.toml")
    try await expect(
      sandbox.run("count", "--within", "1000000", "--config", "my.toml"), is: .output("0\n"))
    try await expect(
      sandbox.run("count", "--config", "none.toml"),
      is: .failure(66, "error: cannot read the config file none.toml: no such file or directory\n"))
  }

  @Test func `an unknown key warns with its line`() async throws {
    try write("mouse = false\n\ncolor = 'red'\n[keys]\nquit = ['q', \"x\"]\n")
    try await expect(
      sandbox.run("count"),
      is: Outcome(
        stdout: "30\n",
        stderr: """
          warning: \(sandbox.folder)/config/boba/config.toml:3: unknown key 'color'; valid: \
          near, radius, units, language, theme, ascii, mouse, motion and [keys]

          """))
  }

  @Test func `all errors are reported at once, with suggestions`() async throws {
    try write(
      "colr = 1\ntheme = 'drak'\nascii = maybe\nraduis = 3\nmouse = true\nunits = 'imperal'\n")
    let file = "\(sandbox.folder)/config/boba/config.toml"
    try await expect(
      sandbox.run("count"),
      is: Outcome(
        status: 65,
        stderr: """
          warning: \(file):1: unknown key 'colr'; valid: near, radius, units, language, theme, \
          ascii, mouse, motion and [keys]
          warning: \(file):4: unknown key 'raduis', did you mean 'radius'?
          error: \(file):3: expected a value, found 'maybe'
          error: \(file):2: theme takes one of auto, terminal, dark, light, high-contrast, \
          color-blind, mono, did you mean 'dark'?
          error: \(file):6: units takes metric or imperial, did you mean 'imperial'?

          """))
  }

  @Test func `one radius counts as walking distance everywhere`() async throws {
    try write("near = [40.7178, -74.0002]\nradius = 300\n")
    try await expect(sandbox.run("count", "--walking"), is: .output("3\n"))
    let stats = try await sandbox.run("stats")
    #expect(stats.stdout.contains(/within walking distance +3\n/))
  }

  @Test func `tables have the units of the config`() async throws {
    try write("units = 'imperial'\n")
    let list = ["list", "--limit", "1", "--sort", "distance", "--columns", "name,distance"]
    let table = try await sandbox.run(list)
    #expect(table.stdout.contains(/Boi Noodles +0.4 mi\n/), "\(table.stdout)")
    try await expect(
      sandbox.run(list + ["--format", "json"]),
      is: .output("[{\"name\":\"Boi Noodles\",\"distance\":567}]\n"))
  }

  @Test(arguments: [
    ("near = 3", ":1: near takes [latitude, longitude]"),
    ("near = [91, 181]", ":1: near takes [latitude, longitude]"),
    ("near = [139.7, 35.6]", ":1: near takes [latitude, longitude], did you mean [35.6, 139.7]?"),
    ("\n\nmouse = 1", ":3: mouse takes true or false"),
    ("units = 'miles'", ":1: units takes metric or imperial"),
    (
      "theme = 'pink'",
      ":1: theme takes one of auto, terminal, dark, light, high-contrast, "
        + "color-blind, mono"
    ),
    ("motion = 'none'", ":1: motion takes full or reduced"),
    ("motion = true", ":1: motion takes full or reduced"),
    ("language = 3", ":1: language takes one of en, zh-Hans, ru"),
    ("theme = \"a", ":1: unterminated string"),
    ("near", ":1: expected '='"),
    ("ascii = maybe", ":1: expected a value, found 'maybe'"),
    ("ascii = true false", ":1: expected end of line"),
    ("ascii = true\n\nascii = true", ":3: ascii is already set in line 1"),
    (
      "mouse = true\n[keys]\nquit = 'q'\nmouse = 'F2'\nquit = []",
      ":5: quit is already set in line 3"
    ),
  ])
  func `an invalid setting is reported with its line`(text: String, message: String) async throws {
    try write(text)
    try await expect(
      sandbox.run("count"),
      is: .failure(65, "error: \(sandbox.folder)/config/boba/config.toml\(message)\n"))
  }
}
