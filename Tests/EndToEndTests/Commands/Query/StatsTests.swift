import Testing

@Suite struct StatsTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `JSON has all totals of the bundled venues`() async throws {
    try await expect(
      sandbox.run("stats", "--format", "json"),
      is: .output(
        """
        {"count":30,"deals":{"sum":12,"venues":6},"withinWalkingDistance":0,"withTips":30,\
        "price":{"$":27,"$$":2,"$$$":1,"$$$$":0,"none":0},\
        "distance":{"min":567,"max":6471,"average":3818.8333333333335},\
        "rating":{"min":null,"max":null,"average":null},\
        "tips":{"sum":519,"min":1,"max":60,"average":17.3},\
        "checkins":{"sum":51852,"min":15,"max":6820,"average":1728.4},\
        "users":{"sum":24907,"min":15,"max":3530,"average":830.2333333333333}}

        """))
  }

  @Test func `JSON without venues has null values`() async throws {
    try await expect(
      sandbox.run("stats", "--search", "zzzz", "--format", "json"),
      is: .output(
        """
        {"count":0,"deals":{"sum":0,"venues":0},"withinWalkingDistance":0,"withTips":0,\
        "price":{"$":0,"$$":0,"$$$":0,"$$$$":0,"none":0},\
        "distance":{"min":null,"max":null,"average":null},\
        "rating":{"min":null,"max":null,"average":null},\
        "tips":{"sum":null,"min":null,"max":null,"average":null},\
        "checkins":{"sum":null,"min":null,"max":null,"average":null},\
        "users":{"sum":null,"min":null,"max":null,"average":null}}

        """))
  }

  @Test func `the table has the same totals`() async throws {
    try await expect(
      sandbox.run("stats", "--deals"),
      is: .output(
        """
        Statistic                             Value
        venues                                    6
        deals                                    12
        venues with deals                         6
        within walking distance                   0
        with tips                                 6
        price $                                   6
        price $$                                  0
        price $$$                                 0
        price $$$$                                0
        price none                                0
        distance min                            567
        distance max                           5886
        distance average         2826.8333333333335
        rating min                                –
        rating max                                –
        rating average                            –
        tips sum                                 54
        tips min                                  1
        tips max                                 28
        tips average                              9
        check-ins sum                          4710
        check-ins min                            25
        check-ins max                          2783
        check-ins average                       785
        visitors sum                           2066
        visitors min                             16
        visitors max                           1062
        visitors average          344.3333333333333

        """))
  }

  @Test func `groups have aggregates`() async throws {
    try await expect(
      sandbox.run(
        "stats", "--group-by", "priceInfo.priceCategory", "--aggregate",
        "sumDeals=sum(specialCount)", "--aggregate", "far=max(location.distance)", "--format",
        "json"),
      is: .output(
        """
        [{"priceInfo.priceCategory":"$","count":27,"sumDeals":12,"far":6471},
         {"priceInfo.priceCategory":"$$","count":2,"sumDeals":0,"far":4751},
         {"priceInfo.priceCategory":"$$$","count":1,"sumDeals":0,"far":5760}]

        """))
  }

  @Test func `groups are sorted by key, missing keys last`() async throws {
    try await expect(
      sandbox.run("stats", "--group-by", "location.postalCode", "--format", "csv"),
      is: .output(
        [
          "location.postalCode,count", "10002,3", "10003,4", "10004,1", "10010,3", "10011,1",
          "10013,8", "10016,1", "10017,1", "10018,1", "10038,2", "10065,1", "11103,1", ",3",
        ].map { $0 + "\r\n" }.joined()))
  }

  @Test func `JSON omits missing group keys`() async throws {
    try await expect(
      sandbox.run(
        "stats", "--where", "location.postalCode == nil OR location.postalCode == \"11103\"",
        "--group-by", "location.postalCode", "--aggregate", "best=max(rating)", "--format",
        "ndjson"), is: .output("{\"location.postalCode\":\"11103\",\"count\":1}\n{\"count\":3}\n"))
  }

  @Test func `groups are filtered and sorted by aggregates`() async throws {
    try await expect(
      sandbox.run(
        "stats", "--group-by", "location.postalCode", "--aggregate", "tips=sum(stats.tipCount)",
        "--having", "count > 2 AND tips > 40", "--sort", "-tips", "--format", "json"),
      is: .output(
        """
        [{"location.postalCode":"10013","count":8,"tips":212},
         {"location.postalCode":"10002","count":3,"tips":69},
         {"location.postalCode":"10010","count":3,"tips":53},
         {"location.postalCode":"10003","count":4,"tips":43}]

        """))
  }

  @Test func `--having and --sort take group keys as they are written`() async throws {
    try await expect(
      sandbox.run(
        "stats", "--group-by", "bin(tips, 20)", "--having",
        "bin(stats.tipCount,20) >= 20 AND count > $MIN", "--let", "MIN=1", "--sort",
        "-bin(tips,20)"),
      is: .output(
        """
        bin(tips, 20)  count
                   40      3
                   20      7

        """))
    try await expect(
      sandbox.run(
        "stats", "--group-by", "bands(distance, 1000, 2000)", "--having",
        "bands(location.distance, 1000, 2000) < 2000"),
      is: .output(
        """
        bands(distance, 1000, 2000)  count
                                  0      1
                               1000      5

        """))
    try await expect(
      sandbox.run("count", "--where", "bands(distance, 1000, 2000) == 1000"), is: .output("5\n"))
  }

  @Test(arguments: [
    ("price", "priceInfo.priceCategory"), ("deals", "specialCount"), ("tips", "stats.tipCount"),
    ("checkins", "stats.checkinsCount"), ("City", "location.city"), ("tier", "priceInfo.tier"),
    ("postal-code", "location.postalCode"), ("postal_code", "location.postalCode"),
    ("category", "category.name"), ("categories", "categories.name"),
  ])
  func `groups have the words of sort orders and any spelling of a key`(
    word: String, keyPath: String
  ) async throws {
    let groups = try await sandbox.run("stats", "--group-by", keyPath, "--format", "json")
    #expect(groups.stdout.contains("\"\(keyPath)\":"))
    try await expect(
      sandbox.run("stats", "--group-by", word, "--sort", word, "--format", "json"), is: groups)
  }

  @Test func `conditions on groups have the same words`() async throws {
    try await expect(
      sandbox.run(
        "stats", "--group-by", "price", "--having", "price != nil AND price != '$'", "--sort",
        "-price", "--format", "csv"),
      is: .output("priceInfo.priceCategory,count\r\n$$$,1\r\n$$,2\r\n"))
  }

  @Test func `a sum that is too large is null in JSON and inf elsewhere`() async throws {
    let venue = { (id: Int) in
      #"{"id":"\#(id)","name":"A","location":{"distance":1.7e308}}"#
    }
    _ = try await sandbox.run("import", "-", stdin: "[\(venue(1)),\(venue(2))]")
    let options = ["stats", "--aggregate", "far=sum(distance)", "--format"]
    try await expect(
      sandbox.run(options + ["json"]), is: .output("[{\"count\":2,\"far\":null}]\n"))
    try await expect(sandbox.run(options + ["csv"]), is: .output("count,far\r\n2,inf\r\n"))
  }

  @Test func `groups of several keys are a table`() async throws {
    try await expect(
      sandbox.run(
        "stats", "--group-by", "location.city,priceInfo.priceCategory", "--aggregate",
        "n=count(url)"),
      is: .output(
        """
        location.city  priceInfo.priceCategory  count  n
        Astoria        $$$                          1  0
        New York       $                           26  8
        New York       $$                           2  2
        Queens         $                            1  0

        """))
  }

  @Test(arguments: [
    (["--group-by", "bogus"], "unknown key 'bogus'\n\(validKeys)"),
    (["--group-by", "nam"], "unknown key 'nam', did you mean 'name'?"),
    (["--group-by", ""], "unknown key ''\n\(validKeys)"),
    (
      ["--group-by", "photos"],
      "'photos' has several keys; group by one of them, such as photos.url"
    ),
    (
      ["--group-by", "bin(name, 1)"],
      "bin needs a number, found a string\n  bin(name, 1)\n  ^"
    ),
    (
      ["--group-by", "bin(tip, 1)"],
      "unknown key 'tip' in Venue, did you mean 'tips'?\n  bin(tip, 1)\n      ^"
    ),
    (
      ["--group-by", "bands(distance, 5, 5)"],
      "bands takes a number and ascending bounds above 0\n  bands(distance, 5, 5)\n  ^"
    ),
    (
      ["--group-by", "bin(rating, 0)"],
      "bin takes a key and a width above 0, found 'bin(rating, 0)'"
    ),
    (
      ["--group-by", "city", "--aggregate", "total=sum(rating)", "--totals"],
      "--totals needs the name 'total'; name the aggregate otherwise"
    ),
    (
      ["--group-by", "city", "--having", "count > 3", "--let", "MAX=1"],
      "no predicate uses $MAX"
    ),
    (
      ["--group-by", "city", "--aggregate", "far=max(createdAt)", "--plot"],
      "a plot shows the first column, and 'far' is a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z"
    ),
    (
      ["--aggregate", "p=sum(rating)/count(id)"],
      "--aggregate takes NAME=FUNC(KEY), found 'p=sum(rating)/count(id)'"
    ),
    (
      ["--aggregate", "p=percentile(rating)"],
      "percentile takes a key and a number from 0 to 100, found 'p=percentile(rating)'"
    ),
    (
      ["--group-by", "city", "--having", "counts > 2"],
      """
      unknown key 'counts' in the groups, did you mean 'count'?
        counts > 2
        ^
      """
    ),
    (
      ["--group-by", "city", "--aggregate", "far=max(distance)", "--having", "far > 'x'"],
      """
      cannot apply > to a number and a string
        far > 'x'
            ^
      """
    ),
    (
      ["--group-by", "city", "--having", "count >"],
      """
      unexpected end of predicate: expected a key path, a value or a condition
        count >
               ^
      """
    ),
    (["--group-by", "city", "--aggregate", "a"], "--aggregate takes NAME=FUNC(KEY), found 'a'"),
    (
      ["--group-by", "city", "--aggregate", "a=most(rating)"],
      "unknown function 'most'; valid: sum, average, min, max, count, median, percentile, "
        + "stddev, distinct"
    ),
    (["--group-by", "city", "--aggregate", "a=sum(name)"], "sum takes a numeric key, name is not"),
    (
      ["--group-by", "city", "--aggregate", "count=sum(rating)"],
      "the name 'count' occurs twice in --group-by and --aggregate"
    ),
    (
      ["--group-by", "city", "--aggregate", "a=sum(rating)", "--aggregate", "a=min(rating)"],
      "the name 'a' occurs twice in --group-by and --aggregate"
    ),
    (
      ["--group-by", "city", "--aggregate", "location.city=sum(rating)"],
      "the name 'location.city' occurs twice in --group-by and --aggregate"
    ),
    (
      ["--group-by", "city", "--aggregate", "city=sum(rating)"],
      "the name 'city' occurs twice in --group-by and --aggregate"
    ),
    (
      ["--group-by", "city", "--sort", "name"],
      "cannot sort groups by 'name'; valid: location.city, count"
    ),
  ])
  func `invalid groups are usage errors`(arguments: [String], message: String) async throws {
    try await expect(sandbox.run(["stats"] + arguments), is: .failure(64, "error: \(message)\n"))
  }

  @Test(arguments: [
    (["--having", "count > 1"], true), (["--totals"], true), (["--plot"], true),
    (["--format", "svg"], true), (["--limit", "2"], true), (["--sort", "count"], true),
    (["--group-by", "city", "--limit", "0"], false),
    (["--group-by", "city", "--plot", "--format", "csv"], false),
  ])
  func `options that need groups are usage errors without them`(
    arguments: [String], needsGroups: Bool
  ) async throws {
    let outcome = try await sandbox.run(["stats"] + arguments)
    #expect(outcome.status == 64)
    let message =
      "--having, --sort, --limit, --totals, --plot and --format svg need --group-by"
    #expect(outcome.stderr.contains(message) == needsGroups)
  }

  @Test func `aggregates of all venues need no groups`() async throws {
    try await expect(
      sandbox.run(
        "stats", "--aggregate", "median=median(tipCount)", "--aggregate",
        "p=percentile(stats.tipCount, 90)", "--aggregate", "spread=stddev(tipCount * 0)",
        "--aggregate", "cities=distinct(city)", "--aggregate", "deals=sum(specialCount * 2)",
        "--aggregate", "none=median(rating)", "--format", "json"),
      is: .output(
        """
        [{"count":30,"median":10.5,"p":42.5,"spread":0,"cities":3,"deals":24}]

        """))
  }

  @Test func `a venue is in the group of each of its categories, and the totals count it once`()
    async throws
  {
    let lines = [
      #"{"id":"1","name":"A","categories":["Tea","Café","Tea"],"rating":6}"#,
      #"{"id":"2","name":"B","categories":["Tea"],"rating":8}"#, #"{"id":"3","name":"C"}"#,
    ]
    _ = try await sandbox.run(
      "import", "-", "--format", "boba", "--store", "s.sqlite",
      stdin: lines.joined(separator: "\n"))
    let words = [
      "stats", "--store", "s.sqlite", "--group-by", "categories.name", "--aggregate",
      "m=median(rating)", "--totals",
    ]
    try await expect(
      sandbox.run(words + ["--format", "ndjson"]),
      is: .output(
        """
        {"categories.name":"Café","count":1,"m":6}
        {"categories.name":"Tea","count":2,"m":7}
        {"count":1}
        {"total":true,"count":3,"m":7}

        """))
    try await expect(
      sandbox.run(words + ["--sort", "-count", "--sort", "-m", "--limit", "2"]),
      is: .output(
        """
        categories.name  count    m
        Tea                  2  7.0
        Café                 1  6.0
        total                3  7.0

        """))
  }

  @Test func `groups by intervals, bands and parts of dates`() async throws {
    let lines = [("2", "2024-02-29", 0.3), ("10", "2024-03-01", 0.9), ("700", "2023-03-05", 8.7)]
      .map {
        #"{"id":"\#($0.0)","name":"A","distance":\#($0.0),"createdAt":"\#($0.1)","rating":\#($0.2)}"#
      }
    _ = try await sandbox.run(
      "import", "-", "--format", "boba", "--store", "s.sqlite",
      stdin: lines.joined(separator: "\n"))
    for (key, rows) in [
      ("bin(rating, 0.1)", ["0.3,1", "0.9,1", "8.7,1"]),
      ("bin(distance,10)", ["0,1", "10,1", "700,1"]),
      ("bands(distance)", ["0,2", "500,1"]), ("bands(distance, 5, 500)", ["0,1", "5,1", "500,1"]),
      ("year(createdAt)", ["2023,1", "2024,2"]), ("month(createdAt)", ["2,1", "3,2"]),
      ("weekday(createdAt)", ["4,1", "5,1", "7,1"]),
      ("year(createdAt),month(createdAt)", ["2023,3,1", "2024,2,1", "2024,3,1"]),
    ] {
      let outcome = try await sandbox.run(
        "stats", "--store", "s.sqlite", "--group-by", key, "--format", "csv")
      #expect(outcome.stdout.split(separator: "\r\n").dropFirst().map(String.init) == rows)
    }
  }

  @Test func `groups are drawn as bars`() async throws {
    try await expect(
      sandbox.shell("COLUMNS=40 boba stats --group-by 'bin(tipCount, 20)' --plot"),
      is: .output(
        """
        count by bin(tipCount, 20)
        0–20   19  █████████████████████████████
        20–40   7  ██████████▋
        40–60   3  ████▋
        60–80   1  █▌

        """))
    try await expect(
      sandbox.run(
        "stats", "--group-by", "city", "--sort", "-count", "--limit", "1", "--format", "svg"),
      is: .output(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="720" height="62" viewBox="0 0 720 62" \
        font-family="sans-serif" font-size="13">
        <title>count by location.city</title>
        <text x="10" y="20" font-weight="bold">count by location.city</text>
        <text x="212" y="46" text-anchor="end">New York</text>
        <rect x="220" y="32" width="400" height="18" fill="#4e79a7"/>
        <text x="626" y="46">28</text>
        </svg>

        """))
  }

  @Test func `a histogram has empty intervals`() async throws {
    let lines = [1, 4].map { #"{"id":"\#($0)","name":"A","rating":\#($0)}"# }
    _ = try await sandbox.run(
      "import", "-", "--format", "boba", "--store", "s.sqlite",
      stdin: lines.joined(separator: "\n"))
    try await expect(
      sandbox.shell("COLUMNS=20 boba stats --store s.sqlite --group-by 'bin(rating,1)' --plot"),
      is: .output(
        """
        count by bin(rating…
        1–2  1  ████████████
        2–3  –
        3–4  –
        4–5  1  ████████████

        """))
    try await expect(
      sandbox.shell(
        "COLUMNS=20 boba stats --store s.sqlite --group-by 'bin(rating,1)' --having 'count > 0' --plot"
      ),
      is: .output(
        """
        count by bin(rating…
        1–2  1  ████████████
        4–5  1  ████████████

        """))
  }
}
