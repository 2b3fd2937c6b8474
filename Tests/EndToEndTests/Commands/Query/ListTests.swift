import TerminalKit
import Testing

@Suite struct ListTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `the nearest venues come first in a table`() async throws {
    try await expect(sandbox.run("list"), is: .output(Self.table))
  }

  @Test func `a table fits the width of the terminal`() async throws {
    let outcome = try await sandbox.run("list", "--limit", "3", environment: ["COLUMNS": "60"])
    expect(
      outcome,
      is: .output(
        """
        Name         Price  Distance  Rating  Tips  Check-ins  Deals
        Boi Noodles  $         567 m       –    28       2783      1
        CoCo Fresh…  $        1.1 km       –    42       6800      0
        Smoocha      $        1.4 km       –     2        317      3

        """))
  }

  @Test func `a narrow table truncates titles before numbers`() async throws {
    let outcome = try await sandbox.run("list", "--limit", "3", environment: ["COLUMNS": "40"])
    expect(
      outcome,
      is: .output(
        """
        Name      P…  Dista…  R…  Ti…  Che…  De…
        Boi Noo…  $    567 m   –   28  2783    1
        CoCo Fr…  $   1.1 km   –   42  6800    0
        Smoocha   $   1.4 km   –    2   317    3

        """))
  }

  @Test(arguments: [1, 2, 5, 20, 39, 72, 100])
  func `no table row is wider than the terminal`(columns: Int) async throws {
    for arguments in [
      ["list"], ["list", "--columns", Self.manyColumns], ["stats"], ["filters", "list"],
    ] {
      let outcome = try await sandbox.run(arguments, environment: ["COLUMNS": "\(columns)"])
      let widths = outcome.stdout.split(separator: "\n").map {
        TextWidth.displayWidth(of: String($0))
      }
      #expect(outcome.status == 0 && widths.allSatisfy { $0 <= columns }, "\(arguments) \(outcome)")
    }
  }

  private static let manyColumns =
    "id,name,address,crossStreet,city,state,postalCode,country,latitude,longitude,categories,tips,note"

  @Test func `tips are a column`() async throws {
    _ = try await sandbox.run("import", "-", stdin: Self.visited)
    let only = ["list", "--where", "id == 'v'", "--columns", "name,tips.text", "--format"]
    try await expect(
      sandbox.run(only + ["json"]),
      is: .output("[{\"name\":\"V\",\"tips\":[\"Good\",\"So; so\"]}]\n"))
    try await expect(
      sandbox.run(only + ["csv"]), is: .output("name,tips\r\nV,Good; So\\; so\r\n"))
    try await expect(
      sandbox.run(only + ["table"]), is: .output("Name  Tip texts\nV     Good, So; so\n"))
  }

  private static let visited = """
    {"id":"v","name":"V","tips":{"items":[{"text":"Good"},{"text":"So; so"}]}}
    """

  @Test(arguments: [
    (["--sort", "-name", "--limit", "1"], ["4a83505ef964a520bffa1fe3"]),
    (["--sort=-name", "--limit=1"], ["4a83505ef964a520bffa1fe3"]),
    (["--sort", "distance", "--limit", "1"], ["4bfaad735317a5931802037f"]),
    (["--sort", "-location.distance", "--limit", "1"], ["5243325511d2e8aa8c36a30d"]),
    (
      ["--sort", "-tips", "--limit", "2"], ["4e3c89c8aeb73139a16d84ee", "4a83505ef964a520bffa1fe3"]
    ),
    (
      ["--sort", "-price", "--sort", "-checkins", "--limit", "2"],
      ["52fc1720498e39f0cf085d06", "4d472e2d14aa8cfa2733853d"]
    ),
    (
      ["--sort", "-deals", "--limit", "2"],
      ["538a1b82498e279098ddef6b", "52cd915b498eee10ccde09e9"]
    ),
    (["--sort", "-rating", "--limit", "1"], ["4a83505ef964a520bffa1fe3"]),
    (["--offset", "29"], ["5243325511d2e8aa8c36a30d"]),
    (["--offset=28", "--limit=1"], ["51017650e4b0b335c3535c61"]),
    (["--offset", "30"], []), (["--offset=9223372036854775807", "--limit=2"], []),
    (["--limit", "0"], []),
  ])
  func `sort, limit and offset select the rows`(arguments: [String], ids: [String]) async throws {
    let outcome = try await sandbox.run(
      ["list", "--columns", "id", "--format", "tsv"] + arguments)
    expect(outcome, is: .output((["id"] + ids).map { $0 + "\n" }.joined()))
  }

  @Test func `cheap deals are listed as JSON`() async throws {
    let outcome = try await sandbox.run(
      "list", "--where", "priceInfo.priceCategory == \"$\" AND specialCount > 0", "--sort",
      "distance", "--columns", "name,location.distance", "--format", "json")
    expect(
      outcome,
      is: .output(
        """
        [{"name":"Boi Noodles","distance":567},
         {"name":"Smoocha","distance":1353},
         {"name":"Chatime 日出茶太","distance":1770},
         {"name":"City Wings Cafe","distance":2711},
         {"name":"Red Bubble","distance":4674},
         {"name":"Vivi Bubble Tea","distance":5886}]

        """))
  }

  @Test func `an object of JSON has every attribute`() async throws {
    let venue = """
      {"id":"4bfaad735317a5931802037f","name":"Boi Noodles","priceCategory":"$","tier":1,\
      "distance":567,"address":"240 W 40th St.","crossStreet":"btwn 7th & 8th Ave.",\
      "city":"New York","state":"NY","postalCode":"10018","country":"United States",\
      "countryCode":"US","latitude":40.755854,"longitude":-73.989698,\
      "category":"Vietnamese Restaurant","categories":["Vietnamese Restaurant"],"rating":null,\
      "checkinsCount":2783,"usersCount":1062,"tipCount":28,"specialCount":1,"phone":"2125750088",\
      "url":"http://boinoodlesnyc.com","favorite":false,"note":null,"verified":true,"closed":false,\
      "menuURL":null,"closedAt":null,"createdAt":null,"ratingSignals":null,"ratingColor":null,\
      "hours":null,"photoCount":null,"chain":null,"categoryID":"4bf58dd8d48988d14a941735",\
      "timeZone":null,"openNow":null,"openNowAt":null,"neighborhood":null,"chainID":null,\
      "storeID":null,"description":null,"twitter":null,"facebook":null,"instagram":null,\
      "deliveryURL":null,"reservationURL":null,"popularity":null,"likeCount":null,\
      "currency":null,"refreshedAt":null,"extras":null\(NewerAttributes.json)}
      """
    try await expect(
      sandbox.run("list", "--limit", "1", "--format", "json"), is: .output("[\(venue)]\n"))
    try await expect(
      sandbox.run("list", "--limit", "1", "--format", "ndjson"), is: .output("\(venue)\n"))
  }

  @Test func `CSV guards every text that a spreadsheet would run, but no numbers`() async throws {
    let place = """
      [{"id":"=1","name":"+N","url":"=U","menu":{"url":"@m"},"delivery":{"url":"+d"},
      "reservations":{"url":"-r"},"contact":{"phone":"=HYPERLINK(1)"},"location":{"lat":-1.5,"lng":2}},
      {"id":"-5","name":"B","contact":{"phone":"+1 (212) 555-1234"},
      "categories":[{"id":"=cat","name":"Tea"}]}]
      """
    _ = try await sandbox.run("import", "-", "--store", "other.sqlite", stdin: place)
    try await expect(
      sandbox.run(
        "list", "--columns",
        "id,name,url,menuURL,deliveryURL,reservationURL,phone,latitude,categoryID", "--format",
        "csv", "--sort", "name", "--store", "other.sqlite"),
      is: .output(
        "id,name,url,menuURL,deliveryURL,reservationURL,phone,latitude,categoryID\r\n"
          + "'=1,'+N,'=U,'@m,'+d,'-r,'=HYPERLINK(1),-1.5,\r\n"
          + "-5,B,,,,,+1 (212) 555-1234,,'=cat\r\n"))
    try await expect(
      sandbox.run(
        "stats", "--aggregate", "a=min(name)", "--format", "csv", "--store", "other.sqlite"),
      is: .output("count,a\r\n2,'+N\r\n"))
    let exported = try await sandbox.run("export", "--format", "csv", "--store", "other.sqlite")
    let again = try await sandbox.run(
      "import", "-", "--store", "other.sqlite", stdin: exported.stdout)
    #expect(again.stdout.contains("0 inserted, 0 updated, 2 unchanged"))
  }

  @Test func `CSV quotes cells when necessary`() async throws {
    _ = try await sandbox.run("set", "note==1+1, \"so\"", "--price", "3")
    let outcome = try await sandbox.run(
      "list", "--price", "3", "--columns", "name,rating,note,categories,priceInfo.tier",
      "--format", "csv")
    expect(
      outcome,
      is: .output(
        "name,rating,note,categories,tier\r\n"
          + "The Bao Shoppe,,\"'=1+1, \"\"so\"\"\",Asian Restaurant,3\r\n"))
  }

  @Test func `Markdown is a table`() async throws {
    let outcome = try await sandbox.run(
      "list", "--limit", "1", "--columns", "name,distance,city", "--format", "markdown")
    expect(
      outcome,
      is: .output(
        """
        | Name | Distance | City |
        | --- | ---: | --- |
        | Boi Noodles | 567 m | New York |

        """))
  }

  @Test func `Markdown has no meaning in cells`() async throws {
    _ = try await sandbox.run(
      "import", "-", stdin: #"{"id":"m","name":"*a* _b_ <i> [x](y) `c` | \\ & d"}"#)
    try await expect(
      sandbox.run("list", "--where", "id == 'm'", "--columns", "name", "--format", "markdown"),
      is: .output(
        #"""
        | Name |
        | --- |
        | \*a\* \_b\_ \<i\> \[x\](y) \`c\` \| \\ & d |

        """#))
  }

  @Test func `a category is chosen at every level of its path, and deals are searched`()
    async throws
  {
    let rows = [("1", "Dining > Café > Tea"), ("2", "Dining > Café"), ("3", "Dining > Cafés")]
      .map {
        #"{"fsq_place_id":"\#($0.0)","name":"A","fsq_category_ids":["c"],"fsq_category_labels":["\#($0.1)"]}"#
      }
    let deal =
      #"{"id":"4","name":"D","location":{},"specials":{"items":[{"message":"Free t&oacute;pping"}]}}"#
    _ = try await sandbox.run(
      "import", "-", "--store", "c.sqlite", stdin: (rows + [deal]).joined(separator: "\n"))
    for (option, ids) in [
      ("--category=Dining > cafe", "1\n2\n"), ("--category=dining >", "1\n2\n3\n"),
      ("--category=Tea", "1\n"), ("--category=Dining > Café > Tea", "1\n"),
      ("--search=topping", "4\n"),
      ("--where=ANY deals.message CONTAINS 'Free'", "4\n"),
    ] {
      try await expect(
        sandbox.run(
          "list", "--store", "c.sqlite", option, "--columns", "id", "--format", "tsv"),
        is: .output("id\n" + ids))
    }
  }

  @Test func `texts are sorted in natural order`() async throws {
    let cities = ["Zagreb", "Øst", "Oslo", "Ward 10", "ward 9", "\u{c6}bele"]
    let lines = cities.map { #"{"id":"\#($0)","name":"A","location":{"city":"\#($0)"}}"# }
    _ = try await sandbox.run(
      "import", "-", "--store", "c.sqlite", stdin: lines.joined(separator: "\n"))
    for key in ["city", "-location.city"] {
      let order = ["Æbele", "Oslo", "Øst", "ward 9", "Ward 10", "Zagreb"]
      try await expect(
        sandbox.run(
          "list", "--store", "c.sqlite", "--sort", key, "--columns", "city", "--format", "tsv"),
        is: .output(
          (["city"] + (key == "city" ? order : order.reversed())).map { $0 + "\n" }.joined()))
    }
  }

  @Test(arguments: [
    ("table", "Name  Price  Distance  Rating  Tips  Check-ins  Deals\n"), ("json", "[]\n"),
    ("ndjson", ""),
    (
      "csv",
      """
      id,name,priceCategory,tier,distance,address,crossStreet,city,state,postalCode,country,\
      countryCode,latitude,longitude,category,categories,rating,checkinsCount,usersCount,tipCount,\
      specialCount,phone,url,favorite,note,verified,closed,menuURL,closedAt,createdAt,\
      ratingSignals,ratingColor,hours,photoCount,chain,categoryID,timeZone,openNow,openNowAt,\
      neighborhood,chainID,storeID,description,twitter,facebook,instagram,deliveryURL,\
      reservationURL,popularity,likeCount,currency,refreshedAt,extras\(NewerAttributes.headers)\r\n
      """
    ),
    ("geojson", "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n"),
  ])
  func `an empty result is not an error`(format: String, text: String) async throws {
    try await expect(
      sandbox.run("list", "--search", "zzzz", "--format=\(format)"), is: .output(text))
    try await expect(sandbox.run("list", "--limit=0", "--format", format), is: .output(text))
  }

  @Test func `--near applies to columns and sorting`() async throws {
    let outcome = try await sandbox.run(
      "list", "--near", "40.7178,-74.0002", "--limit", "2", "--columns", "name,distance",
      "--format", "json")
    expect(
      outcome,
      is: .output(
        """
        [{"name":"Kung Fu Tea 功夫茶","distance":6},
         {"name":"Chatime 日出茶太","distance":41}]

        """))
  }

  @Test(arguments: [
    (["--sort", "bogus"], "cannot sort by 'bogus'\n\(validKeys)"),
    (["--sort", "tips.text"], "cannot sort by 'tips.text': it has many values"),
    (["--columns", "nam"], "unknown column 'nam', did you mean 'name'?"),
    (["--columns", ""], "unknown column ''\n\(validKeys)"),
    (["--columns", "name,"], "unknown column ''\n\(validKeys)"),
    (["--columns", "name,city,name"], "duplicate column 'name'"),
    (["--columns", "city,location.city"], "duplicate column 'city'"),
  ])
  func `an unknown key is a usage error`(arguments: [String], message: String) async throws {
    try await expect(sandbox.run(["list"] + arguments), is: .failure(64, "error: \(message)\n"))
  }

  @Test(arguments: ["--limit", "--offset"])
  func `limit and offset cannot be negative`(option: String) async throws {
    try await expect(
      sandbox.run("list", option, "-1"),
      is: .failure(
        64,
        """
        error: \(option) takes a number, 0 or more, found -1
        Usage: boba list [<filter>] [<options>]
          See 'boba list --help' for more information.

        """))
  }

  @Test func `a closed pipe is not an error`() async throws {
    let everything = "for i in 1 2 3 4 5 6 7 8 9; do boba list --format json; done"
    try await expect(sandbox.shell("\(everything) | head -c 1"), is: .output("["))
  }

  @Test func `a full disk is reported`() async throws {
    try await expect(
      sandbox.shell("boba list >/dev/full"),
      is: .failure(74, "error: cannot write the output: no space left on device\n"))
  }

  @Test(arguments: ["list", "import seed.json --store new.sqlite"])
  func `a closed output is reported, and no file takes its place`(command: String) async throws {
    try sandbox.copySeed()
    try await expect(
      sandbox.shell("boba \(command) >&-"),
      is: .failure(74, "error: cannot write the output: bad file descriptor\n"))
    try await expect(sandbox.shell("boba list --where bad 2>&-"), is: .failure(64, ""))
  }

  @Test func `the finder prints the list without a terminal`() async throws {
    try await expect(sandbox.run(), is: .output(Self.table))
    try await expect(sandbox.run("browse"), is: .output(Self.table))
    let dumb = try await sandbox.run("--price", "3", environment: ["TERM": "dumb"])
    expect(
      dumb,
      is: .output(
        """
        Name            Price  Distance  Rating  Tips  Check-ins  Deals
        The Bao Shoppe  $$$      5.8 km       –    15        485      0

        """))
  }

  private static let table = """
    Name                    Price  Distance  Rating  Tips  Check-ins  Deals
    Boi Noodles             $         567 m       –    28       2783      1
    CoCo Fresh Tea & Juice  $        1.1 km       –    42       6800      0
    Smoocha                 $        1.4 km       –     2        317      3
    Gong Cha                $        1.5 km       –     3        187      0
    Chatime 日出茶太        $        1.8 km       –    10        279      1
    Vivi Bubble Tea         $        1.9 km       –    18       1933      0
    Tbaar                   $        2.1 km       –     4        149      0
    CoCo Fresh Tea & Juice  $$       2.1 km       –    47       4881      0
    City Wings Cafe         $        2.7 km       –     2         25      4
    Vivi Bubble Tea         $        2.9 km       –     5        424      0
    Kung Fu Tea             $        3.3 km       –    11       1070      0
    Kung Fu Tea 功夫茶      $        3.4 km       –     7        723      0
    Coco Fresh Tea & Juice  $        3.4 km       –    20       1521      0
    Pomme LES               $        4.4 km       –    10        335      0
    Patea Bubble Tea        $        4.6 km       –     3        312      0
    Red Bubble              $        4.7 km       –     1        100      2
    Vivi Bubble Tea         $        4.7 km       –     1        113      0
    Chatime 日出茶太        $$       4.8 km       –    28       2544      0
    Kung Fu Tea (功夫茶)    $        4.8 km       –    37       3969      0
    Teado                   $        4.8 km       –    22       1976      0
    Kung Fu Tea 功夫茶      $        4.8 km       –    60       6820      0
    Bubbly Tea              $        5.0 km       –    25       2669      0
    Vivi Bubble Tea         $        5.0 km       –    51       5906      0
    Chatime                 $        5.1 km       –     5        664      0
    Boba Life NYC           $        5.1 km       –    39       2999      0
    Vivi Bubble Tea         $        5.2 km       –     8        492      0
    Monkey King             $        5.6 km       –     2         15      0
    The Bao Shoppe          $$$      5.8 km       –    15        485      0
    Vivi Bubble Tea         $        5.9 km       –    11       1206      1
    Vivi Bubble Tea         $        6.5 km       –     2        155      0

    """
}
