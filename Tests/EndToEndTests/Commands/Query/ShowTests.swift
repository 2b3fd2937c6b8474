import Testing

@Suite struct ShowTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `the text omits missing values`() async throws {
    try await expect(
      sandbox.run("show", "4e3c89c8aeb73139a16d84ee"),
      is: .output(
        """
        ID            4e3c89c8aeb73139a16d84ee
        Name          Kung Fu Tea 功夫茶
        Price         $
        Tier          1
        Distance      4.8 km
        Address       234 Canal St
        Cross street  at Centre St.
        City          New York
        State         NY
        Postal code   10013
        Country       United States
        Country code  US
        Latitude      40.717854
        Longitude     -74.000208
        Category      Bubble Tea Shop
        Categories    Bubble Tea Shop
        Check-ins     6820
        Visitors      3530
        Tips          60
        Deals         0
        Phone         2123343536
        Favorite      no
        Verified      yes
        Closed        no
        Category ID   52e81612bcbc57f1066b7a0c

        """))
  }

  @Test func `a text with lines keeps them`() async throws {
    _ = try await sandbox.run(
      "import", "-",
      stdin: #"{"id":"a","name":"A","hours":"Mon 9-5\nTue 10-4","tips":["x\r\ny"]}"#)
    try await expect(
      sandbox.run("show", "a"),
      is: .output(
        """
        ID        a
        Name      A
        Tips      1
        Deals     0
        Favorite  no
        Verified  no
        Closed    no
        Hours     Mon 9-5
                  Tue 10-4
        Tip       x
                  y

        """))
  }

  @Test func `paths of categories and facts of tips are shown`() async throws {
    _ = try await sandbox.run(
      "import", "-",
      stdin: """
        {"id":"a","name":"A","location":{},"categories":[{"id":"c","name":"Café","parents":["Food"]}],
        "tips":{"groups":[{"items":[{"text":"Go","createdAt":1300000000,"likes":{"count":3},"lang":"en"},
        {"text":"No"}]}]}}
        """)
    try await expect(
      sandbox.run("show", "a"),
      is: .output(
        """
        ID           a
        Name         A
        Category     Café
        Categories   Café
        Tips         2
        Deals        0
        Favorite     no
        Verified     no
        Closed       no
        Category ID  c
        Path         Food > Café
        Tip          Go
                     2011-03-13T07:06:40Z · 3 likes · en
        Tip          No

        """))
  }

  @Test func `JSON has every attribute and the tips`() async throws {
    let tip = """
      {"id":"a","name":"A","tips":{"groups":[{"items":[{"text":"More\\nice","agreeCount":2}]}]}}
      """
    _ = try await sandbox.run("import", "-", stdin: tip)
    try await expect(
      sandbox.run("show", "a", "--format", "json"),
      is: .output(
        """
        {"id":"a","name":"A","priceCategory":null,"tier":null,"distance":null,"address":null,\
        "crossStreet":null,"city":null,"state":null,"postalCode":null,"country":null,\
        "countryCode":null,"latitude":null,"longitude":null,"category":null,"categories":[],\
        "rating":null,"checkinsCount":null,"usersCount":null,"tipCount":1,\
        "specialCount":0,"phone":null,"url":null,"favorite":false,"note":null,\
        "verified":false,"closed":false,"menuURL":null,"closedAt":null,"createdAt":null,\
        "ratingSignals":null,"ratingColor":null,"hours":null,"photoCount":null,"chain":null,\
        "categoryID":null,"timeZone":null,"openNow":null,"openNowAt":null,\
        "neighborhood":null,"chainID":null,"storeID":null,"description":null,"twitter":null,\
        "facebook":null,"instagram":null,"deliveryURL":null,"reservationURL":null,\
        "popularity":null,"likeCount":null,"currency":null,"refreshedAt":null,"extras":null\(NewerAttributes.json),\
        "categoryIDs":[],"categoryPaths":[],"tips":[{"text":"More\\nice","createdAt":null,\
        "agreeCount":2,"likeCount":null,"language":null}],"openings":[],"deals":[],\
        "neighborhoods":[],"tags":[],"photos":[],"popularHours":[]}

        """))
  }

  @Test func `control characters in a file never reach the terminal`() async throws {
    let text = "{\"id\":\"a\",\"name\":\"A\\u001B[2J\\u0007B\",\"location\":{\"city\":\"C\\nD\"}}"
    _ = try await sandbox.run("import", "-", stdin: text)
    let shown = try await sandbox.run("show", "a")
    let listed = try await sandbox.run("list", "--columns", "name,city")
    for outcome in [shown, listed] {
      #expect(!outcome.stdout.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
    #expect(shown.stdout.contains("City      C\n          D\n"))
    #expect(listed.stdout.split(separator: "\n").contains { $0.contains("C D") })
  }

  @Test func `--near changes the distance`() async throws {
    let shown = try await sandbox.run(
      "show", "4e3c89c8aeb73139a16d84ee", "--near", "40.7178,-74.0002")
    #expect(shown.stdout.split(separator: "\n").contains("Distance      6 m"))
  }

  @Test func `tables show ratings with decimals, and JSON and CSV as they are`() async throws {
    _ = try await sandbox.run(
      "import", "-", "--store", "r.sqlite",
      stdin: #"[{"id":"1","name":"A","rating":8},{"id":"2","name":"B","rating":8.75}]"#)
    func output(_ arguments: String...) async throws -> String {
      try await sandbox.run(arguments + ["--store", "r.sqlite"]).stdout
    }
    try await #expect(output("list", "--columns", "rating") == "Rating\n   8.0\n  8.75\n")
    try await #expect(
      output("list", "--columns", "rating", "--format", "csv") == "rating\r\n8\r\n8.75\r\n")
    try await #expect(output("show", "1").contains("\nRating    8.0\n"))
    try await #expect(
      output("stats", "--group-by", "rating", "--aggregate", "best=max(rating)")
        == """
        rating  count  best
           8.0      1   8.0
          8.75      1  8.75

        """)
    let totals = try await output("stats")
    #expect(totals.contains("\nrating min                 8.0\n"))
    try await #expect(output("stats", "--format", "csv").contains("\r\nrating min,8\r\n"))
  }

  @Test func `an unknown id is a failure`() async throws {
    try await expect(
      sandbox.run("show", "nope"), is: .failure(1, "error: no venue with ID 'nope'\n"))
  }
}
