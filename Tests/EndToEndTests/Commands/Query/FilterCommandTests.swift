import Testing

@Suite struct FilterCommandTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `the help of filters save lists only what a saved filter keeps`() async throws {
    let help = try await sandbox.run("filters", "save", "--help").stdout
    #expect(help.contains("--where <predicate>"))
    for option in ["--saved", "--open", "--let", "--near", "--include-closed"] {
      #expect(!help.contains(option))
    }
  }

  @Test func `a saved filter narrows every command`() async throws {
    try await expect(
      sandbox.run("filters", "save", "cheap", "--price", "1", "--deals", "--sort", "-rating"),
      is: Outcome(stderr: "saved cheap\n"))
    try await expect(sandbox.run("count", "--saved", "cheap"), is: .output("6\n"))
    try await expect(
      sandbox.run("count", "--saved", "cheap", "--within", "2000"), is: .output("3\n"))
    try await expect(
      sandbox.run("filters", "list", "--format", "json"),
      is: .output(
        """
        [{"name":"cheap","predicate":"priceInfo.tier IN {1} AND specialCount > 0",\
        "sort":["-rating"],"variables":[]}]

        """))
  }

  @Test func `a saved filter sorts what has no sort keys of its own`() async throws {
    _ = try await sandbox.run("filters", "save", "cheap", "--deals", "--sort", "-tips")
    _ = try await sandbox.run("filters", "save", "near", "--within", "2000", "--sort", "-name")
    let columns = ["--columns", "tipCount", "--format", "tsv"]
    try await expect(
      sandbox.run(["list", "--saved", "cheap"] + columns),
      is: .output("tipCount\n28\n11\n10\n2\n2\n1\n"))
    try await expect(
      sandbox.run(["list", "--saved", "cheap", "--saved", "near"] + columns),
      is: .output("tipCount\n28\n10\n2\n"))
    try await expect(
      sandbox.run(["list", "--saved", "cheap", "--sort", "tips", "--limit", "1"] + columns),
      is: .output("tipCount\n1\n"))
    let export = try await sandbox.run("export", "--saved", "cheap", "--format", "ndjson")
    let counts = export.stdout.matches(of: /"tipCount":(\d+)/).map { String($0.1) }
    #expect(counts == ["28", "11", "10", "2", "2", "1"])
  }

  @Test func `a name with a line break is refused`() async throws {
    try await expect(
      sandbox.run("filters", "save", "a\nb", "--deals"),
      is: .failure(64, "error: the name of a filter is one line\n"))
  }

  @Test func `variables have the type of the attribute they are compared with`() async throws {
    _ = try await sandbox.run(
      "filters", "save", "near", "--where", "location.distance < $METERS AND name CONTAINS[c] $WORD"
    )
    let words = ["count", "--saved", "near", "--let", "WORD=tea", "--let"]
    try await expect(sandbox.run(words + ["METERS=2000"]), is: .output("2\n"))
    try await expect(
      sandbox.run(words + ["METERS=far"]),
      is: .failure(
        64, "error: $METERS is compared with location.distance and takes a number, found 'far'\n"))
    try await expect(
      sandbox.run("count", "--saved", "near", "--let", "WORD=tea"),
      is: .failure(64, "error: $METERS has no value; give it with --let METERS=500\n"))
    try await expect(
      sandbox.run(words + ["METERS=1", "--let", "X=1"]),
      is: .failure(64, "error: no predicate uses $X; valid: $METERS, $WORD\n"))
  }

  @Test func `--where accepts variables`() async throws {
    try await expect(
      sandbox.run("count", "--where", "priceInfo.tier IN $TIERS", "--let", "$TIERS=2,3"),
      is: .output("3\n"))
    let cities = ["count", "--where", "location.city IN $CITIES", "--let"]
    try await expect(sandbox.run(cities + ["CITIES=New York, Queens "]), is: .output("29\n"))
    try await expect(
      sandbox.run(cities + ["CITIES= , "]),
      is: .failure(
        64, "error: $CITIES is compared with location.city and takes text, found ' , '\n"))
    try await expect(
      sandbox.run("count", "--where", "name == $N", "--let", "N"),
      is: .failure(64, "error: --let takes NAME=VALUE, found 'N'\n"))
  }

  @Test func `a filter can be shown, replaced and deleted`() async throws {
    _ = try await sandbox.run("filters", "save", "a", "--where", "rating > $R")
    try await expect(
      sandbox.run("filters", "save", "a", "--where", "rating >= $R", "--sort", "name"),
      is: Outcome(stderr: "replaced a\n"))
    try await expect(
      sandbox.run("filters", "show", "a"),
      is: .output("rating >= $R\nsort name\nvariable $R\n"))
    try await expect(
      sandbox.run("filters", "list"),
      is: .output("Name  Predicate     Sort\na     rating >= $R  name\n"))
    try await expect(sandbox.run("filters", "delete", "a"), is: Outcome(stderr: "deleted a\n"))
    let missing = Outcome.failure(1, "error: no saved filter 'a'\n")
    try await expect(sandbox.run("filters", "delete", "a"), is: missing)
    try await expect(sandbox.run("filters", "show", "a"), is: missing)
    try await expect(
      sandbox.run("count", "--saved", "a"),
      is: .failure(64, "error: no saved filter 'a'\n"))
  }

  private static let unsavable = """
    error: --saved, --open, --let, --near and --include-closed cannot be part of a saved filter; \
    give them with --saved where you use it

    """

  @Test(arguments: [
    (
      ["--where", "rating >"],
      "error: unexpected end of predicate: expected a key path, a value or a condition\n  rating >\n          ^\n"
    ),
    (["--where", "name == 3"], nil),
    (["--open"], unsavable),
    (["--near", "40.7,-74"], unsavable),
    (["--include-closed"], unsavable),
  ])
  func `an invalid filter is not saved`(options: [String], message: String?) async throws {
    let outcome = try await sandbox.run(["filters", "save", "a"] + options)
    #expect(outcome.status == 64)
    if let message { #expect(outcome.stderr == message) }
    try await expect(sandbox.run("filters", "list", "--format=json"), is: .output("[]\n"))
  }
}
