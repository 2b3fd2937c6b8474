import Foundation
import Testing

@Suite struct ImportTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `importing a file again changes nothing`() async throws {
    try sandbox.copySeed()
    try await expect(
      sandbox.importing("seed.json"),
      is: .output(
        """
        seed.json: 30 rows: 30 inserted, 0 updated, 0 unchanged, 0 skipped (24552 bytes, SECONDS)

        """))
    try await expect(
      sandbox.importing("seed.json"),
      is: .output(
        """
        seed.json: 30 rows: 0 inserted, 0 updated, 30 unchanged, 0 skipped (24552 bytes, SECONDS)

        """))
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test func `--report json prints the report as JSON`() async throws {
    try sandbox.write("[{\"id\":\"a\",\"name\":\"A\"},{\"id\":\"a\",\"name\":\"B\"}]", to: "a.json")
    let file = """
      {"bytes":45,"format":"v2","inserted":1,"path":"a.json","rows":2,"seconds":SECONDS,\
      "skipped":1,"skippedRows":[{"column":2,"line":1,"reason":"repeated id"}],\
      "unchanged":0,"updated":0,"warnings":[]}
      """
    let total = """
      {"bytes":45,"inserted":1,"rows":2,"seconds":SECONDS,"skipped":1,"unchanged":0,"updated":0}
      """
    try await expect(
      sandbox.importing("a.json", "--report", "json"),
      is: .output("{\"files\":[\(file)],\"total\":\(total)}\n"))
    try await expect(
      sandbox.run("list", "--columns", "name", "--format", "json"),
      is: .output("[{\"name\":\"B\"}]\n"))
  }

  @Test func `an import updates venues and keeps favorites and notes`() async throws {
    try sandbox.write("[{\"id\":\"a\",\"name\":\"A\"},{\"id\":\"b\",\"name\":\"B\"}]", to: "a.json")
    _ = try await sandbox.run("import", "a.json")
    _ = try await sandbox.run("set", "favorite=yes", "note=mine", "--all", "--yes")
    try sandbox.write("[{\"id\":\"a\",\"name\":\"C\"},{\"id\":\"b\",\"name\":\"B\"}]", to: "a.json")
    try await expect(
      sandbox.importing("a.json"),
      is: .output(
        "a.json: 2 rows: 0 inserted, 1 updated, 1 unchanged, 0 skipped (45 bytes, SECONDS)\n"))
    try await expect(
      sandbox.run("list", "--columns", "id,name,favorite,note", "--format", "csv"),
      is: .output("id,name,favorite,note\r\nb,B,true,mine\r\na,C,true,mine\r\n"))
  }

  @Test(arguments: [
    ("{\"response\":{\"venues\":[{\"id\":\"a\",\"name\":\"A\"}]}}", "v2 search"),
    (
      "{\"response\":{\"groups\":[{\"items\":[{\"venue\":{\"id\":\"a\",\"name\":\"A\"}}]}]}}",
      "v2 explore"
    ),
    ("[{\"id\":\"a\",\"name\":\"A\"}]", "a bare array"),
    ("{\"id\":\"a\",\"name\":\"A\"}\n", "NDJSON"),
    ("\u{FEFF}[{\"id\":\"a\",\"name\":\"A\"}]\r\n", "an array after a byte order mark"),
  ])
  func `the structure of a file is detected`(text: String, envelope: String) async throws {
    let outcome = try await sandbox.importing("-", stdin: text)
    expect(
      outcome,
      is: .output(
        """
        -: 1 row: 1 inserted, 0 updated, 0 unchanged, 0 skipped (\(text.utf8.count) bytes, \
        SECONDS)

        """))
    try await expect(
      sandbox.run("list", "--columns", "id,name", "--format", "json"),
      is: .output("[{\"id\":\"a\",\"name\":\"A\"}]\n"))
  }

  @Test(arguments: ["cat seed.json", "gzip -c seed.json", "iconv -t UTF-16 seed.json"])
  func `standard input is imported like a file`(command: String) async throws {
    try sandbox.copySeed()
    let stores = ["file.sqlite", "pipe.sqlite"]
    _ = try await sandbox.importing("seed.json", "--store", stores[0])
    let outcome = try await sandbox.shell("\(command) | boba import - --store \(stores[1])")
    #expect(outcome.status == 0)
    #expect(outcome.stdout.hasPrefix("-: 30 rows: 30 inserted, 0 updated, 0 unchanged, 0 skipped"))
    let exports = [
      try await sandbox.run("export", "--format", "json", "--store", stores[0]),
      try await sandbox.run("export", "--format", "json", "--store", stores[1]),
    ]
    #expect(exports[0].stdout.count { $0 == "{" } == 30)
    #expect(exports[0] == exports[1])
  }

  @Test func `a truncated file is rejected with its position`()
    async throws
  {
    _ = try await sandbox.run("set", "name=Mine", "--price", "3")
    let before = try await sandbox.run("list", "--format", "json")
    try sandbox.copySeed()
    let whole = String(decoding: try sandbox.read("seed.json"), as: UTF8.self)
    try sandbox.write(String(whole.prefix(whole.count / 2)), to: "cut.json")
    let outcome = try await sandbox.importing("cut.json")
    let pattern = #/error: unexpected end of file in .*: cut\.json:1:12\d+ \(byte 12\d+\)\n/#
    #expect(outcome.status == 65)
    #expect(outcome.stdout == "")
    #expect(outcome.stderr.wholeMatch(of: pattern) != nil, "\(outcome.stderr)")
    #expect(try await sandbox.run("list", "--format", "json") == before)
  }

  @Test(arguments: [
    ("", 65, "the file is empty: bad.json:1:1 (byte 0)"),
    (
      "hello", 65,
      """
      not venue data: neither JSON nor CSV with venue columns such as name and city: \
      bad.json:1:1 (byte 0)
      """
    ),
    (
      "{\"a\":1}", 65,
      "not venue data: no venues and no name found: bad.json:1:1 (byte 0)"
    ),
    (
      "[{\"id\":\"a\",\"name\":\"A\"},\n {\"id\":\"b\",\"name\":\"é", 65,
      """
      unexpected end of file in a string that begins at line 2, column 19 (byte 42): \
      bad.json:2:21 (byte 45)
      """
    ),
  ])
  func `invalid data is reported in one line with its position`(
    text: String, status: Int32, message: String
  )
    async throws
  {
    try sandbox.write(text, to: "bad.json")
    try await expect(sandbox.run("import", "bad.json"), is: .failure(status, "error: \(message)\n"))
    try await expect(sandbox.run("count"), is: .output("0\n"))
  }

  @Test func `truncated gzip data is reported with its position`() async throws {
    try sandbox.copySeed()
    _ = try await sandbox.shell("gzip -c seed.json | head -c 2000 >cut.gz")
    let outcome = try await sandbox.run("import", "cut.gz")
    let pattern = #/error: unexpected end of gzip data: cut\.gz:1:(\d+) \(byte \d+\)\n/#
    let column = try #require(outcome.stderr.wholeMatch(of: pattern)?.1)
    #expect(outcome.status == 65)
    #expect(Int(column) ?? 0 > 2000, "\(outcome.stderr)")
  }

  @Test func `a failed file does not stop the next one and sets the exit code`() async throws {
    try sandbox.write("{", to: "bad.json")
    try sandbox.copySeed()
    let outcome = try await sandbox.importing("missing.json", "bad.json", "seed.json")
    expect(
      outcome,
      is: Outcome(
        status: 66,
        stdout: """
          seed.json: 30 rows: 30 inserted, 0 updated, 0 unchanged, 0 skipped (24552 bytes, SECONDS)
          total: 30 rows: 30 inserted, 0 updated, 0 unchanged, 0 skipped (24553 bytes, SECONDS)

          """,
        stderr: """
          error: cannot open missing.json: no such file or directory
          error: unexpected end of file in an object that begins at line 1, column 1 (byte 0): \
          bad.json:1:2 (byte 1)

          """))
  }

  @Test func `the JSON report has the error of a failed file`() async throws {
    try sandbox.write("[", to: "bad.json")
    let outcome = try await sandbox.importing("bad.json", "--report", "json")
    let error = """
      {"column":2,"line":1,"message":"unexpected end of file in an array that begins at line 1, \
      column 1 (byte 0)","offset":1}
      """
    let counts = """
      "inserted":0,PATH"rows":0,"seconds":SECONDS,"skipped":0,ROWS"unchanged":0,"updated":0
      """
    let file = counts.replacing("PATH", with: "\"path\":\"bad.json\",")
      .replacing("ROWS", with: "\"skippedRows\":[],")
    let total = counts.replacing("PATH", with: "").replacing("ROWS", with: "")
    #expect(outcome.status == 65)
    #expect(
      outcome.stdout == """
        {"files":[{"bytes":1,"error":\(error),"format":"auto",\(file),"warnings":[]}],\
        "total":{"bytes":1,\(total)}}

        """)
  }

  @Test func `a dry run reports and changes nothing`() async throws {
    try sandbox.copySeed()
    try await expect(
      sandbox.importing("seed.json", "--dry-run"),
      is: .output(
        """
        seed.json: 30 rows: 30 inserted, 0 updated, 0 unchanged, 0 skipped (24552 bytes, SECONDS)

        """))
    try await expect(
      sandbox.shell("ls -A data"),
      is: Outcome(
        status: 2, stdout: "", stderr: "ls: cannot access 'data': No such file or directory\n"))
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test func `a dry run needs no permission to write the store`() async throws {
    try sandbox.write(#"[{"id":"1","name":"A"}]"#, to: "a.json")
    _ = try await sandbox.run("import", "a.json", "--store", "ro/v.sqlite")
    try sandbox.write(#"[{"id":"1","name":"B"},{"id":"2","name":"C"}]"#, to: "b.json")
    let asNobody = geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups" : ""
    // Nobody may be unable to reach the program where it was built.
    _ = try await sandbox.shell(
      """
      cp "$(command -v boba)" boba && chmod 755 . boba && chmod 644 b.json
      chmod 444 ro/v.sqlite && chmod 555 ro
      """)
    let outcome = try await sandbox.shell(
      """
      \(asNobody) ./boba import b.json --dry-run --store ro/v.sqlite | sed 's/, [0-9.]* s)/)/'
      """)
    expect(
      outcome,
      is: .output("b.json: 2 rows: 1 inserted, 1 updated, 0 unchanged, 0 skipped (45 bytes)\n"))
    _ = try await sandbox.shell("chmod 755 ro")
    try await expect(
      sandbox.run("list", "--columns", "name", "--format", "tsv", "--store", "ro/v.sqlite"),
      is: .output("name\nA\n"))
  }

  @Test func `an import into a store in memory is a usage error`() async throws {
    try sandbox.write(#"[{"id":"1","name":"A"}]"#, to: "a.json")
    try await expect(
      sandbox.run("import", "a.json", "--store", ":memory:"),
      is: .failure(
        64,
        "error: cannot import into :memory:, because the venues would be lost; name a file with --store\n"
      ))
  }

  @Test func `an answer with venues at an unknown place is rejected`() async throws {
    try sandbox.write(
      #"{"meta":{"code":200},"response":{"places":[{"id":"1","name":"A"}]}}"#, to: "a.json")
    try await expect(
      sandbox.run("import", "a.json"),
      is: .failure(
        65,
        """
        error: no venues found where they are expected, but objects with names in \
        .response.places: try `jq .response.places FILE | boba import -`: a.json:1:1 (byte 0)

        """))
  }

  @Test func `--replace deletes the other venues`() async throws {
    try await expect(sandbox.run("count"), is: .output("30\n"))
    let outcome = try await sandbox.importing(
      "-", "--replace", stdin: "{\"id\":\"a\",\"name\":\"A\"}")
    expect(
      outcome,
      is: .output(
        """
        -: 1 row: 1 inserted, 0 updated, 0 unchanged, 0 skipped (21 bytes, SECONDS)
          30 not in the file deleted

        """))
    try await expect(sandbox.run("count"), is: .output("1\n"))
  }

  @Test(arguments: [
    (
      "{\"id\":\"a\",\"name\":\"A\"}\n{\"id\":\n",
      "the venues of unreadable rows (1) would be deleted; correct the rows, or import without --replace"
    ),
    ("[]", "the file has no venues and all others would be deleted"),
    ("id,name\n", "the file has no venues and all others would be deleted"),
  ])
  func `--replace deletes nothing if it cannot know what`(text: String, reason: String) async throws
  {
    try await expect(sandbox.run("count"), is: .output("30\n"))
    let outcome = try await sandbox.importing("-", "--replace", "--lenient", stdin: text)
    #expect(outcome.status == 65)
    #expect(outcome.stderr.contains("nothing was replaced, because \(reason)"), "\(outcome)")
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test func `--replace keeps the venues of skipped rows`() async throws {
    try sandbox.write(
      "[{\"id\":\"a\",\"name\":\"A\"},{\"id\":\"b\",\"name\":\"B\"},{\"id\":\"c\",\"name\":\"C\"}]",
      to: "all.json")
    _ = try await sandbox.run("import", "all.json", "--replace")
    let outcome = try await sandbox.importing(
      "-", "--replace", stdin: "[{\"id\":\"a\",\"name\":\"A\"},{\"id\":\"b\",\"name\":\"\"}]")
    #expect(outcome.stdout.contains("1 not in the file deleted"), "\(outcome)")
    try await expect(
      sandbox.run("list", "--columns", "name", "--format", "tsv"), is: .output("name\nA\nB\n"))
  }

  @Test func `--replace takes one file`() async throws {
    for name in ["a", "b"] { try sandbox.write("{\"id\":\"\(name)\",\"name\":\"A\"}", to: name) }
    try await expect(
      sandbox.importing("a", "b", "--replace"),
      is: Outcome(
        status: 64, stdout: "",
        stderr:
          "error: --replace takes one file, found 2: each would delete the venues of the others\n"
      ))
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test(arguments: [[], ["--store", "new.sqlite"]])
  func `a dry run of several files reports what an import of them does`(
    options: [String]
  ) async throws {
    try sandbox.write(#"[{"id":"1","name":"A"},{"id":"2","name":"B"}]"#, to: "a.json")
    try sandbox.write(#"[{"id":"1","name":"C"},{"id":"3","name":"D"}]"#, to: "b.json")
    _ = try await sandbox.run("count")
    let files = ["a.json", "b.json", "a.json"]
    let dry = try await sandbox.importing(files + ["--dry-run"] + options)
    try await expect(sandbox.run("count"), is: .output("30\n"))
    #expect(dry.stdout.contains("total: 6 rows: 3 inserted, 2 updated, 1 unchanged"), "\(dry)")
    #expect(try await sandbox.importing(files + options) == dry)
  }

  @Test func `a mistyped name leaves the bundled venues`() async throws {
    #expect(try await sandbox.run("import", "typo.json").status == 66)
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test func `a folder is imported in name order, decompressed`() async throws {
    try sandbox.makeFolder("venues/more")
    try sandbox.write("{\"id\":\"a\",\"name\":\"A\"}", to: "venues/more/b.ndjson")
    try sandbox.write("{\"id\":\"b\",\"name\":\"B\"}", to: "venues/c.json")
    try sandbox.write("no venue", to: "venues/a.txt")
    try sandbox.write("{\"id\":\"c\",\"name\":\"C\"}", to: "venues/more/d.jsonl")
    try await expect(sandbox.shell("gzip -n venues/c.json"), is: .output(""))
    let packed = try sandbox.read("venues/c.json.gz").count
    try await expect(
      sandbox.importing("venues"),
      is: .output(
        """
        venues/c.json.gz: 1 row: 1 inserted, 0 updated, 0 unchanged, 0 skipped (\(packed) bytes, SECONDS)
        venues/more/b.ndjson: 1 row: 1 inserted, 0 updated, 0 unchanged, 0 skipped (21 bytes, SECONDS)
        venues/more/d.jsonl: 1 row: 1 inserted, 0 updated, 0 unchanged, 0 skipped (21 bytes, SECONDS)
        total: 3 rows: 3 inserted, 0 updated, 0 unchanged, 0 skipped (\(packed + 42) bytes, SECONDS)

        """))
  }

  @Test func `a folder without venues cannot be imported`() async throws {
    try sandbox.makeFolder("empty")
    let outcome = try await sandbox.importing("empty")
    #expect(outcome.status == 66)
    #expect(outcome.stdout == "")
    #expect(outcome.stderr.hasPrefix("error: ") && outcome.stderr.contains("empty"))
  }

  @Test func `a folder without venues does not stop the files after it`() async throws {
    try sandbox.makeFolder("empty")
    try sandbox.write("{\"id\":\"a\",\"name\":\"A\"}", to: "a.json")
    let outcome = try await sandbox.importing("empty", "a.json", "--report", "json")
    #expect(outcome.status == 66)
    #expect(outcome.stdout.contains("no venue data in folder empty"))
    #expect(outcome.stdout.contains("\"inserted\":1"))
    try await expect(sandbox.run("count"), is: .output("1\n"))
  }

  @Test func `an import creates the named store`() async throws {
    let outcome = try await sandbox.importing(
      "-", "--store", "new/folder/v.sqlite", stdin: "{\"id\":\"a\",\"name\":\"A\"}")
    #expect(outcome.status == 0)
    try await expect(
      sandbox.run("count", environment: ["BOBA_STORE": "new/folder/v.sqlite"]), is: .output("1\n"))
  }

  @Test func `a recreated venue is reported`() async throws {
    try sandbox.write("[{\"id\":\"a\",\"name\":\"A\"},{\"id\":\"b\",\"name\":\"B\"}]", to: "a.json")
    try sandbox.write("[{\"id\":\"c\",\"name\":\"C\"}]", to: "c.json")
    _ = try await sandbox.run("import", "a.json")
    let replaced = try await sandbox.importing("c.json", "--replace", "--report", "json")
    #expect(replaced.stdout.contains("\"deleted\":2,"))
    let restored = try await sandbox.importing("a.json", "--report", "json")
    #expect(restored.stdout.contains("\"restored\":2,"))
    try await expect(sandbox.run("count"), is: .output("3\n"))
    _ = try await sandbox.importing("c.json", "--replace")
    let table = try await sandbox.importing("a.json").stdout
    #expect(table.hasSuffix("\n  restored 2 deleted venues\n"), "\(table)")
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a canceled import is reported and leaves nothing`(signal: Int32, status: Int32)
    async throws
  {
    _ = try await sandbox.shell("mkfifo pipe; printf '[{\"id\":\"a\",\"name\":\"A\"},' > start")
    // Whoever writes, too, keeps the pipe from ending.
    let pipe = open(sandbox.folder + "/pipe", O_RDWR)
    defer { close(pipe) }
    let start = Array(try sandbox.read("start"))
    #expect(write(pipe, start, start.count) == start.count)
    let process = try ChildProcess(
      [Program.path, "import", "pipe"], environment: sandbox.environment, folder: sandbox.folder,
      files: [
        (0, "/dev/null", O_RDONLY), (1, sandbox.folder + "/out", O_WRONLY | O_CREAT),
        (2, sandbox.folder + "/err", O_WRONLY | O_CREAT),
      ])
    while !isBeingFilled() { await Task.yield() }
    kill(process.id, signal)
    #expect(try await process.end() == status)
    let said = String(decoding: try sandbox.read("err"), as: UTF8.self)
    #expect(said == "error: stopped: nothing of pipe was imported\n")
    try await expect(sandbox.run("count"), is: .output("0\n"))
  }

  @Test func `a killed import leaves all of the file or nothing`() async throws {
    let lines = (0..<3000).map { number in
      """
      {"id":"\(number * 7919 % 3000)","name":"Tea \(number)","location":{"distance":\(number)},\
      "categories":[{"id":"c","name":"Tea Room"}]}
      """
    }
    try sandbox.write(lines.joined(separator: "\n"), to: "v.ndjson")
    try sandbox.write(lines.prefix(50).joined(separator: "\n"), to: "some.ndjson")
    for number in 1...8 {
      let store = "store\(number).sqlite"
      let kind = number % 2 == 0 ? "some.ndjson" : "/dev/null"
      let before = number % 2 == 0 ? "50\n" : "0\n"
      _ = try await sandbox.run("import", kind, "--store", store)
      _ = try await sandbox.shell(
        "timeout -s KILL 0.0\(number * number + 10) boba import v.ndjson --store \(store)")
      let count = try await sandbox.run("count", "--store", store)
      #expect(["3000\n", before].contains(count.stdout), "\(count)")
      #expect(
        try await sandbox.importing("v.ndjson", "--store", store, "--replace").status == 0)
      try await expect(sandbox.run("count", "--store", store), is: .output("3000\n"))
    }
  }

  @Test func `a subfolder that cannot be read does not stop the other files`() async throws {
    let user = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let outcome = try await sandbox.shell(
      """
      mkdir -p f/a f/b; chmod 755 .; chmod 000 f/a; echo '{"id":"1","name":"A"}' > f/b/v.json
      \(user) boba import f --dry-run --store none.sqlite; status=$?; chmod 700 f/a; exit $status
      """)
    #expect(outcome.status == 66)
    #expect(outcome.stderr == "error: cannot open f/a: permission denied\n")
    #expect(outcome.stdout.hasPrefix("f/b/v.json: 1 row: 1 inserted, 0 updated"), "\(outcome)")
  }

  @Test func `an import without a file is a usage error`() async throws {
    try await expect(
      sandbox.run("import"),
      is: .failure(
        64,
        """
        error: missing expected argument '<file> ...'
        Help:  <file>  Files or folders; - reads standard input.
        Usage: boba import <file>... [<options>]
          See 'boba import --help' for more information.

        """))
  }
}

extension ImportTests {
  /// Whether an import is at work beside the default store.
  private func isBeingFilled() -> Bool {
    let folder = (sandbox.store as NSString).deletingLastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { $0.hasPrefix(".fetchkit-private-") }
  }
}

extension Sandbox {
  /// Runs an import; the seconds it took are written as a word.
  fileprivate func importing(_ arguments: String..., stdin: String? = nil) async throws -> Outcome {
    try await importing(arguments, stdin: stdin)
  }

  fileprivate func importing(_ arguments: [String], stdin: String? = nil) async throws -> Outcome {
    var outcome = try await run(["import"] + arguments, stdin: stdin)
    outcome.stdout = outcome.stdout
      .replacing(#/\d+\.\d\d s\)/#, with: "SECONDS)")
      .replacing(#/"seconds":[0-9.e-]+/#, with: "\"seconds\":SECONDS")
    return outcome
  }
}
