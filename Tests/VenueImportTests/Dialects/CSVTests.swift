import FetchKit
@testable import JSONStream
import Testing
import Venues

@testable import VenueImport

struct CSVTests {
  private let header =
    "fsq_place_id,name,latitude,longitude,address,locality,region,postcode,country,date_created,"
    + "date_refreshed,date_closed,tel,website,email,fsq_category_ids,fsq_category_labels\n"

  @Test func `rows of the open data set`() {
    let text =
      header + """
        a1,"Tea ""No. 1"", Inc.",40.5,-73.25,"1 Main St
        2nd floor",Town,NY,10001,US,2010-01-02,2024-01-01,,2125550100,http://t.example,x@y.z,\
        "[c1, c2]","[Dining and Drinking > Cafe, Coffee, and Tea House > Bubble Tea Shop, Retail > Tea]"
        b2,茶,,,,,,,,,,2020-02-29,,,,"['c1']","['Dining > Café']"

        c3,,1,2,,,,,,,,,,,,,

        """
    let reading = Reading(text)
    #expect(reading.failure == nil)
    #expect(reading.warnings == [])
    #expect(reading.format == .osplaces)
    #expect(
      reading.rows == [
        "id=a1 name=Tea \"No. 1\", Inc. phone=2125550100 url=http://t.example address=1 Main St\n"
          + "2nd floor city=Town state=NY postal=10001 cc=US lat=40.5 lng=-73.25 "
          + "createdAt=1262390400.0 refreshedAt=1704067200.0 category=Bubble Tea Shop#c1 "
          + "categories=[Bubble Tea Shop#c1("
          + "Dining and Drinking > Cafe, Coffee, and Tea House > Bubble Tea Shop), "
          + "Tea#c2(Retail > Tea)]",
        "id=b2 name=茶 closed=true closedAt=1582934400.0 category=Café#c1 "
          + "categories=[Café#c1(Dining > Café)]",
      ])
    #expect(reading.skipped == ["6:1 no name"])
    #expect(Reading(text.replacing("\n", with: "\r\n"), windowSize: 64).rows.count == 2)
  }

  @Test func `rows of our own CSV, with the prefix that keeps spreadsheets from running formulas`()
  {
    let text = """
      id,name,priceCategory,tier,distance,category,categories,favorite,note,specialCount,closed
      1,'=1+1,$$,2,70,Tea,Tea; A\\;B,true,''quoted,3,false
      2,'Ohana,,,,,,false,,0,true
      """
    let reading = Reading(text)
    #expect(reading.format == .boba)
    #expect(
      reading.rows == [
        "id=1 name==1+1 note='quoted distance=70.0 tier=2 specials=3 closed=false favorite=true "
          + "category=Tea categories=[Tea, A;B]",
        "id=2 name='Ohana closed=true favorite=false",
      ])
  }

  @Test func `titles that begin with the word for a venue, beside other columns`() {
    let notebook = Reading(
      """
      ,Neighborhood,Neighborhood Latitude,Neighborhood Longitude,Venue,Venue Latitude,Venue Longitude,Venue Category
      0,Chinatown,40.71,-73.99,Mei,40.72,-73.98,Bubble Tea Shop
      """)
    #expect(notebook.failure == nil)
    #expect(
      notebook.rows == [
        "id=43dd1ed0c57c7e0666561ad1 name=Mei lat=40.72 lng=-73.98 category=Bubble Tea Shop"
      ])
    let explore = Reading(
      """
      referralId,reasons.count,venue.id,venue.name,venue.location.lat,venue.location.lng,venue.categories
      e-0,0,a1,Mei,40.72,-73.98,"[{'id': 'c1', 'name': 'Bubble Tea Shop', 'primary': True}]"
      """)
    #expect(explore.failure == nil)
    #expect(
      explore.rows == [
        "id=a1 name=Mei lat=40.72 lng=-73.98 category=Bubble Tea Shop#c1"
      ])
    let flat = Reading(
      """
      place_id,place_name,place_location_lat,place_location_lng,location_city,place_stats_tip_count
      a1,Mei,40.72,-73.98,Rye,3
      """)
    #expect(flat.failure == nil)
    #expect(flat.rows == ["id=a1 name=Mei lat=40.72 lng=-73.98 tipCount=3"])
    #expect(Reading("chain.id,chain.name\n1,Mei\n").failure != nil)
    #expect(Reading("user_name,city,user_address\nMei,Rye,1 Main St\n").failure != nil)
  }

  @Test func `rows of spreadsheets, with semicolons, decimal commas and titles in any spelling`() {
    let text = """
      \u{FEFF}ID;Name;Postal Code;City;LATITUDE;Longitude;Check-Ins Count;Email;Opening Hint;Rating
      1;"Tea; ""No"" 1";10001;Köln, Süd;50,9375;-6,9603;12;x@y.z;ring;8,5

      2;B,C;;;50.5;7;1.000,5;;;
      """
    let reading = Reading(text, windowSize: 64)
    #expect(reading.failure == nil)
    #expect(
      reading.rows == [
        "id=1 name=Tea; \"No\" 1 city=Köln, Süd postal=10001 lat=50.9375 lng=-6.9603 checkins=12 "
          + "rating=8.5",
        "id=2 name=B,C lat=50.5 lng=7.0",
      ])
    #expect(reading.warnings == ["4:16 @175 checkinsCount: not a valid integer"])
  }

  @Test func `rows between tabs`() {
    let text = "id\tname\tnote\ttier\n1\ta\\tb \"c\\\\\tC:\\users\\\t2\r\n\n2\t\"B\t\t\n"
    let reading = Reading(text, windowSize: 32)
    #expect(reading.format == .boba)
    #expect(
      reading.rows
        == [
          "id=1 name=a\tb \"c\\ note=C:\\users\\ tier=2", "id=2 name=\"B",
        ])
  }

  @Test func `rows between tabs of other programs, with quotes`() {
    let text =
      "ID\tname\taddress\tcity\tphone\n1\t\"Tea, \"\"One\"\"\"\t\"1 St\n2\tnd\"\tC:\\d\t\n"
      + "2\t\"Best\" tea\t5\" wide\ta\\tb\t\\N\n3\t\"Tea\tNULL\t\t\n"
    let reading = Reading(text, windowSize: 32)
    #expect(reading.failure == nil)
    #expect(
      reading.rows == [
        "id=1 name=Tea, \"One\" address=1 St\n2\tnd city=C:\\d",
        "id=2 name=\"Best\" tea address=5\" wide city=a\tb", "id=3 name=\"Tea",
      ])
  }

  @Test func `words for missing values are missing, unless they are in quotes`() throws {
    let words = ["NULL", "null", "\\N", "NaN", "nan", "None", "<NA>", "NaT"]
    let rows = words.enumerated().map { "\($0),A,\($1),\($1),\($1),x\($1)\n" }
    let text = "id,name,address,tel,po_box,city\n" + rows.joined() + "9,\"NULL\",,,,\n"
    #expect(
      Reading(text).rows
        == words.enumerated().map { "id=\($0) name=A city=x\($1)" } + ["id=9 name=NULL"])
    #expect(try Reading.extras(text) == nil)
    #expect(
      Reading("id,name,note\n1,\"None\",\"NULL\"\n").rows == ["id=1 name=None note=NULL"])
  }

  @Test func `the line in which Excel names the separator is passed`() {
    #expect(
      Reading("\u{FEFF}sep=;\r\nid;name;rating\r\n1;A;8,5\r\n").rows == ["id=1 name=A rating=8.5"])
  }

  @Test func `repeated and missing titles keep their cells`() throws {
    #expect(
      try Reading.extras("id,name,foo,foo,,foo,closed_bucket\n1,A,x,y,z,w,Unsure\n")
        == #"{"closed_bucket":"Unsure","foo":"x","foo 2":"y","column 5":"z","foo 3":"w"}"#)
  }

  @Test func `thousands of equal titles have numbers`() throws {
    let titles = String(repeating: ",x", count: 16_000)
    let cells = String(repeating: ",", count: 15_999) + ",last"
    #expect(try Reading.extras("id,name\(titles)\n1,A\(cells)\n") == #"{"x 16000":"last"}"#)
  }

  @Test(arguments: [
    (
      "name,id\n\"a,1",
      "2:5 @12 unexpected end of file in a quoted cell that begins at line 2, column 1 (byte 8)"
    ),
    ("name,id\n\"a\"b,1", "2:4 @11 expected ',' or the end of the line, found 'b'"),
    ("name,id\na", "2:1 @8 expected 2 cells, found 1"),
    ("name,id\na,1,2\n", "2:1 @8 expected 2 cells, found 3"),
    ("name,id\na\0,1\n", "2:2 @9 byte 0x00 in a string"),
    (
      "a,b\n1,2",
      "1:1 @0 not venue data: neither JSON nor CSV with venue columns such as name and city"
    ),
  ])
  func `broken rows refuse the file`(text: String, expected: String) {
    #expect(Reading(text).failure == expected)
  }

  @Test func `broken rows may be skipped`() {
    let reading = Reading("name,id\na\nb,2\n", isLenient: true)
    #expect(reading.rows == ["id=2 name=b"])
    #expect(reading.skipped == ["2:1 bad line: expected 2 cells, found 1"])
  }

  @Test func `a row with too many cells refuses the file`() {
    let commas = String(repeating: ",", count: 20_000)
    #expect(
      Reading("name,id\na,1\n" + commas).failure
        == "3:16385 @16396 more than 16384 cells in one line")
    #expect(
      Reading("name,id" + commas).failure
        == "1:1 @0 not venue data: neither JSON nor CSV with venue columns such as name and city")
  }

  @Test func `an unclosed quote costs a lenient import only its line`() {
    let reading = Reading("name,id\na,1\n\"b,2\nc,3\n", isLenient: true)
    #expect(reading.rows == ["id=1 name=a", "id=3 name=c"])
    #expect(
      reading.skipped == [
        "3:1 bad line: unexpected end of file in a quoted cell that begins at line 3, column 1 (byte 12)"
      ])
  }

  @Test func `carriage returns end lines in reports, too`() {
    let reading = Reading("id,name,tier\ra,Té,1\rb,,2\rc,C,x\r")
    #expect(reading.rows == ["id=a name=Té tier=1", "id=c name=C"])
    #expect(reading.skipped == ["3:1 no name"])
    #expect(reading.warnings == ["4:5 @30 price: not a valid integer"])
    #expect(
      Reading("name,id\ra,1\rb,2,3\r").failure == "3:1 @12 expected 2 cells, found 3")
  }

  @Test func `cells may have bars between them`() {
    #expect(
      Reading("id|name|address\na|A, B|\"1|2\"\n").rows == ["id=a name=A, B address=1|2"])
  }

  @Test func `blank elements of lists are left out`() {
    #expect(
      Reading("id,name,tier,tags,dealTitles,dealMessages\n1,A,1,a; ;b,\"x; ; \",\"; ;y\"\n").rows
        == Reading(
          #"{"id":"1","name":"A","tier":1,"tags":["a"," ",null,"b"],"deals":[{"title":"x"},{},{"message":"y"}]}"#
        ).rows)
    #expect(Reading(#"{"id":"1","name":"A","tier":1,"tags":[" "]}"#).rows == ["id=1 name=A tier=1"])
  }

  @Test func `invalid parts of elements are reported, and columns without one value for each`() {
    let reading = Reading(
      """
      id,name,tier,tips,tipsAgreeCount,tipsLikeCount,dealTitles,dealStarts,dealEnds,photoURLs,photoWidths
      1,A,1,good; better,1; x,5,a; b,2024-02-29; soon,2024-03-01,p; q,; 7.5

      """)
    #expect(
      reading.rows == [
        "id=1 name=A tier=1 specials=2 tipCount=2 tips=[good||1, better||] deals=[a|||||1709164800.0|, b||||||] photos=[p||, q||]"
      ])
    #expect(
      reading.warnings == [
        "2:25 @124 tipsLikeCount: 1 instead of 2 values; none is used",
        "2:20 @119 tipsAgreeCount: not a valid integer",
        "2:49 @148 dealEnds: 1 instead of 2 values; none is used",
        "2:32 @131 dealStarts: not a date", "2:65 @164 photoWidths: not a valid integer",
      ])
  }

  @Test func `key paths name columns, too`() {
    let text = "id,name,location.distance,category.name,stats.tipCount\n1,A,5,Tea,6\n"
    #expect(Reading(text).rows == ["id=1 name=A distance=5.0 tipCount=6 category=Tea"])
  }

  @Test func `members of other objects stay under their whole title`() throws {
    let text = """
      id,name,location.lat,location.lng,venuePage.id,parent.name,user.firstName,location.formattedAddress,a.count,b.count
      1,A,40.5,-73.5,999,B,Zoë,NY,3,4

      """
    #expect(
      Reading(text).rows == [
        "id=1 name=A address=NY lat=40.5 lng=-73.5"
      ])
    #expect(
      try Reading.extras(text)
        == #"{"venuePage.id":"999","parent.name":"B","a.count":"3","b.count":"4"}"#)
  }

  @Test func `titles may have quotes`() throws {
    #expect(
      try Reading.extras(#"id,"na""me","name",city"# + "\n1,x,N,c\n") == #"{"na\"me":"x"}"#)
  }

  private static func items(_ text: String) -> [String]? {
    let bytes = Array(text.utf8) + [0]
    var arena = TextArena()
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { start in
        BracketedList.items(TextSlice(start: start, count: buffer.count - 1), in: &arena)
          .map { $0?.string ?? "-" }
      }
    }
  }

  @Test(arguments: [
    ("[a, b]", ["a", "b"]), ("['a, b', 'c']", ["a, b", "c"]), ("[\"a\"]", ["a"]), ("[]", []),
    ("plain", ["plain"]), ("A > B; C > D", ["A > B", "C > D"]), ("a|b", ["a", "b"]),
    ("[A > B, C, and D > E, F > G]", ["A > B, C, and D > E", "F > G"]),
    (#"{"A > B, C",d,NULL}"#, ["A > B, C", "d", "-"]), ("WrappedArray(a, b)", ["a", "b"]),
    ("['it's', 'b']", ["it's", "b"]), ("['a' 'b'\n 'c']", ["a", "b", "c"]),
    ("[Retail, Dining and Drinking > A, B > C]", ["Retail", "Dining and Drinking > A, B > C"]),
    ("", []), (#"['Retail > Men\'s Store']"#, ["Retail > Men's Store"]),
    ("[Retail > Bar, 'Cafe, and Tea']", ["Retail > Bar", "Cafe, and Tea"]),
    ("['Cafe, and Tea', Event > Fair, Zoo]", ["Cafe, and Tea", "Event > Fair", "Zoo"]),
    (#"['it\'s "x", y', "it's", 'a\\']"#, [#"it's "x", y"#, "it's", #"a\"#]),
    ("[NULL, a]", ["-", "a"]), ("['a', None, '']", ["a", "-", "-"]),
    ("['90s Bar, Zoo]", ["'90s Bar", "Zoo"]),
  ])
  func `lists in brackets`(text: String, expected: [String]) {
    #expect(Self.items(text) == expected)
  }

  @Test(.timeLimit(.minutes(1))) func `a long list of quotes that are never closed is read once`() {
    let text = "[" + String(repeating: "'a,", count: 40_000) + "b]"
    #expect(Self.items(text)?.count == 40_001)
  }

  @Test func `a text of blanks behind entities is missing`() {
    #expect(
      Reading("id,name,website,city\n1,A&#32;,u,&#32;\n").rows == ["id=1 name=A  url=u"])
    #expect(Reading("id,name,website\n1,&#32;,u\n").skipped == ["2:1 no name"])
  }

  @Test func `a list that is too long says its limit`() {
    let long = String(repeating: "a;", count: 3 << 20)
    #expect(
      Reading("id,name,tastes\n1,A,\(long)\n").warnings.first?.contains("longer than 4 MB") == true)
  }

  @Test(arguments: ["\r", "\r\n", "\n"])
  func `lenient imports pass one record, whatever ends its lines`(end: String) {
    let lines = ["id,name,tier", "1,A,2", "2,B", "3,\"C\n9,D,1\",x,y", "4,E,1", ""]
    let reading = Reading(lines.joined(separator: end), isLenient: true)
    #expect(reading.rows == ["id=1 name=A tier=2", "id=4 name=E tier=1"])
    #expect(reading.skipped.count == 2)
  }

  @Test func `titles of members lead to their fields in all dialects`() {
    let v3 = Reading(
      """
      fsq_id,name,location.locality,location.address,geocodes.main.latitude,\
      geocodes.main.longitude,stats.total_tips,tel,price
      abc,A,Rye,1 Main,40.5,-73.5,7,555,2
      """)
    #expect(
      v3.rows == [
        "id=abc name=A phone=555 address=1 Main city=Rye lat=40.5 lng=-73.5 tier=2 tipCount=7"
      ])
    let v2 = Reading(
      """
      id,name,contact.formattedPhone,contact.twitter,location.lat,location.lng,stats.total_tips
      1,A,(212) 555,foo,40,-73,5
      """)
    #expect(
      v2.rows == ["id=1 name=A phone=(212) 555 twitter=foo lat=40.0 lng=-73.0 tipCount=5"])
    let prices = Reading(
      "id,name,price.tier,price.currency,stats.tipCount\n1,A,1,$$,4\n2,B,1, $ ,4\n")
    #expect(prices.rows == ["id=1 name=A tier=2 tipCount=4", "id=2 name=B tier=1 tipCount=4"])
    let unknown = Reading("id,name,lat,lng,tier\n1,A,0,0,2\n")
    #expect(unknown.rows == ["id=1 name=A tier=2"])
    let indexed = Reading("fsq_id,name,categories/0/name\n1,A,Tea\n")
    #expect(indexed.rows == ["id=1 name=A category=Tea"])
    let mixed = Reading("id,name,tel,website,price,tipCount\n1,A,555,http://x,2,4\n")
    #expect(mixed.rows == ["id=1 name=A phone=555 url=http://x tier=2 tipCount=4"])
  }

  @Test func `a few columns of our own exports come back`() {
    #expect(Reading("id,name,city\n1,'=SUM(1),'-Rye\n").rows == ["id=1 name==SUM(1) city=-Rye"])
    #expect(
      Reading("id,name,categories\n1,A,Tea; A\\;B\n").rows
        == ["id=1 name=A category=Tea categories=[Tea, A;B]"])
    #expect(Reading("id,name,tips\n1,A,x; y\n").rows == ["id=1 name=A tipCount=2 tips=[x||, y||]"])
    #expect(
      Reading(#"[{"id":"1","name":"A","twitter":"t","instagram":"i","chainID":"c"}]"#).rows
        == ["id=1 name=A chainID=c twitter=t instagram=i"])
  }

  @Test func `categories with quotes of both kinds, as numpy writes them`() {
    let text = """
      fsq_place_id,name,fsq_category_ids,fsq_category_labels
      1,A,"['a' 'b']","[""Retail > Women's Store"" 'Dining and Drinking > Bar']"
      """
    #expect(
      Reading(text).rows == [
        "id=1 name=A category=Women's Store#a categories="
          + "[Women's Store#a(Retail > Women's Store), Bar#b(Dining and Drinking > Bar)]"
      ])
  }

  @Test func `joined tips may be longer than one text`() {
    let tips = Array(repeating: String(repeating: "x", count: 2000), count: 600)
    let reading = Reading("id,name,tips,tier\n1,A,\(tips.joined(separator: "; ")),1\n")
    #expect(reading.warnings == [])
    #expect(reading.rows.first?.contains("tipCount=600") == true)
  }
}
