import Foundation
import Testing

@testable import VenueImport

struct CellLiteralTests {
  @Test(arguments: [
    ("Tea Room", "category=Tea Room"),
    ("[{'id': 'c', 'name': 'Park', 'primary': True}]", "category=Park#c"),
    (
      #"[{""name"": ""Caf\u00e9""}, {""id"": 5, ""name"": ""B""}]"#,
      "category=Café categories=[Café, B#5]"
    ),
    (#"[""Tea Room"", ""It's"", null]"#, "category=Tea Room categories=[Tea Room, It's]"),
    ("['Tea Room' 'B']", "category=Tea Room categories=[Tea Room, B]"),
    ("array(['Tea', \"\"B's\"\"], dtype=object)", "category=Tea categories=[Tea, B's]"),
    ("[Tea Room", "category=[Tea Room"), ("[]", ""),
  ])
  func `categories are names or lists, whatever columns are beside them`(
    cell: String, expected: String
  ) {
    for (title, value) in [("website", "url=u"), ("city", "city=u"), ("fsq_id", "")] {
      let reading = Reading("id,name,\(title),categories\n1,A,u,\"\(cell)\"\n")
      let id = title == "fsq_id" ? "id=u" : "id=1"
      let parts = [id, "name=A", value, expected].filter { !$0.isEmpty }
      #expect(reading.rows == [parts.joined(separator: " ")], "\(title)")
      #expect(reading.warnings == [])
    }
  }

  @Test(arguments: [
    ("datetime.datetime(2014, 5, 1, 9, 30)", "1398936600.0"),
    ("datetime.datetime(2014, 5, 1, 9, 30, 5, 250000)", "1398936605.0"),
    ("datetime.date(2014, 5, 1)", "1398902400.0"),
    ("datetime.datetime(2014, 5, 1, 9, 30, tzinfo=<UTC>)", "1398936600.0"),
    ("Decimal('1398936600')", "1398936600.0"),
  ])
  func `dates and other calls in Python are read`(call: String, created: String) {
    let tip =
      "{'_id': ObjectId('5f'), 'text': 'Good', 'createdAt': \(call), 'agreeCount': Int64(2)}"
    let reading = Reading("id,name,other,tips\n1,A,,\"[\(tip)]\"\n")
    #expect(reading.rows == ["id=1 name=A tipCount=1 tips=[Good|\(created)|2]"])
  }

  @Test(arguments: [
    ("[01, 02]", "[01, 02]"), ("[0.5, -0, 10]", "[0.5,0,10]"), ("[-01]", "[-01]"),
    (#"['\ud83d\ude00', '\ud800\u0041', 'a\bb\fc']"#, "[\"😀\",\"\u{FFFD}A\",\"a\\bb\\fc\"]"),
  ])
  func `literals become JSON, and other texts stay`(cell: String, kept: String) throws {
    let extras = try Reading.extras("id,name,other\n1,A,\"\(cell)\"\n")
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data((extras ?? "").utf8)) as? [String: Any])
    let other = try #require(value["other"])
    let text =
      try (other as? String)
      ?? String(
        decoding: JSONSerialization.data(withJSONObject: other, options: .withoutEscapingSlashes),
        as: UTF8.self)
    #expect(text == kept)
  }

  @Test(arguments: [
    "f", "f(", "f()", "('x')", "datetime.datetime(2014, 5)", "datetime.datetime(", "f('x'",
    "f('x', a", "datetime.date(2014, 5, 1",
  ])
  func `a broken call is a text`(call: String) {
    let reading = Reading("id,name,other\n1,A,\"[\(call)]\"\n")
    #expect(reading.rows == ["id=1 name=A"])
    #expect(reading.warnings == [])
  }

  @Test func `lists and objects in cells are read as in JSON, without data about people`() throws {
    let text = """
      id,name,neighborhood,tastes,features,tips,photos,other
      1,A,"['East Village', 'NoHo']","['taro', 'milk tea']","{'wifi': 'n', 'seats': True}",\
      "[{'text': 'Good', 'user': {'id': '9'}}]",['http://p'],"{'a': [1, None], 'user': {'firstName': 'J'}}"

      """
    let reading = Reading(text)
    #expect(reading.warnings == [])
    #expect(
      reading.rows == [
        "id=1 name=A part=East Village tipCount=1 tips=[Good||] "
          + "neighborhoods=[East Village, NoHo] tags=[taro, milk tea, seats] photos=[http://p||]"
      ])
    #expect(try Reading.extras(text) == #"{"other":{"a":[1,null]}}"#)
  }

  /// A venue of API v2.
  private let json = #"""
    [{"id":"1","name":"A","contact":{"phone":"555","twitter":"a"},"location":{"address":"1 \"Main\"","lat":40.5,\#
    "lng":-73.5,"distance":120,"cc":"US","city":"Rye","formattedAddress":["1 Main","Rye"],"dma":"NYC"},\#
    "categories":[{"id":"c","name":"Bar"},{"id":"d","name":"Caf\u00e9","primary":true,"parents":["Food"]}],\#
    "stats":{"checkinsCount":10,"tipCount":3,"visitsCount":7},"price":{"tier":1,"currency":"$$"},\#
    "hours":{"isOpen":true,"timeframes":[{"days":"Mon","open":[{"renderedTime":"9:00 AM-5:00 PM"}]}]},\#
    "specials":{"count":2,"items":[{"title":"It's free","type":"x"}]},"menu":{"url":"m"},\#
    "photos":{"count":2,"items":[{"prefix":"p/","suffix":"/1","width":3,"height":4,"user":{"id":"9"}}]},\#
    "tips":{"groups":[{"items":[{"text":"Good","createdAt":1700000000,"user":{"id":"9"}}]}]},\#
    "fax":"5","parent":{"id":"z","user":{"firstName":"J"}}}]
    """#

  /// The same venue as pandas writes it, and with JSON in some cells.
  private let csv = #"""
    id,name,contact,location,categories,stats,price,hours,specials,menu,photos,tips,fax,parent
    1,A,"{'phone': '555', 'twitter': 'a'}","{'address': '1 ""Main""', 'lat': 40.5, 'lng': -73.5, \#
    'distance': 120, 'cc': 'US', 'city': 'Rye', 'formattedAddress': ['1 Main', 'Rye'], 'dma': 'NYC'}",\#
    "[{'id': 'c', 'name': 'Bar'}, {'id': 'd', 'name': 'Café', 'primary': True, 'parents': ['Food']}]",\#
    "{""checkinsCount"":10,""tipCount"":3,""visitsCount"":7}","{""tier"": 1, ""currency"": ""$$""}",\#
    "{'isOpen': True, 'timeframes': [{'days': 'Mon', 'open': [{'renderedTime': '9:00 AM-5:00 PM'}]}]}",\#
    "{'count': 2, 'items': [{'title': ""It's free"", 'type': 'x'}]}",{'url': 'm'},\#
    "{'count': 2, 'items': [{'prefix': 'p/', 'suffix': '/1', 'width': 3, 'height': 4, 'user': {'id': '9'}}]}",\#
    "{'groups': [{'items': [{'text': 'Good', 'createdAt': 1700000000, 'user': {'id': '9'}}]}]}",\#
    5,"{'id': 'z', 'user': {'firstName': 'J'}}"
    """#

  @Test func `objects in cells are read as in JSON`() throws {
    let reading = Reading(csv)
    #expect(reading.warnings == [])
    #expect(reading.format == .v2)
    #expect(
      reading.rows == [
        "id=1 name=A phone=555 menu=m address=1 \"Main\" city=Rye cc=US hours=Mon 9:00 AM-5:00 PM "
          + "twitter=a lat=40.5 lng=-73.5 distance=120.0 tier=2 specials=2 checkins=10 tipCount=3 "
          + "photos=2 category=Café#d categories=[Bar#c, Café#d(Food > Café)] "
          + "tips=[Good|1700000000.0|] open=540-1020 deals=[It's free||||x||] photos=[p/original/1|3|4]"
      ])
    #expect(reading.rows == Reading(json).rows)
    let extras =
      #"{"location":{"dma":"NYC"},"stats":{"visitsCount":7},"fax":"5","parent":{"id":"z"}}"#
    #expect(try Reading.extras(json) == extras)
    #expect(try Reading.extras(csv) == extras)
  }

  @Test func `problems of values in objects are reported at their cells`() {
    let text = #"""
      Name;City;Stats;ID;Location;Rating
      "A; ""B""";x;"{""tipCount"": -1}";1;{'lat': 40, 'lng': 7, 'city': 'Rye'};8,x
      [1984];x;;2;;8,5

      """#
    let reading = Reading(text)
    #expect(
      reading.rows == [
        "id=1 name=A; \"B\" city=Rye lat=40.0 lng=7.0", "id=2 name=[1984] city=x rating=8.5",
      ])
    #expect(
      reading.warnings == [
        "2:74 @108 rating: not a valid number", "2:15 @49 stats.tipCount: must not be negative",
      ])
  }
}
