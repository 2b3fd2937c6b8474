import Testing
import Venues

@testable import VenueImport

/// Values as other programs and people write them into tables.
struct ForeignTableTests {
  @Test func `NA is a missing value of R, but not in the columns of countries and names`() throws {
    let text = "id,name,address,state,country,rating,fax\n1,NA,NA,NA,NA,NA,NA\n2,A,\"NA\",,,,\n"
    let reading = Reading(text)
    #expect(reading.rows == ["id=1 name=NA state=NA cc=NA", "id=2 name=A address=NA"])
    #expect(reading.warnings == [])
    #expect(try Reading.extras("id,name,fax\n1,A,NA\n") == nil)
  }

  @Test func `Booleans, numbers and dates as pandas, BigQuery and people write them`() {
    let text = """
      id,name,verified,closed,stats.tipCount,createdAt
      1,A,1.0,0.0,5.0,2012-03-04 05:06:07.000000 UTC
      2,B,Yes,no,5,2012-03-04 05:06:07 UTC
      3,C,y,N,5,2012/03/04
      """
    let reading = Reading(text)
    #expect(
      reading.rows == [
        "id=1 name=A tipCount=5 verified=true closed=false createdAt=1330837567.0",
        "id=2 name=B tipCount=5 verified=true closed=false createdAt=1330837567.0",
        "id=3 name=C tipCount=5 verified=true closed=false createdAt=1330819200.0",
      ])
    #expect(reading.warnings == [])
  }

  @Test func `HTML entities are decoded beside titles of other programs`() {
    #expect(Reading("id,name,price.tier\n1,A &amp; B,2\n").rows == ["id=1 name=A & B tier=2"])
    #expect(Reading("id,name,tier\n1,A &amp; B,2\n").rows == ["id=1 name=A &amp; B tier=2"])
  }

  @Test func `the geometry is read where there are no coordinates`() throws {
    let text = """
      id,name,geometry
      1,A,POINT (-73.5 40.5)
      2,B,"{""type"": ""Point"", ""coordinates"": [-73.5, 40.5]}"
      3,C,0101000020E6
      """
    #expect(
      Reading(text).rows
        == ["id=1 name=A lat=40.5 lng=-73.5", "id=2 name=B lat=40.5 lng=-73.5", "id=3 name=C"])
    #expect(Reading(text).warnings == [])
    let json = #"{"id":"1","name":"A","geometry":{"location":{"lat":1,"lng":2}}}"#
    #expect(try Reading.extras(json) == #"{"geometry":{"location":{"lat":1,"lng":2}}}"#)
    #expect(Reading(json).warnings == [])
    #expect(
      try Reading.extras("id,name,geometry\n3,C,0101000020E6\n") == #"{"geometry":"0101000020E6"}"#)
  }

  @Test func `coordinates in one column`() {
    let text = "id,name,coordinates\n1,A,\"40.5, -73.5\"\n2,B,\"[-73.5, 40.5]\"\n3,C,here\n"
    #expect(
      Reading(text).rows
        == ["id=1 name=A lat=40.5 lng=-73.5", "id=2 name=B lat=40.5 lng=-73.5", "id=3 name=C"])
    #expect(Reading(text).warnings == ["4:5 @62 coordinates: not a point"])
    #expect(Reading("id,name,lat,long\n1,A,1,2\n").rows == ["id=1 name=A lat=1.0 lng=2.0"])
  }

  @Test func `a column or two of ours do not make a file one of our exports`() {
    let text = """
      id,name,city,crossStreet,checkinsCount,tags
      1,A,NULL,NA,NA,"[""a"", ""b""]"

      """
    #expect(Reading(text).rows == ["id=1 name=A tags=[a, b]"])
    #expect(Reading(text).warnings == [])
    #expect(
      Reading("id\tname\tnote\n1\tNULL\tx\n2\tA\t\"say \"\"hi\"\"\"\n").rows
        == [#"id=2 name=A note=say "hi""#])
  }

  @Test func `of a path of categories the last part is the name`() {
    let path = "Dining > Cafe > Tea"
    let row = "id=1 name=A category=Tea categories=[Tea(\(path))]"
    for text in [
      #"{"id":"1","name":"A","categories":[{"name":"\#(path)"}]}"#,
      #"{"id":"1","name":"A","categories":["\#(path)"]}"#,
      #"{"id":"1","name":"A","category":"\#(path)"}"#, "id,name,category\n1,A,\(path)\n",
      "id,name,categories\n1,A,\"[\"\"\(path)\"\"]\"\n",
    ] {
      #expect(Reading(text).rows == [row], "\(text)")
    }
    #expect(Reading("id,name,category\n1,A,x > \n").rows == ["id=1 name=A category=x > "])
  }

  @Test func `postal codes and phone numbers that were numbers lose their decimals`() {
    let text = """
      id,name,postal_code,phone,tel
      1,A,10001.0,2125550100.0,
      2,B,10001-1.0,+1 212.0,
      3,C,.0,,2125550100.0

      """
    #expect(
      Reading(text).rows == [
        "id=1 name=A phone=2125550100 postal=10001", "id=2 name=B phone=+1 212.0 postal=10001-1.0",
        "id=3 name=C phone=2125550100 postal=.0",
      ])
    #expect(
      Reading(#"{"fsq_id":"1","name":"A","location":{"postcode":10001.0},"tel":"2125550100.0"}"#)
        .rows
        == ["id=1 name=A phone=2125550100 postal=10001"])
  }

  @Test func `the name in Facebook counts before its number`() {
    let text = "id,name,contact.facebook,contact.facebookUsername,price.tier\n1,A,12,a,2\n"
    #expect(Reading(text).rows == ["id=1 name=A facebook=a tier=2"])
  }

  @Test func `columns of hours are read like their members in JSON`() throws {
    let v3 = """
      fsq_id,name,hours.display,hours.open_now,hours.regular,hours.is_local_holiday
      a,A,Mon 9:00-21:00,True,"[{'close': '2100', 'day': 1, 'open': '0900'}]",False

      """
    #expect(
      Reading(v3).rows == ["id=a name=A hours=Mon 9:00-21:00 open=540-1260"])
    #expect(try Reading.extras(v3) == nil)
    let v2 = """
      id,name,stats.tipCount,hours_status,hours_timeframes,likes.count
      a,A,2,Open,"[{""days"":""Mon"",""open"":[{""renderedTime"":""9:00 AM–9:00 PM""}]}]",7

      """
    #expect(
      Reading(v2).rows == [
        "id=a name=A hours=Mon 9:00 AM–9:00 PM tipCount=2 likes=7 open=540-1260"
      ])
  }

  @Test(arguments: [
    ("venue_id,name,city\n1,A,Rye\n2,A,Rye\n", ["id=1 name=A city=Rye", "id=2 name=A city=Rye"]),
    ("id,venue_id,name,city\n1,2,A,Rye\n", ["id=1 name=A city=Rye"]),
    ("id,venue_name,city\n1,A,Rye\n", ["id=1 name=A city=Rye"]),
    ("id,venue_id,venue_name,city\n1,2,A,Rye\n", ["id=2 name=A city=Rye"]),
    (
      "id,Venue Name,Latitude,Longitude,Zip Code\n1,A,40.5,-73.5,01234\n",
      ["id=1 name=A postal=01234 lat=40.5 lng=-73.5"]
    ),
    (
      "fsq_id,Venue,Venue Latitude,Venue Longitude\n1,A,40.5,-73.5\n",
      ["id=1 name=A lat=40.5 lng=-73.5"]
    ),
  ])
  func `identifiers and places are read beside titles with and without a word for the venue`(
    text: String, rows: [String]
  ) {
    #expect(Reading(text).rows == rows)
    #expect(Reading(text).warnings == [])
  }

  @Test func `a category of a complete export is a text, even if it looks like a list`() {
    let titles = ExportColumn.all.flatMap(\.headers)
    func table(_ titles: [String]) -> String {
      let cells = ["id": "1", "name": "A", "category": "['a']", "categories": "['a']"]
      return titles.joined(separator: ",") + "\n"
        + titles.map { cells[$0] ?? "" }.joined(separator: ",") + "\n"
    }
    #expect(Reading(table(titles)).rows == ["id=1 name=A category=['a']"])
    let others = ["id", "name", "categories", "tier", "note", "crossStreet"]
    #expect(Reading(table(others)).rows == ["id=1 name=A category=a"])
  }
}
