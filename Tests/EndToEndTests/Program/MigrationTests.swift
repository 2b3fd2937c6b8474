import Foundation
import Testing

@Suite struct MigrationTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The stores of earlier versions and of this one, each as SQL that makes it.
  private static let samples = ["0.1.0-before-hours", "0.1.0"]

  private func makeStore(_ sample: String) async throws {
    let file = Program.package + "/Tests/EndToEndTests/Stores/\(sample).sql"
    try await expect(
      sandbox.sql(".read '\(file)'", in: "old.sqlite"), is: .output(""))
  }

  @Test(arguments: samples)
  func `an earlier store is upgraded without loss`(sample: String) async throws {
    try await makeStore(sample)
    let old = ["--store", "old.sqlite"]
    try await expect(sandbox.run(["count"] + old), is: .output("27\n"))
    try await expect(sandbox.run(["count", "--include-closed"] + old), is: .output("30\n"))
    try await expect(
      sandbox.run(
        ["list", "--favorites", "--columns", "name,note,openNow", "--format", "json"] + old),
      is: .output("[{\"name\":\"The Bao Shoppe\",\"note\":\"it's old\",\"openNow\":null}]\n"))
    let undone = try await sandbox.run(["undo", "--steps", "2"] + old)
    #expect(undone.stdout.matches(of: #/\((3 venues|1 venue)\)/#).count == 2, "\(undone)")
    let seed = try await sandbox.run("export")
    try await expect(sandbox.run(["export"] + old), is: seed)
    #expect(try await sandbox.run(["doctor"] + old).status == 0)
  }

  @Test func `a terminal shows that an earlier store takes long to open`() async throws {
    try await makeStore("0.1.0")
    let terminal = try await TerminalSession(sandbox)
    try await terminal.type(
      """
      (echo 'BEGIN IMMEDIATE;'; echo '.shell touch held'; until [ -e free ]; do sleep 0.1; done) \
      | sqlite3 old.sqlite &
      """)
    try await terminal.until(exists: "held")
    // Again after five seconds, for which it waits for the lock.
    try await terminal.type("until boba count --store old.sqlite; do :; done")
    try await terminal.until(
      shows: "opening the store; one of an earlier version is updated first")
    try sandbox.write("", to: "free")
    try await terminal.until("the count alone") {
      $0.rows.contains("27") && !$0.shows("opening")
    }
  }

  @Test(arguments: samples)
  func `an earlier store gets the indexes of this version`(sample: String) async throws {
    try await makeStore(sample)
    _ = try await sandbox.run("count", "--store", "old.sqlite")
    try await expect(
      sandbox.sql(
        """
        SELECT name FROM sqlite_schema WHERE tbl_name = 'venue' AND type = 'index' ORDER BY 1
        """, in: "old.sqlite"),
      is: .output("venue_by_distance_and_name_order_and_id_and_closed\nvenue_by_id\n"))
  }

  @Test(arguments: samples)
  func `an upgrade keeps foreign indexes and triggers`(sample: String) async throws {
    try await makeStore(sample)
    let own = """
      SELECT name FROM sqlite_schema WHERE name IN ('venue_by_rating', 'venue_by_city_of_mine',
      'venue_mine_log') ORDER BY 1
      """
    _ = try await sandbox.sql(
      """
      CREATE INDEX venue_by_city_of_mine ON venue (city); CREATE INDEX venue_by_rating ON venue (rating);
      CREATE TABLE mine (pk);
      CREATE TRIGGER venue_mine_log AFTER UPDATE ON venue BEGIN INSERT INTO mine VALUES (NEW.pk); END
      """, in: "old.sqlite")
    _ = try await sandbox.run(
      "delete", "--where", "TRUEPREDICATE", "--yes", "--store", "old.sqlite")
    try sandbox.copySeed()
    _ = try await sandbox.run("import", "seed.json", "--store", "old.sqlite")
    try await expect(
      sandbox.sql(own, in: "old.sqlite"),
      is: .output("venue_by_city_of_mine\nvenue_by_rating\nvenue_mine_log\n"))
  }

  @Test(arguments: samples)
  func `importing into an earlier store keeps its venues`(sample: String)
    async throws
  {
    try await makeStore(sample)
    try sandbox.copySeed()
    let outcome = try await sandbox.run(
      "import", "seed.json", "--store", "old.sqlite", "--report", "json")
    #expect(outcome.stdout.contains("\"unchanged\":27"))
    try await expect(
      sandbox.run("count", "--where", "favorite == YES", "--store", "old.sqlite"),
      is: .output("1\n"))
  }

  @Test func `a store of a newer version is refused`() async throws {
    _ = try await sandbox.run("count")
    _ = try await sandbox.sql("PRAGMA user_version = 99")
    try await expect(
      sandbox.run("count"),
      is: .failure(
        1,
        """
        error: cannot open the store \(sandbox.store): the store has format 99, this program reads \
        formats up to 2: use the newer program that wrote it

        """))
  }

  @Test func `other programs see flat views`() async throws {
    _ = try await sandbox.run("count")
    try await expect(
      sandbox.sql(
        "SELECT name, distance, categories, tips_count FROM venue_flat WHERE price_tier = 3"),
      is: .output("The Bao Shoppe|5760.0|Asian Restaurant|0\n"))
    try await expect(
      sandbox.sql("SELECT * FROM venue_category_flat ORDER BY 1 LIMIT 1"),
      is: .output("4a83505ef964a520bffa1fe3|0|Bubble Tea Shop|52e81612bcbc57f1066b7a0c|\n"))
  }

  @Test func `a change by another program appears in the list`() async throws {
    _ = try await sandbox.run("count")
    try await expect(
      sandbox.sql(
        "UPDATE venue SET favorite = 1 WHERE price_tier = 3; DELETE FROM venue WHERE price_tier = 2"
      ),
      is: .output(""))
    try await expect(sandbox.run("count", "--favorites"), is: .output("1\n"))
    try await expect(sandbox.run("count"), is: .output("28\n"))
    #expect(try await sandbox.run("doctor").status == 0)
  }
}
