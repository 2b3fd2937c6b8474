import Testing

@Suite struct CompletionTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// What a shell gets that asks for the value of an option.
  private func candidates(_ words: String...) async throws -> [String] {
    let outcome = try await sandbox.run(
      ["---completion"] + words.dropLast() + ["--", words.last ?? "", "3", "0", "boba"]
        + words.dropLast() + [words.last ?? ""])
    #expect(outcome.stderr == "")
    return outcome.stdout.split(separator: "\n").map(String.init)
  }

  @Test func `cities, categories and saved filters come from the store`() async throws {
    _ = try await sandbox.run("filters", "save", "cheap", "--price", "1")
    #expect(try await candidates("list", "--city").prefix(2) == ["New York", "Queens"])
    #expect(try await candidates("list", "--category").contains("Bubble Tea Shop"))
    #expect(try await candidates("count", "--saved") == ["cheap"])
  }

  @Test func `key paths come from the entity`() async throws {
    let keys = try await candidates("list", "--sort")
    #expect(keys.prefix(3) == ["name", "distance", "price"])
    #expect(keys.contains("location.postalCode") && !keys.contains("searchText"))
  }

  @Test func `completing makes no store`() async throws {
    #expect(try await candidates("list", "--city") == [])
    try await expect(sandbox.shell("ls"), is: .output(""))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell has a script that it can read`(shell: String) async throws {
    let script = try await sandbox.run("--generate-completion-script", shell)
    #expect(script.status == 0)
    for word in ["export", "include-closed", "geojson", "---completion"] {
      #expect(script.stdout.contains(word), "\(word)")
    }
    guard let path = Program.installed(shell) else { return }
    try sandbox.write(script.stdout, to: "script")
    try await expect(sandbox.execute([path, "-n", "script"]), is: .output(""))
  }
}
