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
        Figure                                Value
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
    (["--group-by", "bogus"], "unknown key 'bogus'"),
    (["--group-by", "nam"], "unknown key 'nam', did you mean 'name'?"),
    (["--group-by", ""], "unknown key ''"),
    (["--group-by", "tips.text"], "unknown key 'tips.text': it has many values"),
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
      "unknown function 'most'; valid: sum, average, min, max, count"
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
      ["--group-by", "city", "--sort", "name"],
      "cannot sort groups by 'name'; valid: location.city, count"
    ),
  ])
  func `invalid groups are usage errors`(arguments: [String], message: String) async throws {
    try await expect(sandbox.run(["stats"] + arguments), is: .failure(64, "error: \(message)\n"))
  }

  @Test func `an aggregate without groups is a usage error`() async throws {
    try await expect(
      sandbox.run("stats", "--aggregate", "a=sum(rating)"),
      is: .failure(
        64,
        """
        error: --aggregate, --having and --sort need --group-by
        Usage: boba stats [<filter>] [--group-by <key,…>] [<options>]
          See 'boba stats --help' for more information.

        """))
  }
}
