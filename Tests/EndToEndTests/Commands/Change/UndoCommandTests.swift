import Testing

@Suite struct UndoCommandTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `a deletion can be undone and redone`() async throws {
    let before = try await sandbox.run("export")
    try await expect(
      sandbox.run("delete", "--where", "specialCount > 0", "--yes"),
      is: .output("6 venues deleted\n"))
    try await expect(sandbox.run("count"), is: .output("24\n"))
    try await expect(sandbox.run("undo"), is: .output("undone: Delete venues (6 venues)\n"))
    try await expect(sandbox.run("export"), is: before)
    try await expect(sandbox.run("redo"), is: .output("redone: Delete venues (6 venues)\n"))
    try await expect(sandbox.run("count"), is: .output("24\n"))
  }

  @Test func `undoing an import brings back the origin of the distances`() async throws {
    let metadata =
      "SELECT key LIKE 'undo.%', value FROM fetchkit_metadata WHERE key LIKE '%client.origin'"
    let before = try await sandbox.run("count")
    #expect(before == .output("30\n"))
    let venue = #"{"id":"n","name":"New","specialCount":0}"#
    for _ in 1...2 {
      try await expect(
        sandbox.sql(metadata), is: .output("0|40.75925,-73.98467\n"))
      _ = try await sandbox.run("import", "-", stdin: venue)
      _ = try await sandbox.run("undo")
      _ = try await sandbox.run("redo")
      try await expect(
        sandbox.sql(metadata), is: .output("1|40.75925,-73.98467\n"))
      _ = try await sandbox.run("undo")
      // Another change drops the undone import, with what it kept.
      _ = try await sandbox.run("set", "note=x", "--price", "3")
      _ = try await sandbox.run("undo")
      _ = try await sandbox.run("set", "note=", "--all", "--yes")
    }
  }

  @Test func `--steps undoes several changes`() async throws {
    _ = try await sandbox.run("set", "note=a", "--price", "3")
    _ = try await sandbox.run("set", "rating=7", "city=Here", "--price", "3")
    try await expect(
      sandbox.run("undo", "--steps", "5"),
      is: .output(
        "undone: Set location.city, rating (1 venue)\nundone: Set note (1 venue)\n"))
    try await expect(
      sandbox.run("undo"), is: .failure(1, "error: nothing to undo\n"))
    _ = try await sandbox.run("redo", "--steps", "2")
    try await expect(
      sandbox.run("redo"), is: .failure(1, "error: nothing to redo\n"))
    try await expect(sandbox.run("count", "--where", "note == 'a'"), is: .output("1\n"))
  }

  @Test func `the history lists changes, newest first`() async throws {
    try await expect(sandbox.run("history", "--format", "json"), is: .output("[]\n"))
    _ = try await sandbox.run("set", "note=a", "--price", "3")
    _ = try await sandbox.run("delete", "--price", "3")
    _ = try await sandbox.run("undo")
    let json = try await sandbox.run("history", "--format", "json").stdout
    let date = #/"date":"[-0-9T:.]+Z"/#
    #expect(
      json.replacing(date, with: "DATE") == """
        [{"step":3,"name":"Delete venues",DATE,"count":1,"undone":true},
         {"step":2,"name":"Set note",DATE,"count":1,"undone":false}]

        """)
    // A moment has as many digits as it needs, and its column too.
    let table = try await sandbox.run("history").stdout
      .replacing(#/ \d{4}-[-0-9T:.]+Z +/#, with: " DATE ")
      .replacing(#/Date +/#, with: "Date  ")
    #expect(
      table == """
        Step  Change         Date  Venues  State
           3  Delete venues  DATE 1  undone
           2  Set note       DATE 1  done

        """)
  }

  @Test func `a change without effect is not in the history`() async throws {
    _ = try await sandbox.run("set", "note=a", "--price", "3")
    let before = try await sandbox.run("history")
    _ = try await sandbox.run("set", "note=a", "--price", "3")
    _ = try await sandbox.run("delete", "--search", "zzzz")
    try await expect(sandbox.run("history"), is: before)
    _ = try await sandbox.run("undo")
    _ = try await sandbox.run("set", "verified=true", "--where", "verified == YES", "--yes")
    try await expect(sandbox.run("redo"), is: .output("redone: Set note (1 venue)\n"))
  }

  @Test func `a deletion needs a filter and --yes`() async throws {
    try await expect(
      sandbox.run("delete"),
      is: .failure(64, "error: specify a filter, or --all for every venue\n"))
    try await expect(
      sandbox.run("delete", "--price", "2"),
      is: .failure(64, "error: this would delete 2 venues; confirm with --yes\n"))
    try await expect(sandbox.run("delete", "--search", "zzzz"), is: .output("0 venues deleted\n"))
    try await expect(
      sandbox.run("delete", "--all", "--yes", "--format", "json"),
      is: .output("{\"matched\":30,\"changed\":30}\n"))
    try await expect(sandbox.run("count"), is: .output("0\n"))
  }
}
