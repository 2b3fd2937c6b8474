import FetchKit
import Testing

@testable import VenueImport

/// A place of each dialect with all that is read of it.
struct DialectTests {
  private func row(_ text: String, _ format: ImportFormat) -> String? {
    let reading = Reading(text)
    #expect(reading.failure == nil)
    #expect(reading.warnings == [])
    #expect(reading.format == format)
    return reading.rows.first
  }

  @Test func `a place of version 3`() {
    let text = """
      {"fsq_id":"v3","name":"Tea &amp; Milk","tel":"(212) 555","website":"http://w","distance":12,
      "location":{"address":"1 Main","cross_street":"","locality":"NY","region":"NY",
      "postcode":"10001","country":"US","formatted_address":"x"},
      "geocodes":{"roof":{"latitude":1,"longitude":2},"main":{"latitude":40.5,"longitude":-73.5}},
      "categories":[{"id":13033,"name":"Bubble Tea","icon":{}},{"id":2,"name":"Café"}],
      "price":2,"rating":8.5,"stats":{"total_tips":4,"total_photos":5,"total_ratings":6},
      "hours":{"display":"Daily 9-5","open_now":true},"verified":true,"menu":"http://m",
      "closed_bucket":"VeryLikelyClosed","chains":[{"id":"c","name":"Chain"}],
      "tips":[{"text":"T","created_at":"2020-01-01T00:00:00.000Z","agree_count":1}],
      "related_places":{"children":[{"fsq_id":"x","name":"X"}]}}
      """
    #expect(
      row(text, .v3)
        == "id=v3 name=Tea & Milk phone=(212) 555 url=http://w menu=http://m address=1 Main "
        + "city=NY state=NY postal=10001 cc=US hours=Daily 9-5 chain=Chain chainID=c lat=40.5 lng=-73.5 "
        + "distance=12.0 tier=2 tipCount=4 rating=8.5 signals=6 photos=5 verified=true closed=true "
        + "category=Bubble Tea#13033 categories=[Bubble Tea#13033, Café#2] tips=[T|1577836800.0|1]")
  }

  @Test(arguments: [
    (#""SoHo""#, "part=SoHo"),
    (
      #"["","  ","Midtown East","Manhattan"]"#,
      "part=Midtown East neighborhoods=[Midtown East, Manhattan]"
    ),
    (#""L&eacute;on""#, "part=Léon"), (#"[]"#, ""), (#"" ""#, ""), ("null", ""),
  ])
  func `a neighborhood is a name or a list of names`(value: String, expected: String) {
    for format in [ImportFormat.v2, .v3, .places2025] {
      let reading = Reading(
        #"[{"id":"a","name":"A","location":{"neighborhood":\#(value)}}]"#, format: format)
      #expect(reading.rows == ["id=a name=A" + (expected.isEmpty ? "" : " " + expected)])
      #expect(reading.warnings == [])
    }
  }

  @Test(arguments: [
    (#""formatted_address":"1 Main &amp; 2nd, Rye, NY""#, "address=1 Main & 2nd, Rye, NY"),
    (#""formattedAddress":["1 Main"," ",null,"Rye"]"#, "address=1 Main, Rye"),
    (#""address":"2 Main","formattedAddress":["1 Main"]"#, "address=2 Main"),
    (
      #""city":"New York","state":"NY","formattedAddress":["New York, NY"]"#,
      "city=New York state=NY"
    ),
    (#""city":"ŁÓDŹ","formattedAddress":["Łódź"]"#, "city=ŁÓDŹ"),
    (#""city":"Rye","formattedAddress":["1 Main","Rye"]"#, "address=1 Main, Rye city=Rye"),
    (
      #""crossStreet":"at Main","city":"Rye","formattedAddress":["(at Main)","Rye"]"#,
      "cross=at Main city=Rye"
    ),
    (#""formattedAddress":[]"#, ""),
  ])
  func `a formatted address counts where there is no other`(members: String, expected: String) {
    let expected = expected.isEmpty ? "" : " " + expected
    for format in [ImportFormat.v2, .v3, .places2025] {
      let reading = Reading(#"[{"id":"a","name":"A","location":{\#(members)}}]"#, format: format)
      #expect(reading.rows == ["id=a name=A" + expected])
      #expect(reading.warnings == [])
    }
    for format in [ImportFormat.v2, .osplaces] {
      let text = #"[{"id":"b","name":"B","city":"X"},{"id":"a","name":"A",\#(members)}]"#
      #expect(
        Reading(text, format: format).rows == ["id=b name=B city=X", "id=a name=A" + expected])
    }
  }

  @Test(arguments: [
    #"{"id":"a","name":"A","likes":7}"#, #"{"fsq_id":"a","name":"A","likes":7}"#,
    #"{"fsq_place_id":"a","name":"A","likes":"7"}"#, "id,name,likes\na,A,7\n",
    "id,name,likes,tier,note\na,A,7,,\n",
    #"{"type":"Feature","id":"a","geometry":null,"properties":{"name":"A","likes":7}}"#,
    "id,name,likes\na,A,\"{'count': 7}\"\n",
  ])
  func `likes may be their number`(text: String) throws {
    let reading = Reading(text)
    #expect(reading.rows == ["id=a name=A likes=7"])
    #expect(reading.warnings == [])
    #expect(try Reading.extras(text) == nil)
  }

  @Test(arguments: [
    #"{"type":"Feature","id":"a","geometry":null,"properties":{"name":"A","formatted_address":"1 Main"}}"#,
    "id,name,Formatted Address,fsq_category_ids\na,A,1 Main,\n",
    "id,name,location.formattedAddress,tier\na,A,\"['1 Main']\",\n",
  ])
  func `a formatted address is read in GeoJSON and CSV`(text: String) {
    #expect(Reading(text).rows == ["id=a name=A address=1 Main"])
  }

  @Test func `all details of version 2`() {
    let text = """
      {"id":"d","name":"A","contact":{"twitter":"t","facebookUsername":"f","facebook":"1","instagram":"i"},
      "location":{"neighborhood":["SoHo","Manhattan"]},"description":"Tea &amp; more","storeId":"7&#55;",
      "categories":[{"id":"c","name":"Tea","parents":["Food","Caf&eacute;"]}],
      "price":{"tier":2,"currency":"€"},"likes":{"count":7},"delivery":{"url":"http://d"},
      "reservations":{"url":"http://r"},"tags":["wifi","a &amp; b",""],
      "attributes":{"groups":[{"items":[{"displayName":"Wi-Fi","displayValue":"Free"},
      {"displayName":"Outdoor Seating","displayValue":"Yes"},
      {"displayName":"Parking","displayValue":"No"}]}]},
      "photos":{"count":9,"groups":[{"items":[{"id":"x","prefix":"http://p/","suffix":"/1.jpg",
      "width":3,"height":4,"user":{"firstName":"Secret"}}]}]},
      "popular":{"timeframes":[{"days":[1,7],"open":[{"start":"2300","end":"+0100"}]}]},
      "hours":{"timeframes":[{"days":[2],"open":[{"start":"0900","end":"1000"}]}]},
      "specials":{"count":2,"items":[{"id":"s","type":"may&#111;r","title":"T","message":"Free &lt;tea&gt;",
      "description":"Be mayor","finePrint":"Once","startAt":5},{"id":"empty"}]},
      "tips":{"groups":[{"items":[{"text":"Nice","lang":"en","likes":{"count":3},
      "user":{"firstName":"Secret"}}]}]}}
      """
    #expect(
      row(text, .v2)
        == "id=d name=A part=SoHo storeID=77 about=Tea & more twitter=t facebook=f instagram=i "
        + "delivery=http://d reservation=http://r currency=€ tier=2 specials=2 tipCount=1 photos=9 "
        + "likes=7 category=Tea#c categories=[Tea#c(Food > Café > Tea)] tips=[Nice|||3|en] "
        + "open=1980-2040 "
        + "deals=[T|Free <tea>|Be mayor|Once|mayor|5.0|] neighborhoods=[SoHo, Manhattan] "
        + "tags=[wifi, a & b, Wi-Fi: Free, Outdoor Seating] photos=[http://p/original/1.jpg|3|4] "
        + "popularHours=[1380|1500, 10020|10080, 0|60]")
  }

  @Test(
    arguments: [
      ("Mon–Tue", ["9:00 AM–5:30 PM"], "540-1050,1980-2490"),
      ("Sun, Mon", ["Noon–Midnight"], "9360-10080,720-1440"),
      ("Sat-Sun", ["24 Hours"], "7200-8640,8640-10080"), ("Fri", ["18:00–2:00"], "6840-7320"),
      ("Wed", ["9 AM–1 PM", "2 PM–3 PM"], "3420-3660,3720-3780"),
      ("Today", ["9:00 AM–5:00 PM"], nil), ("Lun–Vie", ["9:00–17:00"], nil),
      ("Mon", ["Closed"], nil), ("Mon-Tue and Sun", ["9–10"], nil),
      ("Monday to Tuesday", ["9:00–10:00"], "540-600,1980-2040"),
      ("Sat. & Sun.", ["9:00–10:00"], "7740-7800,9180-9240"),
      ("Mon except holidays", ["9:00–10:00"], nil), ("Daily", ["9:00–10:00"], nil),
      ("Mon", ["25:00–26:00"], nil),
    ] as [(String, [String], String?)])
  func `rendered timeframes are times of the week`(
    days: String, times: [String], expected: String?
  ) {
    let open = times.map { #"{"renderedTime":"\#($0)"}"# }.joined(separator: ",")
    let text =
      #"{"id":"h","name":"A","location":{},"hours":{"timeframes":[{"days":"\#(days)","open":[\#(open)]}]}}"#
    let hours = "\(days) \(times.joined(separator: ", "))"
    #expect(
      row(text, .v2) == "id=h name=A hours=\(hours)" + (expected.map { " open=\($0)" } ?? ""))
  }

  @Test(arguments: [
    (
      ["Today", "Sun", "Mon", "Wed", "Thu–Sat"],
      "[1980|2040, 9180|9240, 540|600, 3420|3480, 4860|4920, 6300|6360, 7740|7800]"
    ),
    (["Today", "Mon"], "[540|600]"),
  ])
  func `popular hours of today are those of the only day without a name`(
    days: [String], expected: String
  ) {
    let frames = days.map { #"{"days":"\#($0)","open":[{"renderedTime":"9 AM–10 AM"}]}"# }
    let text =
      #"{"id":"h","name":"A","location":{},"popular":{"timeframes":[\#(frames.joined(separator: ","))]}}"#
    #expect(row(text, .v2) == "id=h name=A popularHours=\(expected)")
  }

  @Test func `all details of version 3 and of the open data set`() {
    let place = """
      {"fsq_id":"v","name":"A","geocodes":{},"description":"D","store_id":"s","popularity":0.5,
      "social_media":{"facebook_id":"9","instagram":"i","twitter":"t"},"tastes":["tea"],
      "date_refreshed":"2020-01-01","hours_popular":[{"day":1,"open":"0900","close":"1000"}],
      "photos":[{"prefix":"http://p/","suffix":"/2.jpg"}]}
      """
    #expect(
      row(place, .v3)
        == "id=v name=A storeID=s about=D twitter=t facebook=9 instagram=i popularity=0.5 "
        + "refreshedAt=1577836800.0 tags=[tea] photos=[http://p/original/2.jpg||] "
        + "popularHours=[540|600]")
    let open = """
      {"fsq_place_id":"o","name":"A","facebook_id":12,"instagram":"i","twitter":"t",
      "date_refreshed":"2020-01-01","email":"secret@example.org"}
      """
    #expect(
      row(open, .osplaces)
        == "id=o name=A twitter=t facebook=12 instagram=i refreshedAt=1577836800.0")
  }

  @Test func `numbers and dates of MongoDB`() {
    let text = """
      {"_id":{"$oid":"m"},"name":"A","location":{"lat":{"$numberDouble":"40.5"},
      "lng":{"$numberDouble":"-73.5"}},"stats":{"checkinsCount":{"$numberInt":"5"},
      "usersCount":{"$numberLong":"3"}},"rating":{"$numberDecimal":"8.5"},"price":{"$numberInt":"2"},
      "createdAt":{"$date":{"$numberLong":"1300000000000"}},"date_refreshed":{"$date":"2020-01-01T00:00:00Z"}}
      """
    #expect(
      row(text, .v2)
        == "id=m name=A lat=40.5 lng=-73.5 tier=2 checkins=5 users=3 rating=8.5 "
        + "createdAt=1300000000.0 refreshedAt=1577836800.0")
    #expect(Reading(text).warnings == [])
  }

  @Test func `a feature with a list of one point`() throws {
    let text = """
      {"type":"Feature","id":"p","properties":{"name":"A"},
      "geometry":{"type":"MultiPoint","coordinates":[[-73.5,40.5]]}}
      """
    #expect(row(text, .geojson) == "id=p name=A lat=40.5 lng=-73.5")
    let several = text.replacing("[[-73.5,40.5]]", with: "[[-73.5,40.5],[-73.5,40.6]]")
    #expect(Reading(several).rows == ["id=p name=A"])
    #expect(
      try Reading.extras(several) == #"{"geometry":{"coordinates":[[-73.5,40.5],[-73.5,40.6]]}}"#)
    #expect(Reading(several).warnings == ["2:12 @65 geometry: not a point"])
  }

  @Test func `a combining mark after an HTML entity belongs to it`() {
    let text =
      #"{"id":"e","name":"&hearts;\ufe0f &#233;\u0301 &amp;\u200d &lt\u0301;","location":{}}"#
    #expect(row(text, .v2) == "id=e name=\u{2665}\u{FE0F} \u{E9}\u{301} &\u{200D} &lt\u{301};")
  }

  @Test(arguments: ["a%", "a,", " a", "\u{301}", "é"])
  func `two characters are a country code only if they are letters`(country: String) {
    let text = #"{"id":"e","name":"A","location":{"country":"\#(country)"}}"#
    #expect(row(text, .v2) == "id=e name=A country=\(country)")
  }

  @Test func `HTML entities are decoded once in every text but addresses of pages`() {
    let text = """
      {"id":"e","name":"A","url":"http://h?a&eacute;","contact":{"phone":"1"},"location":{
      "address":"Calle &quot;5&quot;","crossStreet":"x &lt; y","city":"San Andr&eacute;s",
      "state":"Le&oacute;n","postalCode":"&#49;2","country":"M&eacute;xico"},
      "hours":{"timeframes":[{"days":"Mon&ndash;Fri","open":[{"renderedTime":"9&ndash;5"}]}]},
      "price":{"currency":"&euro;&euro;"},"tips":[{"text":"a &amp;amp; b"}]}
      """
    #expect(
      row(text, .v2)
        == "id=e name=A phone=1 url=http://h?a&eacute; address=Calle \"5\" cross=x < y "
        + "city=San Andrés state=León postal=12 country=México hours=Mon–Fri 9–5 currency=€€ tier=2 tipCount=1 "
        + "tips=[a &amp; b||]")
    let own = #"{"id":"o","name":"A","tier":1,"city":"&eacute;","tips":["&amp;"],"hours":"&lt;"}"#
    #expect(
      row(own, .boba) == "id=o name=A city=&eacute; hours=&lt; tier=1 tipCount=1 tips=[&amp;||]")
  }

  @Test func `a category may have an identifier and no name`() {
    let own = #"{"id":"o","name":"A","tier":1,"categoryID":"c2","category":null,"#
    for lists in [
      #""categories":[null,"Tea",null],"categoryIDs":["c1","c3","c2"]}"#,
      #""categories":"; Tea; ","categoryIDs":"c1; c3; c2"}"#,
    ] {
      #expect(
        row(own + lists, .boba)
          == "id=o name=A tier=1 category=#c2 categories=[#c1, Tea#c3, #c2]")
    }
    #expect(
      row(own + #""categories":"","categoryIDs":"c2"}"#, .boba)
        == "id=o name=A tier=1 category=#c2")
  }

  @Test func `a place of 2025`() {
    let text = """
      {"fsq_place_id":"p5","name":"A","latitude":40.5,"longitude":-73.5,"distance":0,
      "location":{"locality":"NY","postcode":""},"date_created":"2024-01-01","date_closed":"2024-02-29",
      "categories":[{"fsq_category_id":"c5","name":"Tea"}],"chains":[{"fsq_chain_id":"k","name":"K"}]}
      """
    #expect(
      row(text, .places2025)
        == "id=p5 name=A city=NY chain=K chainID=k lat=40.5 lng=-73.5 distance=0.0 closed=true "
        + "closedAt=1709164800.0 createdAt=1704067200.0 category=Tea#c5")
  }

  @Test func `a row of the open data set`() {
    let text = """
      {"fsq_place_id":"o1","name":"A","latitude":null,"longitude":null,"locality":"NY","country":"US",
      "email":"secret@example.org","fsq_category_ids":["c1"],"fsq_category_labels":["Dining > B, C > D"]}
      """
    #expect(
      row(text, .osplaces) == "id=o1 name=A city=NY cc=US category=D#c1 "
        + "categories=[D#c1(Dining > B, C > D)]")
  }

  @Test func `our own flat object, with missing values as null`() {
    let text = """
      [{"id":"b1","name":"A &amp; B","priceCategory":"$$","tier":2,"distance":1234,"address":"a",
      "crossStreet":null,"neighborhood":"h","city":"c","state":"s","postalCode":"p","country":"US","countryCode":null,
      "latitude":0,"longitude":0,"category":"Tea","categories":["Café","Tea"],"categoryID":"t1",
      "rating":null,"checkinsCount":1,"usersCount":2,"tipCount":3,"specialCount":4,"phone":"5",
      "url":"u","favorite":true,"note":"n","verified":false,"closed":true,"closedAt":10,
      "createdAt":"2020-01-01","menuURL":"m","hours":"Mon\\nTue","photoCount":6,"chain":"k",
      "ratingSignals":7,"ratingColor":"FF0000","tips":[{"text":"T","createdAt":8,"agreeCount":9}]}]
      """
    #expect(
      row(text, .boba)
        == "id=b1 name=A &amp; B phone=5 url=u menu=m address=a part=h city=c state=s postal=p "
        + "country=US hours=Mon\nTue chain=k color=FF0000 note=n lat=0.0 lng=0.0 distance=1234.0 tier=2 "
        + "specials=4 checkins=1 users=2 tipCount=3 signals=7 photos=6 verified=false closed=true "
        + "closedAt=10.0 createdAt=1577836800.0 favorite=true category=Tea#t1 "
        + "categories=[Café, Tea#t1] tips=[T|8.0|9]")
  }

  @Test func `a feature without a point has no location`() {
    let text = """
      {"type":"Feature","id":"f1","geometry":{"type":"Polygon","coordinates":[[[1,2]]]},
      "properties":{"name":"A","location":{"city":"c"}}}
      """
    let reading = Reading(text)
    #expect(reading.rows == ["id=f1 name=A city=c"])
    #expect(reading.warnings == ["1:40 @39 geometry: not a point"])
  }

  @Test(arguments: [ImportFormat.auto, .geojson])
  func `the type of a feature is no fact about a place`(format: ImportFormat) {
    let text = """
      {"type":"Feature","id":"f1","geometry":{"type":"Point","coordinates":[2,1]},
      "properties":{"name":"A"}}
      """
    #expect(Reading(text, format: format).rows == ["id=f1 name=A lat=1.0 lng=2.0"])
  }

  @Test(arguments: [
    (#""usersCount":5"#, "users=5"), (#""note":"n""#, "note=n"), (#""chain":"k""#, "chain=k"),
    (#""menuURL":"m""#, "menu=m"), (#""photoCount":6"#, "photos=6"),
  ])
  func `a flat place with one of our keys is read as ours`(member: String, field: String) {
    let reading = Reading(#"{"id":"1","name":"A",\#(member)}"#)
    #expect(reading.rows == ["id=1 name=A \(field)"])
    #expect(reading.format == .boba)
    #expect(Reading(#"{"id":"1","name":"A","tel":"5",\#(member)}"#).format == .v2)
  }

  @Test(arguments: [
    (#""location":"12 Main St""#, "location: expected an object, found a string"),
    (#""location":[1]"#, "location: expected an object, found an array"),
    (#""stats":5"#, "stats: expected an object, found a number"),
    (#""contact":"555""#, "contact: expected an object, found a string"),
    (#""photos":7"#, "photos: expected an array, found a number"),
    (#""fsq_id":"1","geocodes":"40,1""#, "geocodes: expected an object, found a string"),
    (#""fsq_id":"1","social_media":true"#, "social_media: expected an object, found a boolean"),
    (#""fsq_id":"1","chains":"Q""#, "chains: expected an array, found a string"),
    (#""tier":1,"openings":"9-5""#, "openings: expected an array, found a string"),
  ])
  func `a value that has no parts is reported where they are read`(member: String, warning: String)
  {
    let warnings = Reading(#"{"id":"1","name":"A",\#(member)}"#).warnings
    #expect(
      warnings.map { $0.split(separator: " ", maxSplits: 2).last.map(String.init) } == [warning])
  }

  @Test(arguments: ["[]", #""""#, #"" ""#, "null", "{}"])
  func `a value that says nothing is not reported`(value: String) {
    #expect(
      Reading(#"{"id":"1","name":"A","location":\#(value),"stats":\#(value)}"#).warnings == [])
  }

  @Test(arguments: [
    ("9999-12-31T23:59:59Z", 253_402_300_799.0), ("0000-01-01", -62_167_219_200),
  ])
  func `dates of the first and last years keep their text`(text: String, seconds: Double) {
    #expect(ISO8601Date.seconds(text) == seconds)
    #expect(ISO8601Date.text(seconds).hasPrefix(text))
    #expect(Reading(#"[{"name":"A","createdAt":"\#(text)"}]"#).warnings == [])
  }

  @Test(arguments: [
    (1_700_000_010.9999997, "2023-11-14T22:13:31Z"), (0.0000004, "1970-01-01T00:00:00Z"),
    (-0.0000001, "1970-01-01T00:00:00Z"), (1.25, "1970-01-01T00:00:01.25Z"),
  ])
  func `times are rounded to microseconds`(seconds: Double, text: String) {
    #expect(ISO8601Date.text(seconds) == text)
  }

  @Test(arguments: [("24:00", 86_400.0), ("24:30", nil), ("24:00:01", nil), ("23:59:60", 86_400)])
  func `the day ends at midnight`(time: String, seconds: Double?) {
    #expect(ISO8601Date.seconds("1970-01-01T" + time) == seconds)
  }

  @Test(arguments: ["+24:00", "+99:99", "-00:60", "+1"])
  func `a zone that does not exist makes no date`(zone: String) {
    #expect(ISO8601Date.seconds("2014-05-01T12:30:00" + zone) == nil)
  }

  @Test func `a date after the year 9999 is missing`() {
    let reading = Reading(#"[{"name":"A","createdAt":253402300800000}]"#)
    #expect(reading.warnings == ["1:26 @25 createdAt: not a date"])
  }

  @Test func `a dialect can be chosen explicitly`() {
    let text = #"{"fsq_id":"1","name":"A","location":{"city":"c"},"tel":"5"}"#
    #expect(Reading(text, format: .v2).format == .v2)
    #expect(Reading(text, format: .v3).format == .v3)
  }

  @Test(arguments: [
    ("2024-02-29", 1_709_164_800.0), ("1969-12-31", -86_400), ("2000-03-01T01:02:03Z", 951_872_523),
    ("2020-01-01T00:00:00.500+05:30", 1_577_817_000.5), ("2020-01-01 00:00", 1_577_836_800),
  ])
  func `dates`(text: String, expected: Double) {
    let reading = Reading(#"[{"name":"A","createdAt":"\#(text)"}]"#)
    #expect(reading.rows.first?.hasSuffix("createdAt=\(expected)") == true)
  }

  @Test(arguments: [
    "2024-13-01", "2024-02-30", "2024-1-1", "yesterday", "2024-01-01T", "2024-01-01T99",
    "20240101T",
  ])
  func `an invalid date is missing`(text: String) {
    let reading = Reading(#"[{"name":"A","createdAt":"\#(text)"}]"#)
    #expect(reading.warnings == ["1:26 @25 createdAt: not a date"])
  }
}
