import Venues
import Testing
@testable import VenueImport

/// One test or more for each rule of what must be survived.
struct SurvivalTests {
  /// The row of a venue with these members beside `id` and `name`; it must be read without a word.
  private func row(_ members: String) -> String {
    let reading = Reading(#"[{"id":"1","name":"A",\#(members)}]"#)
    #expect(reading.failure == nil)
    #expect(reading.warnings == [])
    return Self.rest(of: reading.rows.first ?? "")
  }

  /// The warnings of a venue with these members, and its row.
  private func problems(_ members: String) -> [String] {
    let reading = Reading(#"[{"id":"1","name":"A",\#(members)}]"#)
    let messages = reading.warnings.map { $0.split(separator: " ", maxSplits: 2).last ?? "" }
    return messages.map(String.init) + [Self.rest(of: reading.rows.first ?? "")]
  }

  private static func rest(of row: String) -> String {
    String(row.dropFirst("id=1 name=A ".count))
  }

  @Test(arguments: [
    (#""price":{"tier":1,"currency":"$$$"}"#, "tier=3"),
    (#""price":{"tier":3,"currency":"$"}"#, "tier=3"),
    (#""price":{"tier":2,"currency":"€"}"#, "currency=€ tier=2"),
    (#""price":{"currency":"££"}"#, "currency=££ tier=2"),
    (#""price":{"currency":"€"}"#, "currency=€ tier=1"),
    (#""price":{"tier":4,"currency":"kr"}"#, "currency=kr tier=4"),
    (#""price":{"tier":2,"currency":"$$$$$"}"#, "tier=2"),
    (#""price":{"tier":"2"}"#, "tier=2"),
    (#""price":{"tier":0}"#, ""),
    (#""price":{"message":"Cheap"}"#, ""),
    (#""price":{}"#, ""),
    (#""price":3"#, "tier=3"),
    (#""price":"$$""#, "tier=2"),
    (#""price":"££""#, "currency=££ tier=2"),
    (#""price":"€""#, "currency=€ tier=1"),
    (#""price":null"#, ""),
  ])
  func `the price is the repeated symbol, else the tier, else a number`(
    members: String, expected: String
  ) {
    #expect(row(members) == expected)
  }

  @Test func `a missing number is not zero, and an empty text is missing`() {
    #expect(row(#""location":{"postalCode":"","crossStreet":"  "},"contact":{"phone":""}"#) == "")
    #expect(
      row(#""location":{"distance":0},"stats":{"checkinsCount":0,"usersCount":0,"tipCount":0}"#)
        == "distance=0.0 checkins=0 users=0 tipCount=0")
  }

  @Test(arguments: [
    (#""specials":{"count":2,"items":[]}"#, "specials=2"),
    (#""specials":{"items":[{},{}]}"#, "specials=2"),
    (#""specials":[{"id":"a"},{"id":"b"},{"id":"c"}]"#, "specials=3"),
    (#""specials":{"count":0,"items":[]}"#, ""),
    (#""specials":null"#, ""),
  ])
  func `deals are counted in three ways`(members: String, expected: String) {
    #expect(row(members) == expected)
  }

  @Test(arguments: [
    (#""categories":[{"id":"c","name":"Tea","icon":"http://x"}]"#, "category=Tea#c"),
    (#""categories":[{"id":13,"name":"Tea","icon":{"prefix":"p"}}]"#, "category=Tea#13"),
    (
      #""categories":[{"name":"A"},{"name":"B","primary":true},{"name":"C","primary":true}]"#,
      "category=B categories=[A, B, C]"
    ),
    (#""categories":[]"#, ""),
    (#""category":{"name":"Tea"}"#, "category=Tea"),
    (#""category":"Tea""#, "category=Tea"),
    (#""location":{"formattedAddress":["a","b"],"neighborhood":["x"]}"#, "address=a, b part=x"),
    (#""location":{"formattedAddress":"a, b","neighborhood":"x"}"#, "address=a, b part=x"),
    (#""tips":{"count":4,"groups":[{"items":[{"text":"T"}]}]}"#, "tipCount=4 tips=[T||]"),
    (
      #""tips":[{"text":"T","created_at":"2020-01-01T00:00:00.000Z"}]"#,
      "tipCount=1 tips=[T|1577836800.0|]"
    ),
    (#""tips":[],"hours":{}"#, ""),
    (#""hours":{"status":"Open until 10:00 PM","isOpen":true}"#, "hours=Open until 10:00 PM"),
    (
      #""hours":{"status":"Open","timeframes":[{"days":"Mon-Fri","open":[{"renderedTime":"9-12"},{"renderedTime":"1-5"}]},{"days":"Sat","open":[{"renderedTime":"9-12"}]}]}"#,
      "hours=Mon-Fri 9-12, 1-5\nSat 9-12"
    ),
    (#""stats":{"tipCount":"12"},"rating":"7.5""#, "tipCount=12 rating=7.5"),
    (
      #""location":{"postalCode":10013,"cc":"US","country":"United States"}"#,
      "postal=10013 country=United States cc=US"
    ),
    (#""location":{"country":"USA"}"#, "country=USA"),
    (#""location":{"coordinate":{"lat":1.5,"lng":2.5}}"#, "lat=1.5 lng=2.5"),
    (
      #""verified":true,"closed":true,"createdAt":1300000000"#,
      "verified=true closed=true createdAt=1300000000.0"
    ),
    (
      #""contact":{"formattedPhone":"(212) 1"},"url":"u","menu":{"url":"m"}"#,
      "phone=(212) 1 url=u menu=m"
    ),
    (
      #""photos":{"count":3},"ratingSignals":9,"ratingColor":"73CF42""#,
      "color=73CF42 signals=9 photos=3"
    ),
    (#""venueChains":[{"id":"x","bestName":{"name":"Gong Cha"}}]"#, "chain=Gong Cha chainID=x"),
  ])
  func `fields change their type between the years`(members: String, expected: String) {
    #expect(row(members) == expected)
  }

  @Test func `a venue without an id gets one from its name and location`() {
    let text = #"[{"name":"Tea","location":{"lat":40.1,"lng":-73.2,"distance":5}}]"#
    let again = #"[{"name":" TEA ","location":{"lat":"40.1000001","lng":-73.2,"distance":99}}]"#
    let id = Reading(text).rows[0].prefix(27)
    #expect(id.count == 27)
    let areDigits = id.dropFirst(3).allSatisfy { $0.isHexDigit }
    #expect(areDigits)
    #expect(Reading(again).rows[0].hasPrefix(id))
    #expect(
      !Reading(#"[{"name":"Milk","location":{"lat":40.1,"lng":-73.2}}]"#).rows[0].hasPrefix(id))
    #expect(
      Reading(#"[{"name":"A","location":{"address":"1 X"}}]"#).rows
        != Reading(#"[{"name":"A","location":{"address":"2 X"}}]"#).rows)
    #expect(Reading(#"[{"_id":{"$oid":"abc"},"name":"A"}]"#).rows == ["id=abc name=A"])
    #expect(Reading(#"[{"_id":"abc","name":"A"}]"#).rows == ["id=abc name=A"])
  }

  @Test func `names are decoded`() {
    #expect(
      Reading(#"[{"id":"1","name":"Cin&eacute;polis &amp; Caf&#233; &#x8336; A&B &nosuch;"}]"#).rows
        == ["id=1 name=Cinépolis & Café 茶 A&B &nosuch;"])
    #expect(
      Reading(#"[{"id":"1","name":"\u8336\ud83e\uddcb\/\"\\\n"}]"#).rows
        == ["id=1 name=茶🧋/\"\\\n"])
  }

  @Test func `invalid characters are replaced with a warning`() {
    let reading = Reading(#"[{"id":"1","name":"A\ud83e\u0000B"}]"#)
    #expect(reading.rows == ["id=1 name=A\u{FFFD}\u{FFFD}B"])
    #expect(reading.warnings == ["1:2 @1 text: lone surrogate or NUL replaced by U+FFFD"])
  }

  @Test(arguments: [
    (#""location":{"lat":null,"lng":null}"#, [""]),
    (#""location":{"lat":91,"lng":0}"#, ["latitude, longitude: coordinates out of range", ""]),
    (#""location":{"lat":0,"lng":0}"#, ["latitude, longitude: 0, 0 is treated as missing", ""]),
    (#""location":{"lat":10}"#, [""]),
    (#""rating":true"#, ["rating: expected a number, found a boolean", ""]),
    (#""rating":"good""#, ["rating: not a valid number", ""]),
    (#""rating":11"#, ["rating: must be between 0 and 10", ""]),
    (#""rating":1e400"#, ["rating: not a valid number", ""]),
    (#""stats":{"tipCount":-1}"#, ["stats.tipCount: must not be negative", ""]),
    (#""stats":{"tipCount":1.5}"#, ["stats.tipCount: not a valid integer", ""]),
    (#""stats":{"tipCount":[1]}"#, ["stats.tipCount: expected a number, found an array", ""]),
    (#""url":{"a":1}"#, ["url: expected a string, found an object", ""]),
    (#""verified":"yes""#, ["verified: expected a boolean, found a string", ""]),
    (#""verified":"TRUE","closed":"f""#, ["verified=true closed=false"]),
    (#""createdAt":"soon""#, ["createdAt: not a date", ""]),
    (#""createdAt":"20200229""#, ["createdAt=1582934400.0"]),
    (#""createdAt":"2020""#, ["createdAt=1577836800.0"]),
    (
      #""createdAt":"2020-02","date_closed":"2020-13""#,
      ["date_closed: not a date", "createdAt=1580515200.0"]
    ),
    (#""createdAt":"1500""#, ["createdAt=1500.0"]),
    (#""categories":{"name":"Tea"}"#, ["category=Tea"]),
    (#""tags":["a",null]"#, ["tags=[a]"]),
    (#""location":{"address":["1 Main","Floor 2"]}"#, ["address=1 Main, Floor 2"]),
    (#""location":{"address":[]}"#, [""]),
    (#""price":{"tier":7}"#, ["price.tier: must be between 1 and 4", ""]),
    (#""categories":7"#, ["categories: expected an array, found a number", ""]),
  ])
  func `an invalid field is missing, with a warning`(
    members: String, expected: [String]
  ) {
    #expect(problems(members) == expected)
  }

  @Test func `equal warnings are reported once, with a count`() {
    let reading = Reading(
      #"[{"name":"A","rating":true},{"name":"B","rating":false},{"name":"C","rating":[]}]"#)
    #expect(
      reading.warnings == [
        "1:23 @22 rating: expected a number, found a boolean (2 times)",
        "1:78 @77 rating: expected a number, found an array",
      ])
  }

  @Test func `rows that are not venues are skipped`() {
    let reading = Reading("[{\"name\":\"A\"},{\"id\":\"1\"},\n 7,[1],null,{\"name\":\" \"},{}]")
    #expect(reading.rows.count == 1)
    #expect(reading.count == 7)
    #expect(
      reading.skipped == [
        "1:15 no name", "2:2 expected an object, found a number",
        "2:4 expected an object, found an array",
        "2:8 expected an object, found null", "2:13 no name", "2:26 no name",
      ])
    #expect(reading.failure == nil)
  }

  @Test(arguments: [
    ("", "1:1 @0 the file is empty"),
    (" \n\n ", "3:2 @4 the file is empty"),
    ("<!DOCTYPE html><html>", "1:1 @0 not JSON: this is an HTML or XML page"),
    (
      "export default [];",
      "1:1 @0 not venue data: neither JSON nor CSV with venue columns such as name and city"
    ),
    ("42", "1:1 @0 expected an object or an array of venues, found a number"),
    ("\"text\"", "1:1 @0 expected an object or an array of venues, found a string"),
    ("{\"a\":1}", "1:1 @0 not venue data: no venues and no name found"),
    (
      #"{"a":{"b c":[{"name":"A"}],"d":[{"title":"A"}],"_e":[1],"f":[{"id":1,"name":"A"}]}}"#,
      """
      1:1 @0 no venues found where they are expected, but objects with names in .a.f: \
      try `jq .a.f FILE | boba import -`
      """
    ),
    (
      "\n" + #"{"meta":{"code":200},"response":{"places":[{"name":"A"}]}}"#,
      """
      2:1 @1 no venues found where they are expected, but objects with names in .response.places: \
      try `jq .response.places FILE | boba import -`
      """
    ),
    (
      #"{"a1":{"id":"a1","name":"A"},"b2":{"id":"b2","name":"B"}}"#,
      """
      1:1 @0 no venues found where they are expected, but objects with names in .[]: \
      try `jq '.[]' FILE | boba import -`
      """
    ),
    (
      #"{"venues":{"a1":{"id":"a1","name":"A"}}}"#,
      """
      1:1 @0 no venues found where they are expected, but objects with names in .venues[]: \
      try `jq '.venues[]' FILE | boba import -`
      """
    ),
    (
      #"{"schema":{"fields":[{"name":"id","type":"string"}]},"data":[{"id":"a1","name":"A"}]}"#,
      """
      1:1 @0 no venues found where they are expected, but objects with names in .data: \
      try `jq .data FILE | boba import -`
      """
    ),
    (
      #"{"name":{"0":"A"},"lat":{"0":1}}"#,
      """
      1:1 @0 an object of columns: write one object for each venue, in pandas with \
      orient="records"
      """
    ),
    (
      #"{"columns":["name"],"index":[0],"data":[["A"]]}"#,
      """
      1:1 @0 an object of columns: write one object for each venue, in pandas with \
      orient="records"
      """
    ),
    ("{\"message\":\"Invalid token.\"}", "1:1 @0 API error response: Invalid token."),
    ("PK\u{3}\u{4}x", "1:1 @0 cannot read zip files: unpack or convert it to JSON or CSV"),
    ("PAR1", "1:1 @0 cannot read Parquet files: unpack or convert it to JSON or CSV"),
    (
      #"{"response":{}}"# + "\n" + #"{"response":{"a":{"b":[1]}}}"#,
      """
      1:1 @0 no venues found in venues, groups, results, items or features, \
      at the top or in response
      """
    ),
    ("[{\"name\":\"A\"},]", "1:15 @14 expected a value, found ']'"),
    ("[{\"name\":\"A\",}]", "1:14 @13 expected a key, found '}'"),
    ("[{\"name\":\"A\"}\n{\"name\":\"B\"}]", "2:1 @14 expected ',' or ']', found '{'"),
    ("[{\"name\":01}]", "1:10 @9 invalid number"),
    ("[{\"name\":tru}]", "1:13 @12 expected 'true', found '}'"),
    ("[{\"name\":\"a\u{1}\"}]", "1:12 @11 byte 0x01 in a string"),
    ("[{\"name\":\"a\nb\"}]", "1:12 @11 the end of the line in a string"),
    (#"[{"name":"a\x"}]"#, "1:12 @11 invalid escape sequence"),
    ("[] []", "1:4 @3 expected the end of the line, found '['"),
    ("[]\nnot", "2:2 @4 expected 'null', found 'o'"),
    (
      "[{\"name\":\"Té",
      "1:13 @13 unexpected end of file in a string that begins at line 1, column 10 (byte 9)"
    ),
    (
      "{\"response\":{\n\"venues\":[{\"name\":\"A\"},",
      "2:24 @37 unexpected end of file in an array that begins at line 2, column 10 (byte 23)"
    ),
    (
      "{\"response\":{\"venues\":[]}",
      "1:26 @25 unexpected end of file in an object that begins at line 1, column 1 (byte 0)"
    ),
  ])
  func `invalid input is refused with its position`(text: String, expected: String) {
    let reading = Reading(text)
    #expect(reading.failure == expected)
  }

  @Test func `deep nesting is refused`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(
      Reading("[{\"tips\":" + deep).failure
        == "1:520 @519 nested more than 512 levels deep")
    #expect(
      Reading(String(repeating: "{\"response\":", count: 1000)).failure
        == "1:37 @36 unexpected end of file in an object that begins at line 1, column 25 (byte 24)"
        || Reading(String(repeating: "{\"response\":", count: 1000)).failure?
          .contains("nested more than 512") == true
    )
  }

  @Test func `a text that is too long is missing, with a warning`() {
    let text = String(repeating: "x", count: 1 << 20)
    let reading = Reading(#"[{"id":"1","name":"A","city":"\#(text)","url":"\#(text)y"}]"#)
    #expect(reading.rows == ["id=1 name=A city=\(text)"])
    #expect(reading.warnings == ["1:1048615 @1048614 url: string longer than 1 MB"])
  }

  @Test func `texts of many words and ampersands are read in one pass`() {
    let words = (0..<100_000).map(String.init)
    let location =
      #""location":{"city":"\#(words.joined(separator: " "))","formattedAddress":"\#(words.reversed().joined(separator: " "))"}"#
    #expect(row(location) == "city=\(words.joined(separator: " "))")
    let text = String(repeating: "&amp", count: 200_000)
    #expect(row(#""location":{"city":"\#(text)&amp;"}"#) == "city=\(text)&")
  }

  @Test func `of duplicate keys the last one wins`() {
    #expect(
      Reading(#"[{"id":"1","name":"A","name":"B","location":{"city":"X","city":"Y"}}]"#).rows
        == ["id=1 name=B city=Y"])
    #expect(Reading(#"[{"id":"1","n\u0061me":"A"}]"#).rows == ["id=1 name=A"])
  }

  @Test func `a bad line refuses the file, unless it may be skipped`() {
    let text = "{\"id\":\"1\",\"name\":\"A\"}\n{\"id\":\"2\",\n{\"id\":\"3\",\"name\":\"C\"}\n{\"id"
    #expect(Reading(text).failure == "3:1 @33 expected a key, found '{'")
    let lenient = Reading(text, isLenient: true)
    #expect(lenient.failure == nil)
    #expect(lenient.rows == ["id=1 name=A", "id=3 name=C"])
    #expect(
      lenient.skipped == [
        "2:1 bad line: expected a key, found '{'",
        "4:1 bad line: unexpected end of file in a string that begins at line 4, column 2 (byte 56)",
      ])
    #expect(lenient.count == 4)
    #expect(Reading("[\n{\"name\":\"A\"},\n{]", isLenient: true).failure != nil)
  }

  @Test(arguments: [
    "{\"id\":\"2\",\"tips\":[", "{\"id\":\"2\",\"location\":{\"lat\":1,", "[",
    "{\"id\":\"2\",\"name\":",
    "{\"id\":\"2\",\"name\":\"B", "{\"id\":\"2\",\"name\":\"B\"}}",
    "{\"id\":\"2\",\"name\":\"B\"} {\"id\":\"9\"}",
    "{\"response\":{\"venues\":[{\"id\":\"2\",\"name\":\"B\"},{\"id\":\"9\"]}}", "nothing",
  ])
  func `a bad line is skipped as a whole, and the next is kept`(line: String) {
    let (first, third) = (#"{"id":"1","name":"A"}"#, #"{"id":"3","name":"C"}"#)
    let rows = ["id=1 name=A", "id=3 name=C", "id=4 name=D"]
    let fourth = #"{"id":"4","name":"D"}"#
    for text in [[first, line, third, fourth], [first, third, fourth, line]] {
      let reading = Reading(text.joined(separator: "\n") + "\n", isLenient: true)
      #expect(reading.failure == nil)
      #expect(reading.rows == rows)
      #expect(reading.skipped.count == 1)
      #expect(reading.count == 4)
    }
    let atFirst = Reading([line, first, third, fourth].joined(separator: "\n"), isLenient: true)
    #expect(atFirst.rows == rows || line == "[" || line == "nothing")
  }

  @Test func `an invalid document over many lines is refused even by a lenient import`() {
    let venue = "    {\n      \"id\": \"1\",\n      \"name\": \"A\"\n    }"
    let text = "{\n  \"venues\": [\n\(venue),\n\(venue)\n"
    #expect(
      Reading(text, isLenient: true).failure
        == "11:1 @111 unexpected end of file in an array that begins at line 2, column 13 (byte 14)"
    )
    #expect(Reading(text + "  ]\n}\n", isLenient: true).rows == ["id=1 name=A", "id=1 name=A"])
  }

  @Test func `numbers of any length end in a warning`() {
    let digits = String(repeating: "9", count: 5_000_000)
    #expect(
      problems("\"rating\":\(digits),\"stats\":{\"tipCount\":0.\(digits)}") == [
        "rating: not a valid number", "stats.tipCount: not a valid number",
        "",
      ])
  }

  @Test func `an API message is one printable line`() {
    let text = String(repeating: "x", count: 300)
    let failure = Reading(
      #"{"meta":{"code":400,"errorType":"a\u001b[31m\nb","errorDetail":"\#(text)"}}"#
    ).failure
    #expect(
      failure == "1:9 @8 API error response: code 400 a[31mb: \(text.prefix(200))")
  }

  @Test(arguments: [
    (#""url":"","website":"http://x""#, "url=http://x"),
    (#""location":{"city":"","locality":"Rye","state":" ","region":"NY"}"#, "city=Rye state=NY"),
    (#""contact":{"facebookUsername":"","facebook":"123"}"#, "facebook=123"),
    (
      #""geocodes":{"main":{"latitude":null,"longitude":2},"roof":{"latitude":1,"longitude":2}}"#,
      "lat=1.0 lng=2.0"
    ),
    (#""geocodes":{"main":{},"drop_off":{"latitude":1,"longitude":2}}"#, "lat=1.0 lng=2.0"),
  ])
  func `a value that says nothing leaves its place to another`(members: String, expected: String) {
    #expect(row(members) == expected)
  }

  @Test(arguments: ["fsq_id", "fsq_place_id", "id"])
  func `all dialects say that a venue is closed`(key: String) {
    for members in [#""closed":true"#, #""closed_bucket":"VeryLikelyClosed""#] {
      let text = #"[{"\#(key)":"1","name":"A","location":{},\#(members)}]"#
      #expect(Reading(text).rows.first?.contains("closed=true") == true)
    }
  }

  @Test(arguments: [
    (#""tags":"cozy; quiet","location":{}"#, ["tags=[cozy, quiet]"]),
    (#""features":["wifi"],"location":{}"#, ["tags=[wifi]"]),
    (#""attributes":"wifi","location":{}"#, ["tags=[wifi]"]),
    (
      #""attributes":{"cuisines":["thai","lao"]},"location":{}"#,
      ["tags=[cuisines: thai, cuisines: lao]"]
    ),
    (#""chains":["Tea Co"],"location":{}"#, ["chain=Tea Co"]),
    (#""photos":["http://p"],"location":{}"#, ["photos=[http://p||]"]),
    (#""specials":["2 for 1"],"location":{}"#, ["specials=1 deals=[2 for 1||||||]"]),
    (#""categories":"Tea Room","location":{}"#, ["category=Tea Room"]),
    (#""categories":[{"alias":"t","title":"Tea"}],"location":{}"#, ["category=Tea"]),
    (#""tips":"Good","location":{}"#, ["tipCount=1 tips=[Good||]"]),
    (#""checkins":5"#, ["checkins=5"]), (#""check_ins":"5","tier":1"#, ["tier=1 checkins=5"]),
    (#""checkins":{"count":5,"items":[]},"location":{}"#, [""]),
    (#""location":{"coordinates":[2,1]}"#, ["lat=1.0 lng=2.0"]),
    (
      #""hours":{"regular":"9-5"},"location":{}"#,
      ["hours.regular: expected an array, found a string", ""]
    ),
    (
      #""hours":{"timeframes":"9-5"},"location":{}"#,
      ["hours.timeframes: expected an array, found a string", ""]
    ),
  ])
  func `a value of another type is read where it tells, and else reported`(
    members: String, expected: [String]
  ) {
    #expect(problems(members) == expected)
  }

  @Test func `labels without names keep their identifiers in place`() {
    let text = #"""
      [{"fsq_place_id":"1","name":"A","fsq_category_ids":["a",2],
      "fsq_category_labels":[null,"X > Y"]}]
      """#
    #expect(
      Reading(text).rows
        == ["id=1 name=A category=#a categories=[#a, Y#2(X > Y)]"])
  }

  @Test(arguments: [
    ("5:30–9:00 PM", "17:30–21:00"), ("11:30–2:00 PM", "11:30–14:00"),
    ("11:30–2:00 AM", "23:30–26:00"), ("9:00–17:00", "09:00–17:00"),
    ("9:00 AM–5:00", "09:00–17:00"), ("10 PM–2:00", "22:00–26:00"), ("9 AM–17:00", "09:00–17:00"),
    ("9 AM–12:00", "09:00–12:00"),
  ])
  func `the half of the day may be named once`(text: String, expected: String) {
    let openings = RenderedHours.openings(days: [1], times: [text]) ?? []
    let texts = openings.map { opening in
      [opening.opens, opening.closes].map {
        "\($0 / 60 < 10 ? "0" : "")\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)"
      }.joined(separator: "–")
    }
    #expect(texts == [expected])
  }

  @Test(arguments: [
    "<html>\n<body>Error</body>\n</html>\n", #"{"response":{"venues":[{"id":"1","name":"A"},{"#,
    #"{"meta":{"code":400,"errorType":"a","errorDetail":"b"},"response":{}}"#,
  ])
  func `a lenient import refuses a file without a single good line`(text: String) {
    #expect(Reading(text, isLenient: true).failure != nil)
  }
}
