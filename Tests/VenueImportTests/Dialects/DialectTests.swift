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
        + "city=NY state=NY postal=10001 cc=US hours=Daily 9-5 chain=Chain lat=40.5 lng=-73.5 "
        + "distance=12.0 tier=2 tipCount=4 rating=8.5 signals=6 photos=5 verified=true closed=true "
        + "category=Bubble Tea#13033 categories=[Bubble Tea#13033, Café#2] tips=[T|1577836800.0|1]")
  }

  @Test(arguments: [
    (#""SoHo""#, "part=SoHo"), (#"["","  ","Midtown East","Manhattan"]"#, "part=Midtown East"),
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
        + "city=San Andrés state=León postal=12 country=México hours=Mon–Fri 9–5 tier=2 tipCount=1 "
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
        == "id=p5 name=A city=NY chain=K lat=40.5 lng=-73.5 distance=0.0 closed=true "
        + "closedAt=1709164800.0 createdAt=1704067200.0 category=Tea#c5")
  }

  @Test func `a row of the open data set`() {
    let text = """
      {"fsq_place_id":"o1","name":"A","latitude":null,"longitude":null,"locality":"NY","country":"US",
      "email":"secret@example.org","fsq_category_ids":["c1"],"fsq_category_labels":["Dining > B, C > D"]}
      """
    #expect(row(text, .osplaces) == "id=o1 name=A city=NY cc=US category=D#c1")
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
