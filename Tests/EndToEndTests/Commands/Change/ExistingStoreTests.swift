import Glibc
import Testing

/// Imports into stores that are empty but not as an import creates them, and several first imports.
@Suite struct ExistingStoreTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.copySeed()
  }

  @Test(arguments: [
    // Foreign columns, indexes and triggers.
    """
    sqlite3 a.sqlite "ALTER TABLE venue ADD COLUMN mine TEXT DEFAULT 'x';
      CREATE INDEX mine ON venue (city, name); CREATE TABLE log (id);
      CREATE TRIGGER mine AFTER INSERT ON venue BEGIN INSERT INTO log VALUES (new.id); END"
    """,
    // Reserved bytes on each page.
    "sqlite3 a.sqlite '.filectrl reserve_bytes 24' VACUUM",
    // Texts in UTF-16.
    """
    (echo "PRAGMA encoding = 'UTF-16le';"; sqlite3 a.sqlite .dump
      for name in application_id user_version
      do echo "PRAGMA $name = $(sqlite3 a.sqlite "PRAGMA $name");"; done) | sqlite3 b.sqlite
    mv b.sqlite a.sqlite
    """,
    // An earlier version, whose new columns come last.
    "rm a.sqlite; sqlite3 a.sqlite < old.sql; boba delete --all --yes --store a.sqlite",
  ])
  func `an empty store of any form takes an import`(change: String) async throws {
    try sandbox.write("[]", to: "empty.json")
    _ = try await sandbox.shell(
      "cp \(Program.package)/Tests/EndToEndTests/Stores/0.1.0-before-hours.sql old.sql")
    _ = try await sandbox.run("import", "empty.json", "--store", "a.sqlite")
    #expect(try await sandbox.shell(change).stderr == "")
    _ = try await sandbox.run("import", "seed.json", "--store", "new.sqlite")
    let imported = try await sandbox.run("import", "seed.json", "--store", "a.sqlite")
    #expect(imported.stdout.contains("30 rows: 30 inserted, 0 updated, 0 unchanged, 0 skipped"))
    let exported = try await sandbox.run("export", "--store", "new.sqlite")
    try await expect(sandbox.run("export", "--store", "a.sqlite"), is: exported)
    try await expect(
      sandbox.sql("PRAGMA integrity_check", in: "a.sqlite"), is: .output("ok\n"))
  }

  @Test func `simultaneous first imports all succeed`() async throws {
    let line = """
      for n in 1 2 3 4 5 6; do
        echo "[{\\"id\\":\\"v$n\\",\\"name\\":\\"V $n\\"}]" | boba import - --store new.sqlite >$n.txt &
      done; wait; cat ?.txt | grep -c '1 row: 1 inserted'
      """
    try await expect(sandbox.shell(line), is: .output("6\n"))
    try await expect(
      sandbox.run(
        "list", "--store", "new.sqlite", "--columns", "id", "--sort", "id", "--format", "tsv"),
      is: .output("id\nv1\nv2\nv3\nv4\nv5\nv6\n"))
  }

  @Test func `a file system that can neither rename nor link gets the rows`() async throws {
    let variables = try await sandbox.failing(
      "rename", 1, with: EPERM, root: sandbox.folder, andThen: "rename,link")
    let outcome = try await sandbox.run(
      "import", "seed.json", "--store", "new.sqlite", environment: variables)
    #expect(outcome.status == 0)
    #expect(outcome.stdout.hasPrefix("seed.json: 30 rows: 30 inserted, 0 updated, 0 unchanged"))
    try await expect(sandbox.run("count", "--store", "new.sqlite"), is: .output("30\n"))
    try await expect(
      sandbox.sql("PRAGMA integrity_check", in: "new.sqlite"), is: .output("ok\n"))
  }

  @Test func `memory does not grow with the input`() async throws {
    let script = """
      import resource, subprocess
      importer = subprocess.Popen(
          ["boba", "import", "-", "--store", "big.sqlite"],
          stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      for number in range(200):
          importer.stdin.write(
              b'{"id":"%d","name":"Tea","ignored":"%s"}\\n' % (number, b"x" * (1 << 20)))
      importer.stdin.close()
      importer.wait()
      megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
      print(importer.returncode, "bounded" if megabytes < 150 else megabytes)
      """
    try sandbox.write(script, to: "feed.py")
    try await expect(sandbox.shell("python3 feed.py"), is: .output("0 bounded\n"))
    try await expect(sandbox.run("count", "--store", "big.sqlite"), is: .output("200\n"))
  }

  @Test func `writes during a first import are kept`() async throws {
    let lines = (0..<20_000).map { "{\"id\":\"k\($0)\",\"name\":\"Tea \($0)\"}\n" }
    try sandbox.write(lines.joined(), to: "many.json")
    // The import is still reading when the others create the store.
    let line = """
      (cat many.json; sleep 1) | boba import - --store new.sqlite >import.txt & import=$!
      echo '[]' | boba import - --store new.sqlite >/dev/null
      until boba filters save cheap --price 1 --store new.sqlite >/dev/null; do [ $? = 75 ] || break; done
      sqlite3 -cmd '.timeout 5000' new.sqlite 'CREATE TABLE mine (a); INSERT INTO mine VALUES (1)'
      wait $import
      boba count --where "id BEGINSWITH 'k'" --store new.sqlite; boba filters list --store new.sqlite | grep -c cheap
      sqlite3 new.sqlite 'SELECT a FROM mine'
      """
    let outcome = try await sandbox.shell(line)
    #expect(outcome.stdout.split(whereSeparator: \.isNewline) == ["20000", "1", "1"])
  }
}
