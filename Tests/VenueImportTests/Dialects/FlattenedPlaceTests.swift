import Testing

@testable import VenueImport

/// Objects that other programs flattened are read as CSV rows with their keys as titles.
struct FlattenedPlaceTests {
  @Test func `keys with points, as pandas writes them`() {
    let text = """
      [{"id":"a1","name":"Mei","verified":false,"location.address":"1 Main","location.lat":40.5,
      "location.lng":-73.5,"location.cc":"US","stats.checkinsCount":9,"price.tier":2,"price.currency":"$",
      "categories":[{"id":"c1","name":"Tea","primary":true}],"contact.phone":"555","hereNow.count":3,
      "venuePage.id":"7"},{"id":"a2","name":"Bo &amp; Bo","location.lat":null,"stats.tipCount":2}]
      """
    let reading = Reading(text)
    #expect(
      reading.rows == [
        "id=a1 name=Mei phone=555 address=1 Main cc=US lat=40.5 lng=-73.5 tier=2 checkins=9 "
          + "verified=false category=Tea#c1",
        "id=a2 name=Bo & Bo tipCount=2",
      ])
    #expect(reading.warnings == [])
  }

  @Test func `keys that begin with the word for a venue`() throws {
    let text = """
      {"referralId":"e-1","id":"item","venue.id":"a1","venue.name":"Mei","venue.location.lat":40.5,
      "venue.location.lng":-73.5,"venue.categories":[{"name":"Tea"}],"venue.hasPerk":true}
      """
    #expect(Reading(text).rows == ["id=a1 name=Mei lat=40.5 lng=-73.5 category=Tea"])
    #expect(try Reading.extras(text) == #"{"id":"item","venue.hasPerk":true}"#)
    let notebook =
      #"[{"Venue":"Mei","Venue Latitude":40.5,"Venue Longitude":-73.5,"Borough":"Queens"}]"#
    #expect(
      Reading(notebook).rows == ["id=b8d23b4e5f2752be4d82228d name=Mei lat=40.5 lng=-73.5"])
  }

  @Test(arguments: [
    #"{"ID":"a1","Name":"Mei","LATITUDE":40.5,"Longitude":-73.5}"#,
    #"{"fsqId":"a1","name":"Mei","location_lat":40.5,"location_lng":-73.5}"#,
    #"{"FSQ_PLACE_ID":"a1","NAME":"Mei","LATITUDE":"40.5","LONGITUDE":"-73.5"}"#,
    #"{"fsq_id":"a1","name":"Mei","geocodes.main.latitude":40.5,"geocodes.main.longitude":-73.5}"#,
    #"{"venue_id":"a1","venue_name":"Mei","venue_lat":40.5,"venue_lng":-73.5}"#,
    #"{"id":"a1","ID":"b2","name":"Mei","Name":"Bo","lat":40.5,"lng":-73.5,"Lat":1}"#,
  ])
  func `keys in any spelling`(text: String) {
    #expect(Reading(text).rows == ["id=a1 name=Mei lat=40.5 lng=-73.5"])
    let feature = #"{"type":"Feature","properties":\#(text),"geometry":null}"#
    #expect(Reading(feature).rows == ["id=a1 name=Mei lat=40.5 lng=-73.5"])
    #expect(Reading("[\(text)]", windowSize: 64).rows == ["id=a1 name=Mei lat=40.5 lng=-73.5"])
  }

  @Test func `texts with objects and lists, as GDAL and tippecanoe write them`() throws {
    let text = #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","id":1,"geometry":{"type":"Point",
      "coordinates":[-73.5,40.5]},"properties":{"id":"a1","name":"[Mei]",
      "location":"{\"address\":\"1 Main\",\"city\":\"Rye\"}","categories":"[{\"name\":\"Tea\"},{\"name\":\"Bar\"}]",
      "stats":"{\"checkinsCount\":9}","fid":3}}]}
      """#
    #expect(
      Reading(text).rows == [
        "id=a1 name=[Mei] address=1 Main city=Rye lat=40.5 lng=-73.5 checkins=9 category=Tea "
          + "categories=[Tea, Bar]"
      ])
    #expect(try Reading.extras(text) == #"{"fid":3}"#)
    let own = #"{"id":"a1","name":"Mei","neighborhood":"[\"x\"]","specialCount":0}"#
    #expect(Reading(own).rows == [#"id=a1 name=Mei part=["x"]"#])
  }

  @Test func `warnings point to the values of the file`() {
    #expect(
      Reading(#"[{"id":"1","name":"Mei","location.city":"Rye","stats.tipCount":"many"}]"#).warnings
        == ["1:64 @63 tipCount: not a valid integer"])
  }

  @Test func `lists of a flattened answer are read as in the answer`() {
    let parts: [(key: String, value: String)] = [
      ("id", #""a1""#), ("name", #""Mei""#), ("price.tier", "2"), ("tips.count", "3"),
      ("tips.groups", #"[{"type":"others","items":[{"text":"Good"}]}]"#), ("specials.count", "1"),
      ("specials.items", #"[{"title":"Free"}]"#), ("photos.count", "4"),
      (
        "photos.groups",
        #"[{"items":[{"prefix":"http://p/","suffix":"/1.jpg","width":1,"height":2}]}]"#
      ),
      ("venueChains", #"[{"id":"c","bestName":{"name":"Kung Fu"}}]"#),
      ("popular.timeframes", #"[{"days":"Mon","open":[{"renderedTime":"9:00 AM–5:00 PM"}]}]"#),
      (
        "attributes.groups",
        #"[{"items":[{"displayName":"Wi-Fi","displayValue":"Free"}]}]"#
      ),
      ("categories", #"[{"name":"Food"},{"name":"Tea","primary":true}]"#),
    ]
    let expected =
      "id=a1 name=Mei chain=Kung Fu chainID=c tier=2 specials=1 tipCount=3 photos=4 category=Tea "
      + "categories=[Food, Tea] tips=[Good||] deals=[Free||||||] tags=[Wi-Fi: Free] "
      + "photos=[http://p/original/1.jpg|1|2] popularHours=[540|1020]"
    let object = parts.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    #expect(Reading("[{\(object)}]").rows == [expected])
    let cells = parts.map { "\"\($0.value.replacing("\"", with: "\"\""))\"" }
      .map { $0.hasPrefix("\"\"\"") ? String($0.dropFirst(2).dropLast(2)) : $0 }
    let table = parts.map(\.key).joined(separator: ",") + "\n" + cells.joined(separator: ",") + "\n"
    #expect(Reading(table).rows == [expected])
    #expect(Reading(table).warnings == [])
  }
}
