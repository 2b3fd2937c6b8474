import Testing

@Suite struct CountTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `without a filter all venues are counted`() async throws {
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test func `JSON holds the number`() async throws {
    try await expect(sandbox.run("count", "--format", "json"), is: .output("{\"count\":30}\n"))
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
  func `a predicate is counted`(predicate: String, count: Int) async throws {
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
    (["--city", "new york"], 28), (["--city", "New*"], 28),
    (["--city", "Queens", "--city", "Astoria"], 2),
    (["--search", "kung"], 4), (["--search", "TEA fu"], 4), (["--search", "茶"], 5),
    (["--search", "canal st"], 2), (["--search=café"], 2), (["--search", ""], 30),
    (["--include-closed"], 30),
    (["--price", "1", "--deals", "--within", "2000"], 3),
    (["--deals", "--where", "stats.tipCount > 10"], 2),
  ])
  func `each filter narrows, several narrow further`(arguments: [String], count: Int) async throws {
    try await expect(sandbox.run(["count"] + arguments), is: .output("\(count)\n"))
  }

  @Test(arguments: [
    (["--near", "40.7178,-74.0002", "--walking"], 10),
    (["--near", "40.75925,-73.98467", "--within", "6500"], 30),
    (["--near", "-33.9,151.2"], 30),
    (["--near=-33.9,151.2", "--within=1000"], 0),
    (["--near", "-33.9, 151.2", "--where", "location.distance > 1e7"], 30),
  ])
  func `distances are measured from a place`(arguments: [String], count: Int) async throws {
    try await expect(sandbox.run(["count"] + arguments), is: .output("\(count)\n"))
  }

  @Test func `closed venues are hidden until they are asked for`() async throws {
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
      "price > 3",
      """
      error: unknown key 'price' in Venue, did you mean 'priceInfo.priceCategory'?
        price > 3
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
    ("name == $WHO", "error: the variable $WHO has no value\n"),
  ])
  func `a wrong predicate is pointed at`(predicate: String, message: String) async throws {
    try await expect(sandbox.run("count", "--where", predicate), is: .failure(64, message))
  }

  @Test func `the caret stands under the place, however wide the text before it`() async throws {
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

  @Test func `a wrong predicate is found before a store is made`() async throws {
    let outcome = try await sandbox.run("count", "--where", "price >")
    #expect(outcome.status == 64)
    try await expect(sandbox.shell("ls"), is: .output(""))
  }

  @Test(arguments: [
    (["--within", "-5"], "error: --within takes meters, found -5.0"),
    (["--rating", "11"], "error: --rating takes a number from 0 to 10, found 11.0"),
    (["--bogus"], "error: Unknown option '--bogus'"),
    (["extra"], "error: Unexpected argument 'extra'"),
    (["--where"], "error: Missing value for '--where <predicate>'"),
  ])
  func `wrong usage is told in a line, with where to read on`(arguments: [String], line: String)
    async throws
  {
    let rest = "Usage: boba count <options>\n  See 'boba count --help' for more information.\n"
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
  func `a command that does not exist is told from those that do`(
    arguments: [String], hint: String
  ) async throws {
    let word = arguments[0] == "help" ? arguments[1] : arguments[0]
    try await expect(
      sandbox.run(arguments),
      is: .failure(
        64, "error: there is no command '\(word)'\(hint)\n  boba --help names all commands\n"))
  }

  @Test(arguments: [
    (["--store", "my store.sqlite", "count"], "boba count --store 'my store.sqlite'"),
    (
      ["--store", "it's", "--config=c.toml", "import", "a.json", "--dry-run"],
      "boba import a.json --dry-run --store 'it'\\''s' --config=c.toml"
    ),
    (["--price", "$", "filters", "list"], "boba filters --help tells what it takes"),
    (["--store", "x", "filters", "list"], "boba filters list --store x"),
    (["--search", "list", "list"], "boba list --search list"),
    (["--store", "x", "import"], "boba import --help tells what it takes"),
    (["--theme", "dark", "undo"], "boba undo --help tells what it takes"),
    (["--lenient", "import", "a.json"], "boba import a.json --lenient"),
    (
      ["--store", "x", "filters", "list", "--format=json"],
      "boba filters list --format=json --store x"
    ),
    (["--where", "rating > 7", "stats"], "boba stats --where 'rating > 7'"),
  ])
  func `a command behind its options is told where it belongs`(arguments: [String], line: String)
    async throws
  {
    let command = line.split(separator: " ")[1]
    try await expect(
      sandbox.run(arguments),
      is: .failure(
        64, "error: the command '\(command)' has to come before its options\n  \(line)\n"))
    try await expect(sandbox.shell("ls"), is: .output(""))
  }

  @Test(arguments: [
    (["--store", "x", "nonsense"], "error: Unexpected argument 'nonsense'\n"),
    (["--search", "import", "nonsense"], "error: Unexpected argument 'nonsense'\n"),
    (["--search", "list", "--dry-run"], "error: Unknown option '--dry-run'\n"),
    (["list", "import"], "error: Unexpected argument 'import'\n"),
  ])
  func `what is no command behind its options is told as ever`(arguments: [String], line: String)
    async throws
  {
    let outcome = try await sandbox.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.stderr.hasPrefix(line))
  }

  @Test(arguments: ["91,0", "0,181", "0", "a,b", "", "1,2,3"])
  func `a place outside the world is wrong usage`(place: String) async throws {
    let outcome = try await sandbox.run("count", "--near", place)
    expect(
      outcome,
      is: .failure(
        64,
        """
        error: The value '\(place)' is invalid for '--near <lat,lng>'
        Help:  --near <lat,lng>  Measure distances from here.
        Usage: boba count <options>
          See 'boba count --help' for more information.

        """))
  }
}
