import Foundation
import Testing

@Suite struct SetTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `extras are one JSON object without personal data`() async throws {
    let value =
      #"extras={ "b": 1, "user": {"x": 1}, "a": {"email": "e", "c": "\u00e9"}, "n": null }"#
    _ = try await sandbox.run("set", value, "--all", "--yes")
    try await expect(
      sandbox.run("list", "--limit", "1", "--columns", "extras", "--format", "ndjson"),
      is: .output(#"{"extras":{"b":1,"a":{"c":"é"}}}"# + "\n"))
    try await expect(
      sandbox.run("set", "extras= {\"a\": 1}\n", "--all", "--yes"),
      is: .output("30 venues changed\n"))
    try await expect(
      sandbox.run("set", "extras=[1]", "--all", "--yes"),
      is: .failure(64, "error: extras takes a JSON object of up to 16 KB, found '[1]'\n"))
    _ = try await sandbox.run("set", "extras=", "--all", "--yes")
    try await expect(
      sandbox.run("count", "--where", "extras != nil"), is: .output("0\n"))
  }

  @Test func `set changes matching venues`() async throws {
    try await expect(
      sandbox.run("set", "favorite=true", "note=try = the taro", "--price", "3"),
      is: .output("1 venue changed\n"))
    try await expect(
      sandbox.run(
        "list", "--favorites", "--columns", "name,favorite,note", "--format", "json"),
      is: .output(
        "[{\"name\":\"The Bao Shoppe\",\"favorite\":true,\"note\":\"try = the taro\"}]\n"))
  }

  @Test func `a blank text clears an attribute, as in an import`() async throws {
    try await expect(
      sandbox.run("set", "name= \t", "--all", "--yes"),
      is: .failure(64, "error: name cannot be empty\n"))
    _ = try await sandbox.run("set", "note=x", "--all", "--yes")
    _ = try await sandbox.run("set", "note=\u{7}", "--all", "--yes")
    try await expect(sandbox.run("count", "--where", "note == nil"), is: .output("30\n"))
  }

  @Test func `an opening status has a date, as in an import`() async throws {
    _ = try await sandbox.run("set", "openNow=true", "--all", "--yes")
    try await expect(sandbox.run("count", "--where", "openNowAt != nil"), is: .output("30\n"))
    _ = try await sandbox.run("set", "openNow=", "--all", "--yes")
    try await expect(sandbox.run("count", "--where", "openNowAt != nil"), is: .output("0\n"))
  }

  private static let places = """
    {"id": "v", "name": "V", "categories": [
      {"id": "t", "name": "Tea", "path": "Drinks > Tea"}, {"id": "c", "name": "Café"}
    ], "location": {"neighborhood": ["Soho", "Noho"]}}
    """

  @Test(arguments: [
    (
      ["category=Bar"], ["Bar", nil, "Bar", "Café", nil, "c", nil, nil, "Soho", "Soho", "Noho"]
    ),
    (
      ["category=Café"],
      ["Café", "c", "Tea", "Café", "t", "c", "Drinks > Tea", nil, "Soho", "Soho", "Noho"]
    ),
    (
      ["category=", "neighborhood="], [nil, nil, nil, "Noho"]
    ),
    (
      ["categoryID=x", "rating=9"],
      ["Tea", "x", "Tea", "Café", "x", "c", nil, nil, "Soho", "Soho", "Noho"]
    ),
    (
      ["neighborhood=Noho"],
      ["Tea", "t", "Tea", "Café", "t", "c", "Drinks > Tea", nil, "Noho", "Noho", "Soho"]
    ),
    (
      ["neighborhood=Tribeca", "category=Tea"],
      ["Tea", "t", "Tea", "Café", "t", "c", "Drinks > Tea", nil, "Tribeca", "Tribeca", "Noho"]
    ),
  ])
  func `a value that a list repeats is set there as well`(
    values: [String], expected: [String?]
  ) async throws {
    try sandbox.write("[\(Self.places)]", to: "venue.json")
    _ = try await sandbox.run("import", "--store", "v.sqlite", "venue.json")
    let before = try await places()
    try await expect(
      sandbox.run(["set"] + values + ["--all", "--store", "v.sqlite"]),
      is: .output("1 venue changed\n"))
    try await #expect(places() == expected)
    _ = try await sandbox.run("undo", "--store", "v.sqlite")
    try await #expect(places() == before)
  }

  @Test(arguments: [
    (["hours="], "0\n"), (["hours=", "rating=9"], "0\n"), (["hours=late"], "0\n"),
    (["hours=Always", "rating=9"], "7\n"),
  ])
  func `other hours clear the times of the old ones`(
    values: [String], expected: String
  ) async throws {
    let days = (1...7).map { #"{"day":\#($0),"open":"0000","close":"2400"}"# }
    try sandbox.write(
      #"[{"fsq_id":"a","name":"A","hours":{"display":"Always","regular":[\#(days.joined(separator: ","))]}}]"#,
      to: "venue.json")
    _ = try await sandbox.run("import", "--store", "v.sqlite", "venue.json")
    try await expect(
      sandbox.run(["set"] + values + ["--open", "--store", "v.sqlite", "--yes"]),
      is: .output("1 venue changed\n"))
    let times = "SELECT COUNT(*) FROM venue_opening"
    try await #expect(sandbox.sql(times, in: "v.sqlite").stdout == expected)
    _ = try await sandbox.run("undo", "--store", "v.sqlite")
    try await #expect(sandbox.sql(times, in: "v.sqlite").stdout == "7\n")
  }

  @Test func `the categories of a venue without a primary one stay`() async throws {
    try sandbox.write("[\(Self.places)]", to: "venue.json")
    _ = try await sandbox.run("import", "--store", "v.sqlite", "venue.json")
    _ = try await sandbox.sql(
      "UPDATE venue SET category = NULL, category_id = NULL", in: "v.sqlite")
    _ = try await sandbox.run("set", "neighborhood=Noho", "--all", "--store", "v.sqlite")
    try await #expect(places().contains("Café"))
    _ = try await sandbox.run("set", "category=", "--all", "--store", "v.sqlite")
    try await #expect(!places().contains("Café"))
  }

  /// The categories and neighborhoods in the order of an export.
  private func places() async throws -> [String?] {
    let text = try await sandbox.run("export", "--store", "v.sqlite", "--format", "json").stdout
    guard
      let venue = try (JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])?
        .first
    else { return [] }
    return [
      "category", "categoryID", "categories", "categoryIDs", "categoryPaths", "neighborhood",
      "neighborhoods",
    ].flatMap { key -> [String?] in
      if let list = venue[key] as? [Any] { return list.map { $0 as? String } }
      return [venue[key] as? String]
    }
  }

  @Test func `changing many venues needs --yes`() async throws {
    try await expect(
      sandbox.run("set", "favorite=true", "--search", "kung"),
      is: .failure(64, "error: this would change 4 venues; confirm with --yes\n"))
    try await expect(sandbox.run("count", "--favorites"), is: .output("0\n"))
    try await expect(
      sandbox.run("set", "favorite=true", "--search", "kung", "--yes"),
      is: .output("4 venues changed\n"))
    try await expect(sandbox.run("count", "--favorites"), is: .output("4\n"))
  }

  @Test func `venues with the same value are matched, not changed`() async throws {
    let words = ["set", "favorite=true", "--price", "2", "--yes", "--format", "json"]
    try await expect(sandbox.run(words), is: .output("{\"matched\":2,\"changed\":2}\n"))
    try await expect(sandbox.run(words), is: .output("{\"matched\":2,\"changed\":0}\n"))
  }

  @Test func `no match is not an error`() async throws {
    try await expect(
      sandbox.run("set", "favorite=true", "--search", "zzzz"), is: .output("0 venues changed\n"))
  }

  @Test func `blank words to search for are no filter`() async throws {
    try await expect(
      sandbox.run("delete", "--search", "  ", "--yes"),
      is: .failure(64, "error: specify a filter, or --all for every venue\n"))
  }

  @Test func `changing all venues needs --all`() async throws {
    try await expect(
      sandbox.run("set", "rating=7.5"),
      is: .failure(64, "error: specify a filter, or --all for every venue\n"))
    try await expect(
      sandbox.run("set", "rating=7.5", "--all", "--yes"), is: .output("30 venues changed\n"))
    try await expect(sandbox.run("count", "--rating", "7.5"), is: .output("30\n"))
  }

  @Test func `closed venues change as well, and the confirmation counts them`() async throws {
    try await expect(sandbox.run("count"), is: .output("30\n"))
    _ = try await sandbox.run(
      "import", "-", stdin: #"{"id":"c","name":"C","closed":true}"#)
    try await expect(
      sandbox.run("set", "note=x", "--where", "name == 'C'"), is: .output("1 venue changed\n"))
    try await expect(
      sandbox.run("delete", "--where", "name IN {'C', 'Red Bubble'}"),
      is: .failure(64, "error: this would delete 2 venues, 1 of them closed; confirm with --yes\n"))
    try await expect(
      sandbox.run("delete", "--where", "name IN {'C', 'Red Bubble'}", "--yes"),
      is: .output("2 venues deleted\n"))
  }

  @Test(arguments: [
    (["rating=1", "rating=2"], "rating has two values"),
    (["tier=1", "priceCategory=$$"], "priceInfo.priceCategory has two values"),
    (["latitude="], "latitude and longitude are cleared together: latitude= longitude="),
  ])
  func `contradictions are usage errors`(values: [String], message: String) async throws {
    try await expect(
      sandbox.run(["set", "--all", "--yes"] + values),
      is: .failure(64, "error: \(message)\n"))
  }

  @Test func `a price can be set as a level or as dollar signs`() async throws {
    _ = try await sandbox.run("set", "tier=4", "--price", "3")
    try await expect(sandbox.run("count", "--price", "$$$$"), is: .output("1\n"))
    _ = try await sandbox.run("set", "priceInfo.priceCategory=$$$", "--price", "4")
    try await expect(
      sandbox.run("list", "--price", "3", "--columns", "priceCategory,tier", "--format=csv"),
      is: .output("priceCategory,tier\r\n$$$,3\r\n"))
    _ = try await sandbox.run("set", "tier=", "--price", "3")
    try await expect(
      sandbox.run("list", "--price", "none", "--columns", "priceCategory,tier", "--format=csv"),
      is: .output("priceCategory,tier\r\n,\r\n"))
  }

  @Test func `the word of a sort order is its attribute, not the list with that name`() async throws
  {
    try await expect(
      sandbox.run("set", "tips=8", "checkins=9", "--price", "3"), is: .output("1 venue changed\n"))
    try await expect(
      sandbox.run("list", "--price", "3", "--columns", "tipCount,checkinsCount", "--format", "csv"),
      is: .output("tipCount,checkinsCount\r\n8,9\r\n"))
  }

  @Test func `keys can be words of sort orders and have any spelling`() async throws {
    _ = try await sandbox.run("set", "price=2", "Postal-Code=1", "deals=7", "--price", "3")
    try await expect(
      sandbox.run(
        "list", "--where", "specialCount == 7", "--columns", "tier,price,postalCode",
        "--format", "csv"),
      is: .output("tier,priceCategory,postalCode\r\n2,$$,1\r\n"))
  }

  @Test(arguments: [
    ("rating=10.5", "rating takes a number from 0 to 10, found '10.5'"),
    ("rating=-1", "rating takes a number from 0 to 10, found '-1'"),
    ("tipCount=-1", "stats.tipCount takes a number, 0 or more, found '-1'"),
    ("latitude=91", "location.latitude takes a number from -90 to 90, found '91'"),
  ])
  func `a number out of range is a usage error`(text: String, why: String) async throws {
    try await expect(sandbox.run("set", text, "--all"), is: .failure(64, "error: \(why)\n"))
  }

  @Test func `an invalid price is a usage error`() async throws {
    try await expect(
      sandbox.run("set", "tier=5", "--all", "--yes"),
      is: .failure(64, "error: priceInfo.tier takes $ to $$$$ or 1 to 4, found '5'\n"))
  }

  @Test(arguments: [
    ("favorite", "expected KEY=VALUE, found 'favorite'"),
    ("favorite=maybe", "favorite takes true or false, found 'maybe'"),
    ("specialCount=1.5", "specialCount takes a whole number, found '1.5'"),
    ("rating=good", "rating takes a number, found 'good'"),
    (
      "closedAt=soon",
      "closedAt takes a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z, found 'soon'"
    ),
    ("name=", "name cannot be empty"),
    ("id=1", "id cannot be changed"),
    ("nmae=1", "unknown attribute 'nmae', did you mean 'name'?"),
    ("searchText=a", "searchText cannot be set"),
    ("categories=Tea", "categories cannot be set"),
  ])
  func `an invalid value is a usage error`(value: String, message: String) async throws {
    try await expect(
      sandbox.run("set", value, "--all", "--yes"), is: .failure(64, "error: \(message)\n"))
  }
}
