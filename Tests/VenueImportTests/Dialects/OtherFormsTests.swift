import Testing

@testable import VenueImport

/// Values in the forms of early versions of the API and of other programs.
struct OtherFormsTests {
  @Test func `the names of the API of 2009`() {
    let text = """
      {"id":"1","name":"N","address":"1 Main","crossstreet":"at X","city":"Rye","zip":"10001",
      "geolat":40.5,"geolong":-73.5,"stats":{"checkins":9,"users":6,"tips":3}}
      """
    #expect(
      Reading(text).rows == [
        "id=1 name=N address=1 Main cross=at X city=Rye postal=10001 lat=40.5 lng=-73.5 checkins=9 "
          + "users=6 tipCount=3"
      ])
  }

  @Test(arguments: [
    (#"[{"url":"http://a/1.jpg","width":7,"height":"8"}]"#, "[http://a/1.jpg|7|8]"),
    (
      #"{"groups":[{"items":[{"url":"http://a/1.jpg","sizes":{"items":[{"url":"http://a/0.jpg","width":1,"height":1},{"url":"http://a/1.jpg","width":7,"height":8}]}}]}]}"#,
      "[http://a/1.jpg|7|8]"
    ),
    (#"[{"items":["http://a/1.jpg"]}]"#, "[http://a/1.jpg||]"),
  ])
  func `photos with an address`(photos: String, expected: String) {
    for beside in [#""location":{"city":"Rye"}"#, #""city":"Rye","tier":null"#] {
      let reading = Reading(#"{"id":"1","name":"N",\#(beside),"photos":\#(photos)}"#)
      #expect(reading.rows == ["id=1 name=N city=Rye photos=\(expected)"])
      #expect(reading.warnings == [])
    }
  }

  @Test(arguments: ["true", "1", #""true""#])
  func `the primary category says so in any form of a Boolean`(primary: String) {
    let list = #"[{"name":"A"},{"name":"B","primary":\#(primary)}]"#
    for beside in [#""location":{"city":"Rye"}"#, #""city":"Rye","note":null"#] {
      let reading = Reading(#"{"id":"1","name":"N",\#(beside),"categories":\#(list)}"#)
      #expect(reading.rows == ["id=1 name=N city=Rye category=B categories=[A, B]"])
    }
  }

  @Test(arguments: [
    (#""deals":[{"title":"x"},{"title":"y"}]"#, "specials=2 deals=[x||||||, y||||||]"),
    (#""deals":[{"title":"x"}],"specialCount":3"#, "specials=3 deals=[x||||||]"),
    (#""deals":[{"title":"x"}],"specialCount":0"#, "deals=[x||||||]"),
    (#""specials":[{"title":"x"}],"tier":null"#, "specials=1 deals=[x||||||]"),
    (#""specials":"5""#, "specials=5"),
    (#""tips":{"text":"T"}"#, "tipCount=1 tips=[T||]"),
    (#""tips":[{"items":[{"text":"T"}]}]"#, "tipCount=1 tips=[T||]"),
    (#""tips":{"count":3,"groups":[{"items":[{"text":"T"}]}]}"#, "tipCount=3 tips=[T||]"),
    (#""tier":2,"tips":{"count":3,"items":[{"text":"T"}]}"#, "tier=2 tipCount=3 tips=[T||]"),
    (#""tier":2,"photos":{"items":["http://p"]}"#, "tier=2 photos=[http://p||]"),
  ])
  func `deals and tips in other forms`(member: String, expected: String) {
    let reading = Reading(#"{"id":"1","name":"N",\#(member)}"#)
    #expect(reading.rows == ["id=1 name=N \(expected)"])
    #expect(reading.warnings == [])
  }

  @Test(arguments: ["tags", "tastes", "attributes", "features"])
  func `a number in place of a list is reported`(key: String) {
    let reading = Reading(#"{"id":"1","name":"N","\#(key)":5}"#)
    #expect(reading.rows == ["id=1 name=N"])
    #expect(reading.warnings.first?.hasSuffix("\(key): expected an array, found a number") == true)
  }
}
