import Testing

@Suite struct CompletionTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The completions of an option's value.
  private func candidates(_ words: String...) async throws -> [String] {
    let option = Array(words.dropLast())
    let last = words.last ?? ""
    let outcome = try await sandbox.run(
      ["---completion"] + option + ["--", last, "3", "0", "boba"] + option + [last])
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
    #expect(!keys.contains("tips.text") && Set(keys).count == keys.count)
    #expect(try await candidates("list", "--where").contains("tips.text"))
    #expect(try await candidates("stats", "--group-by").contains("priceInfo.tier"))
  }

  @Test func `completion creates no store`() async throws {
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

  @Test(arguments: [
    ("boba li", ["list"]), ("boba filters sh", ["show"]), ("boba list --city New", ["New York"]),
    ("boba list --saved ", ["cheap tea"]), ("boba list --sort -ti", ["-tips", "-timeZone"]),
    ("boba list --category Bub", ["Bubble Tea Shop"]), ("boba list --price n", ["none"]),
    (
      "boba stats --group-by location.city,pr",
      ["priceCategory", "tier"].map { "location.city,priceInfo.\($0)" }
    ),
    ("boba list --columns name,name", []), ("boba show 52fc", ["52fc1720498e39f0cf085d06"]),
    ("boba set ver", ["verified="]), ("boba list --format geo", ["geojson"]),
  ])
  func `bash completes a line`(line: String, words: [String]) async throws {
    _ = try await sandbox.run("filters", "save", "cheap tea", "--price", "1")
    try sandbox.write(Self.completing, to: "complete.bash")
    let outcome = try await sandbox.execute(
      ["/usr/bin/env", "bash", "complete.bash"], environment: ["LINE": line])
    expect(outcome, is: .output(words.map { $0 + "\n" }.joined()))
  }

  /// The completions of bash at the end of a line.
  private static let completing = #"""
    source <(boba --generate-completion-script bash)
    COMP_LINE=$LINE COMP_POINT=${#LINE}
    read -ra COMP_WORDS <<<"$LINE"
    if [[ $LINE == *" " ]]; then COMP_WORDS+=(""); fi
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _boba boba "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    if ((${#COMPREPLY[@]})); then printf '%s\n' "${COMPREPLY[@]}"; fi

    """#
}
