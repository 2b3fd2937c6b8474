import FetchKit
import Foundation
import Testing
import Venues

/// Statements for PostgreSQL find there what the store finds.
struct PostgreSQLTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
  func `500 random requests have the same rows as in the store`() async throws {
    var random = RandomRequests()
    try sandbox.write(random.venues(400), to: "venues.json")
    _ = try await sandbox.run("import", "venues.json", "--store", "random.sqlite")
    _ = try await sandbox.shell(
      "boba export --store random.sqlite --format ndjson --output venues.ndjson")
    let server = try await PostgreSQLServer(sandbox)
    let load = try FencedBlocks(of: "Documentation/Scale.md").blocks(in: "sql").first
    let loaded = try await server.run(try #require(load).lines.joined(separator: "\n"))
    try #require(loaded.status == 0, "\(loaded)")

    let store = try FetchStore(
      path: sandbox.folder + "/random.sqlite",
      model: ManagedObjectModel(entities: [Venue.entity]))
    let requests = try (0..<500).map { _ in try random.request() }
    let statements = try requests.map { try store.statement(for: $0, in: .postgresql) }
    let outcome = try await server.run(
      statements.map { "\($0);\n\\echo \(Self.end)\n" }.joined())
    try #require(outcome.status == 0, "\(outcome.stderr)")
    let results = outcome.stdout.components(separatedBy: "\(Self.end)\n").dropLast()
    try #require(results.count == requests.count)
    var found = 0
    for (index, result) in results.enumerated() {
      let rows = try await store.dictionaries(requests[index])
      let names = (requests[index].propertiesToFetch ?? []).map(\.name)
      let expected = rows.map { row in names.map { row[$0] ?? .null } }
      let cells = result.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { $0.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init) }
      found += expected.count
      #expect(Self.areEqual(cells, expected), "\(statements[index])\n\(cells)\n\(expected)")
    }
    #expect(found > 10_000)
  }

  private static let end = "(end)"

  /// Numbers of sums and averages differ in their last digits.
  private static func areEqual(_ cells: [[String]], _ rows: [[FetchValue]]) -> Bool {
    cells.count == rows.count
      && zip(cells, rows).allSatisfy { cells, values in
        cells.count == values.count && zip(cells, values).allSatisfy(isEqual)
      }
  }

  private static func isEqual(_ cell: String, _ value: FetchValue) -> Bool {
    switch value {
    case .null: return cell == "\u{1E}"
    case .string(let text): return cell == text
    case .bool(let flag): return cell == (flag ? "1" : "0")
    default:
      let seconds: Double? =
        if case .date(let date) = value { date.timeIntervalSinceReferenceDate } else { nil }
      guard let number = Double(cell), let expected = value.doubleValue ?? seconds else {
        return false
      }
      return abs(number - expected) <= 1e-9 * max(1, abs(expected))
    }
  }

  @Test(arguments: [
    (
      ["--where", "rating >= 8.5 AND NOT location.city == 'Rye'"],
      "SELECT id FROM venue WHERE rating >= CAST(8.5 AS FLOAT8) AND NOT (city IS NOT DISTINCT FROM 'Rye') AND closed = 0 ORDER BY distance ASC NULLS LAST, id ASC"
    ),
    (
      ["--group-by", "city", "--aggregate", "m=median(rating)"],
      "SELECT city, COUNT(*) AS count, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY rating) AS m FROM venue WHERE closed = 0 GROUP BY city ORDER BY city ASC NULLS LAST"
    ),
  ])
  func `a statement for another database`(arguments: [String], sql: String) async throws {
    let outcome = try await sandbox.run(["explain", "--dialect", "postgresql"] + arguments)
    #expect(outcome.stdout.contains("\"sql\":\(try Self.json(sql))"), "\(outcome)")
  }

  @Test func `whole numbers are divided in DuckDB as in a store`() async throws {
    let outcome = try await sandbox.run(
      "explain", "--dialect", "duckdb", "--where", "checkinsCount / 7 / usersCount == 3")
    let sql =
      "SELECT id FROM venue WHERE (checkins_count // NULLIF(7, 0) // NULLIF(users_count, 0)) = 3 AND closed = 0 ORDER BY distance ASC NULLS LAST, id ASC"
    #expect(outcome.stdout.contains("\"sql\":\(try Self.json(sql))"), "\(outcome)")
  }

  private static func json(_ text: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(text), as: UTF8.self)
  }

  @Test(arguments: [
    (
      ["--city", "Rye"],
      "PostgreSQL compares texts without case or diacritics differently; compare exactly, without [c] and [d]"
    ),
    (
      ["--where", "name LIKE 'A*'"],
      "LIKE and MATCHES differ in PostgreSQL; use CONTAINS, BEGINSWITH or ENDSWITH with a constant"
    ),
    (
      ["--sort", "name"],
      "PostgreSQL has no natural order of texts; sort by numbers, dates or id"
    ),
    (["--near", "1,2"], "distance is not portable to PostgreSQL"),
    (["--where", "abs(rating) > 1"], "abs: is not portable to PostgreSQL"),
  ])
  func `what PostgreSQL evaluates differently is refused`(arguments: [String], reason: String)
    async throws
  {
    let outcome = try await sandbox.run(["explain", "--dialect", "postgresql"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.stderr.hasPrefix("error: \(reason)\n"), "\(outcome)")
  }

  @Test func `groups need a dialect`() async throws {
    try await expect(
      sandbox.run("explain", "--group-by", "city"),
      is: .failure(
        64,
        """
        error: --group-by, --aggregate and --having need --dialect
        Usage: boba explain [<filter>] [<options>]
          See 'boba explain --help' for more information.

        """))
  }
}
