import Testing

@Suite struct CountTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `count without a filter counts all venues`() async throws {
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test func `an option with an empty value does not take the next argument`() async throws {
    try await expect(sandbox.run("count", "--search=", "--deals"), is: .output("6\n"))
  }

  @Test func `an argument that is not UTF-8 is refused`() async throws {
    let outcome = try await sandbox.shell(#"boba count --store "$(printf 'o\376.sqlite')""#)
    #expect(outcome.status == 64)
    #expect(
      outcome.stderr
        == "error: argument 3 is not UTF-8: o\u{FFFD}.sqlite; if it names a file, rename that\n")
  }

  @Test func `JSON has the count`() async throws {
    try await expect(sandbox.run("count", "--format", "json"), is: .output("{\"count\":30}\n"))
  }

  @Test(arguments: [
    ("length(name) > $N", "N=10", 22), ("length(name) * 2 > $N + 2", "N=18", 22),
    ("year(createdAt) == $Y", "Y=2014", 0), ("$N < stats.tipCount + 1", "N=10", 17),
    ("tips.@max.agreeCount > $N", "N=3", 0),
    ("SUBQUERY(tips, $t, $t.agreeCount >= $N).@count == 0", "N=3", 30),
    ("SUBQUERY(categories, $c, length($c.name) > $N).@count > 0", "N=15", 2),
    ("SUBQUERY(categories, $c, $c.name CONTAINS $W).@count > 0", "W=Tea", 25),
  ])
  func `a variable has the type of what it is compared with`(
    predicate: String, value: String, count: Int
  ) async throws {
    try await expect(
      sandbox.run("count", "--where", predicate, "--let", value), is: .output("\(count)\n"))
  }

  @Test(arguments: [
    ("stats.tipCount > 20 AND location.distance < 5000", 9),
    ("location.distance BETWEEN {1000, 2000}", 5),
    ("category.name != \"Bubble Tea Shop\"", 6),
    ("location.postalCode != \"10013\"", 22),
    ("location.postalCode == nil", 3),
    ("name CONTAINS[c] \"tea\"", 17),
    ("name CONTAINS \"功夫\"", 3),
    ("priceInfo.tier == 1 AND NOT specialCount > 0", 21),
    ("ANY categories.name == \"Tea Room\"", 1),
    ("tips.@count == 0", 30),
    ("rating == nil", 30),
    ("rating > 0", 0),
  ])
  func `--where counts matching venues`(predicate: String, count: Int) async throws {
    try await expect(sandbox.run("count", "--where", predicate), is: .output("\(count)\n"))
  }

  @Test(arguments: [
    (["--price", "$"], 27), (["--price", "1"], 27), (["--price", "$$"], 2), (["--price=2"], 2),
    (["--price", "3"], 1), (["--price", "$$$$"], 0), (["--price", "none"], 0),
    (["--price", "2", "--price", "3"], 3),
    (["--deals"], 6), (["--tips"], 30), (["--favorites"], 0),
    (["--within", "2000"], 6), (["--within=567"], 0), (["--within", "567.5"], 1),
    (["--walking"], 0), (["--rating", "7"], 0), (["--rating=0"], 0),
    (["--category", "bubble tea shop"], 24), (["--category", "CAFE"], 1),
    (["--category", "tea*"], 1), (["--category", "Tea"], 0),
    (["--category", "Café", "--category=Wings Joint"], 2),
    (["--city", "new york"], 28), (["--city", "New*"], 28), (["--city", "*"], 30),
    (["--city", "Queens", "--city", "Astoria"], 2),
    (["--neighborhood", "SoHo"], 0), (["--search", "kung"], 4), (["--search", "TEA fu"], 4),
    (["--search", "茶"], 5),
    (["--search", "canal st"], 2), (["--search=café"], 2), (["--search", ""], 30),
    (["--include-closed"], 30),
    (["--price", "1", "--deals", "--within", "2000"], 3),
    (["--deals", "--where", "stats.tipCount > 10"], 2),
  ])
  func `filters are combined with AND`(arguments: [String], count: Int) async throws {
    try await expect(sandbox.run(["count"] + arguments), is: .output("\(count)\n"))
  }

  @Test(arguments: [
    (["--near", "40.7178,-74.0002", "--walking"], 10),
    (["--near", "40.75925,-73.98467", "--within", "6500"], 30),
    (["--near", "-33.9,151.2"], 30),
    (["--near=-33.9,151.2", "--within=1000"], 0),
    (["--near", "-33.9, 151.2", "--where", "location.distance > 1e7"], 30),
  ])
  func `--near changes distances`(arguments: [String], count: Int) async throws {
    try await expect(sandbox.run(["count"] + arguments), is: .output("\(count)\n"))
  }

  @Test func `closed venues are hidden by default`() async throws {
    _ = try await sandbox.run("set", "closed=true", "--price", "3")
    try await expect(sandbox.run("count"), is: .output("29\n"))
    try await expect(sandbox.run("count", "--include-closed"), is: .output("30\n"))
    try await expect(sandbox.run("count", "--where", "closed == YES"), is: .output("1\n"))
  }

  @Test(arguments: [
    (
      "price >",
      """
      error: unexpected end of predicate: expected a key path, a value or a condition
        price >
               ^

      """
    ),
    (
      "ratng > 3",
      """
      error: unknown key 'ratng' in Venue, did you mean 'rating'?
        ratng > 3
        ^

      """
    ),
    (
      "name > 3",
      """
      error: cannot apply > to a string and a number
        name > 3
             ^

      """
    ),
    (
      "stats.tipCount > 1 AND categories.name == 'a'",
      """
      error: 'categories.name' has many values: use ANY, ALL, NONE, SUBQUERY or an operator such as @count
        stats.tipCount > 1 AND categories.name == 'a'
                               ^

      """
    ),
    ("name == $WHO", "error: $WHO has no value; give it with --let WHO=VALUE\n"),
  ])
  func `an invalid predicate is reported with a caret`(predicate: String, message: String)
    async throws
  {
    try await expect(sandbox.run("count", "--where", predicate), is: .failure(64, message))
  }

  @Test func `the caret is aligned after wide text`() async throws {
    try await expect(
      sandbox.run("count", "--where", "name == \"珍珠🧋\u{1B}\" AND nme == 2"),
      is: .failure(
        64,
        """
        error: unknown key 'nme' in Venue, did you mean 'name'?
          name == "珍珠🧋" AND nme == 2
                               ^

        """))
  }

  @Test func `an invalid predicate does not create a store`() async throws {
    let outcome = try await sandbox.run("count", "--where", "price >")
    #expect(outcome.status == 64)
    try await expect(sandbox.shell("ls"), is: .output(""))
  }

  @Test(arguments: [
    (["--within", "-5"], "error: --within takes meters, 0 or more, found -5"),
    (["--rating", "11"], "error: --rating takes a number from 0 to 10, found 11"),
    (["--bogus"], "error: unknown option '--bogus'"),
    (["extra"], "error: unexpected argument 'extra'"),
    (["--where"], "error: missing value for '--where <predicate>'"),
  ])
  func `a usage error names the help`(arguments: [String], line: String)
    async throws
  {
    let rest =
      "Usage: boba count [<filter>] [<options>]\n  See 'boba count --help' for more information.\n"
    let outcome = try await sandbox.run(["count"] + arguments)
    let help = outcome.stderr.split(separator: "\n").first { $0.hasPrefix("Help:") }
    let expected = [line, help.map(String.init), rest].compactMap { $0 }.joined(separator: "\n")
    expect(outcome, is: .failure(64, expected))
  }

  @Test(arguments: [
    (["lst"], ", did you mean 'list'?"),
    (["expor", "--format", "csv"], ", did you mean 'export'?"),
    (["help", "lst"], ", did you mean 'list'?"), (["zzz"], ""),
  ])
  func `an unknown command is reported with the nearest one`(
    arguments: [String], hint: String
  ) async throws {
    let word = arguments[0] == "help" ? arguments[1] : arguments[0]
    try await expect(
      sandbox.run(arguments),
      is: .failure(
        64,
        "error: unknown command '\(word)'\(hint)\n  run 'boba --help' for a list of commands\n"))
  }

  @Test(arguments: [
    (["--store", "my store.sqlite", "count"], "count"),
    (["--config=c.toml", "import", "a.json", "--dry-run"], "import"),
    (["--price", "$", "filters", "list"], "filters"), (["--search", "list", "list"], "list"),
    (["--store", "x", "import"], "import"), (["--theme", "dark", "undo"], "undo"),
    (["--lenient", "import", "a.json"], "import"), (["--where", "rating > 7", "stats"], "stats"),
  ])
  func `a command after its options is reported`(arguments: [String], command: String) async throws
  {
    let outcome = try await sandbox.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.stderr.contains("\n  put the command first: boba \(command) …\n"), "\(outcome)")
    try await expect(sandbox.shell("ls"), is: .output(""))
  }

  @Test(arguments: [
    (["--store", "x", "nonsense"], "error: unexpected argument 'nonsense'\n"),
    (["--search", "import", "nonsense"], "error: unexpected argument 'nonsense'\n"),
    (["--search", "list", "--dry-run"], "error: unknown option '--dry-run'\n"),
    (["list", "import"], "error: unexpected argument 'import'\n"),
  ])
  func `an argument that is not a command is reported as unexpected`(
    arguments: [String], line: String
  )
    async throws
  {
    let outcome = try await sandbox.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.stderr.hasPrefix(line) && !outcome.stderr.contains("put the command first"))
  }

  @Test(arguments: ["ANY tags == $T", "tags CONTAINS $T", "ANY tags IN $T"])
  func `a variable may be compared with a list of texts`(condition: String) async throws {
    _ = try await sandbox.run("import", "-", stdin: #"[{"id":"t","name":"T","tags":["taro"]}]"#)
    try await expect(
      sandbox.run("count", "--where", condition, "--let", "T=taro"), is: .output("1\n"))
  }

  @Test(arguments: ["\\u41", "\\u", "\\u+041\"", "\\ud800\""])
  func `a config with an incomplete escape is refused`(text: String) async throws {
    try sandbox.write("theme = \"" + text, to: "c.toml")
    let outcome = try await sandbox.run("count", "--config", "c.toml")
    #expect(outcome.status == 65)
    #expect(outcome.stderr == "error: c.toml:1: expected four hexadecimal digits\n")
  }

  @Test func `an empty config may be a device`() async throws {
    try await expect(sandbox.run("count", "--config", "/dev/null"), is: .output("30\n"))
  }

  @Test func `a store whose name begins like a URI is that file`() async throws {
    _ = try await sandbox.run(
      "import", "-", "--store", "file:x.sqlite", stdin: #"[{"id":"1","name":"A"}]"#)
    try await expect(sandbox.run("count", "--store", "file:x.sqlite"), is: .output("1\n"))
    try await expect(sandbox.shell("ls"), is: .output("file:x.sqlite\n"))
  }

  private static let noPlace = "expected a latitude and a longitude, such as 40.7593,-73.9847"
  private static let outside = "latitudes go from -90 to 90, longitudes from -180 to 180"

  @Test(arguments: [
    ("91,0", outside + ", did you mean 0.0,91.0?"),
    ("139.7 35.6", outside + ", did you mean 35.6,139.7?"),
    ("0,181", outside), ("0", noPlace), ("a,b", noPlace), ("", noPlace), ("1,2,3", noPlace),
  ])
  func `a place out of range is a usage error`(place: String, reason: String) async throws {
    let outcome = try await sandbox.run("count", "--near", place)
    expect(
      outcome,
      is: .failure(
        64,
        """
        error: the value '\(place)' is invalid for '--near <lat,lng>': \(reason)
        Help:  --near <lat,lng>  Measure distances from this place.
        Usage: boba count [<filter>] [<options>]
          See 'boba count --help' for more information.

        """))
  }
}
