import Testing
@testable import VenueImport

/// One test for each row of the table of envelopes.
struct EnvelopeTests {
  private let tea = #"{"id":"1","name":"Tea"}"#
  private let milk = #"{"id":"2","name":"Milk"}"#
  private let expected = ["id=1 name=Tea", "id=2 name=Milk"]

  private func venues(_ text: String) -> Reading {
    let reading = Reading(text)
    #expect(reading.failure == nil)
    #expect(reading.skipped == [])
    #expect(reading.warnings == [])
    return reading
  }

  @Test func `version 2 search`() {
    #expect(
      venues(#"{"meta":{"code":200},"response":{"venues":[\#(tea),\#(milk)]}}"#).rows == expected)
  }

  @Test func `version 2 explore with tips beside the venue`() {
    let text = """
      {"meta":{"code":200},"response":{"totalResults":2,"groups":[{"type":"a","name":"b","items":[
      {"reasons":{"count":0,"items":[]},"venue":\(tea),"tips":[{"text":"Good","createdAt":1300000000,
      "agreeCount":3}]},{"venue":\(milk)}]}]}}
      """
    #expect(
      venues(text).rows == [
        "id=1 name=Tea tipCount=1 tips=[Good|1300000000.0|3]", "id=2 name=Milk",
      ])
  }

  @Test func `version 2 explore of 2010, where an item is the venue`() {
    #expect(
      venues(#"{"response":{"groups":[{"type":"nearby","items":[\#(tea)]},{"items":[\#(milk)]}]}}"#)
        .rows == expected)
    #expect(venues(#"{"groups":[{"type":"nearby","items":[\#(tea),\#(milk)]}]}"#).rows == expected)
  }

  @Test func `version 2 detail`() {
    #expect(venues(#"{"meta":{"code":200},"response":{"venue":\#(tea)}}"#).rows == [expected[0]])
  }

  @Test func `version 2 venue history`() {
    #expect(
      venues(
        #"{"response":{"venues":{"count":2,"items":[{"beenHere":1,"venue":\#(tea)},{"venue":\#(milk)}]}}}"#
      ).rows == expected)
  }

  @Test func `version 2 multi`() {
    #expect(
      venues(
        """
        {"meta":{"code":200},"response":{"responses":[
        {"meta":{"code":200},"response":{"venues":[\(tea)]}},
        {"meta":{"code":200},"response":{"venues":[\(milk)]}}]}}
        """
      ).rows == expected)
  }

  @Test func `the deals of a venue in one specials answer are merged`() {
    let venues = [("1", "A"), ("1", "A"), ("2", "B"), ("1", "C")].map {
      #"{"id":"s","venue":{"id":"\#($0)","name":"\#($1)"},"title":"\#($1)\#($0)"}"#
    }
    let text =
      #"{"response":{"specials":{"count":4,"items":["# + "\n" + venues.joined(separator: ",\n")
      + "]}}}"
    let reading = Reading(text, windowSize: 64)
    #expect(
      reading.rows == [
        "id=1 name=A specials=3 deals=[A1||||||, A1||||||, C1||||||]",
        "id=2 name=B specials=1 deals=[B2||||||]",
      ])
    #expect(reading.skipped == ["3:19 repeated id", "5:19 repeated id"])
    #expect(reading.count == 4)
    #expect(Reading(text + "\n" + text).count == 8)
  }

  @Test func `version 2 specials: the deal is the parent of its venue`() {
    #expect(
      venues(
        #"{"response":{"specials":{"count":2,"items":[{"id":"s","message":"-10%","venue":\#(tea)},{"id":"t","venue":{"id":"2","name":"Milk","specials":{"count":4}}}]}}}"#
      ).rows == ["id=1 name=Tea specials=1 deals=[|-10%|||||]", "id=2 name=Milk specials=4"])
  }

  @Test func `a deal that its venue has as well is one`() {
    let deal = #""id":"s","title":"T""#
    #expect(
      venues(
        #"{"response":{"specials":{"count":1,"items":[{\#(deal),"venue":{"id":"1","name":"A","specials":{"count":1,"items":[{\#(deal)}]}}}]}}}"#
      ).rows == ["id=1 name=A specials=1 deals=[T||||||]"])
  }

  @Test func `concatenated downloads`() {
    #expect(
      venues(
        #"{"results":[{"meta":{"code":200},"response":{"venues":[\#(tea)]}},{"response":{"venues":[\#(milk)]}}]}"#
      ).rows == expected)
  }

  @Test func `places of version 3 and of 2025`() {
    let three = #"{"fsq_id":"3","name":"Three","location":{"locality":"X"}}"#
    let five = #"{"fsq_place_id":"5","name":"Five","location":{"locality":"X"}}"#
    for (text, row, format) in [
      (three, "id=3 name=Three city=X", ImportFormat.v3),
      (five, "id=5 name=Five city=X", .places2025),
    ] {
      for envelope in [
        #"{"results":[\#(text)],"context":{"geo_bounds":{}}}"#, text, "[\(text)]",
      ] {
        let reading = venues(envelope)
        #expect(reading.rows == [row])
        #expect(reading.format == format)
      }
    }
  }

  @Test func `matches and suggestions of version 3 hold places`() {
    let place = #"{"fsq_id":"3","name":"Three","categories":[{"name":"Tea Room"}]}"#
    let row = "id=3 name=Three category=Tea Room"
    #expect(venues(#"{"place":\#(place),"match_score":0.9}"#).rows == [row])
    let suggestions = Reading(
      #"{"results":[{"type":"place","text":{"primary":"Three"},"place":\#(place)},{"type":"geo","geo":{"name":"X"}}]}"#
    )
    #expect(suggestions.rows == [row])
    #expect(suggestions.skipped == ["1:130 no name"])
    #expect(
      venues(#"{"id":"1","name":"A","place":{"name":"B"}}"#).rows == ["id=1 name=A"])
  }

  @Test func `a bare array, and one of envelopes`() {
    #expect(venues("[\(tea),\(milk)]").rows == expected)
    #expect(
      venues(#"[{"response":{"venues":[\#(tea)]}},{"response":{"venues":[\#(milk)]}}]"#).rows
        == expected)
  }

  @Test func `one venue or one envelope per line`() {
    #expect(venues("\(tea)\n\(milk)\n").rows == expected)
    #expect(venues("\n\n\(tea)\r\n\r\n\(milk)").rows == expected)
    #expect(
      venues("{\"response\":{\"venues\":[\(tea)]}}\n{\"results\":[\(milk)]}").rows == expected)
  }

  @Test func `a sequence of features after RFC 8142`() {
    let features = ["1", "2"].map {
      "\u{1E}" + #"{"type":"Feature","properties":{"id":"\#($0)","name":"A"},"geometry":null}"#
        + "\n"
    }
    #expect(Reading(features.joined()).rows == ["id=1 name=A", "id=2 name=A"])
    #expect(Reading("[\u{1E}1]").failure == "1:2 @1 expected a value, found byte 0x1E")
  }

  @Test func `a feature collection`() {
    let reading = venues(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point",
      "coordinates":[-73.5,40.25]},"properties":{"id":"1","name":"Tea","tier":2}}]}
      """)
    #expect(reading.rows == ["id=1 name=Tea lat=40.25 lng=-73.5 tier=2"])
    #expect(reading.format == .geojson)
  }

  @Test func `venues inside of venues are not rows`() {
    #expect(
      venues(
        """
        {"response":{"venue":{"id":"1","name":"Tea","specialsNearby":[{"venue":\(milk)}],
        "tips":{"count":1,"groups":[{"items":[{"text":"T","venue":\(milk)}]}]},
        "related_places":{"parent":\(milk),"children":[\(milk)]}}}}
        """
      ).rows == ["id=1 name=Tea tipCount=1 tips=[T||]"])
  }

  @Test func `a response without venues succeeds`() {
    for text in [
      #"{"meta":{"code":200},"response":{"venues":[]}}"#, #"{"meta":{"code":200},"response":{}}"#,
      #"{"meta":{"code":200},"response":[]}"#, #"{"meta":{"code":200}}"#, "[]", #"{"results":[]}"#,
      #"{"meta":{"code":200},"response":{"venues":[],"geocode":{"where":"rye"}}}"#,
      #"{"response":{"venues":{}}}"#,
      #"{"notifications":[{"type":"tray","item":{"unreadCount":0}}],"response":{}}"#,
    ] {
      #expect(venues(text).rows == [])
    }
  }

  @Test func `an API error refuses the file`() {
    let text =
      #"{"meta":{"code":400,"errorType":"invalid_auth","errorDetail":"Missing key"},"response":{}}"#
    #expect(
      Reading(text).failure
        == "1:9 @8 API error response: code 400 invalid_auth: Missing key")
  }

  @Test func `an API error inside of others is a skipped row`() {
    let reading = Reading(
      #"{"results":[{"meta":{"code":500,"errorType":"server_error"}},{"response":{"venues":[\#(tea)]}}]}"#
    )
    #expect(reading.rows == ["id=1 name=Tea"])
    #expect(reading.skipped == ["1:21 API error response: code 500 server_error"])
    #expect(reading.failure == nil)
  }

  @Test func `the window may be of any size`() {
    let pad = String(repeating: "x", count: 500)
    let text = """
      {"meta":{"code":200,"requestId":"\(pad)"},"response":{"\(pad)":{"a":["\(pad)"]},
      "groups":[{"items":[{"venue":\(tea)},{"reasons":"\(pad)","venue":\(milk)}]}]}}
      {"url":"\(pad)","id":"3","name":"Long"}
      """
    let whole = venues(text)
    #expect(whole.rows.count == 3)
    for size in [64, 65, 71, 100, 256, 500, 1000, 2000] {
      #expect(Reading(text, windowSize: size) == whole)
    }
  }

  @Test(arguments: [
    #"{"features":{"wifi":true},"fsq_id":"abc","name":"A","x":"\#(filler)"}"#,
    #"{"features":["wifi"],"fsq_id":"abc","name":"A","x":"\#(filler)"}"#,
    #"[{"items":[1],"fsq_id":"abc","name":"A","x":"\#(filler)"}]"#,
  ])
  func `a place longer than the window may have keys of envelopes before its identifier`(
    text: String
  ) {
    #expect(Reading(text, windowSize: 256).rows.map { $0.prefix(13) } == ["id=abc name=A"])
  }

  private static let filler = String(repeating: "x", count: 1000)

  @Test(arguments: [
    #"[{"name":"A","features":{"wifi":true}}]"#, #"{"name":"A","features":["wifi"]}"#,
    #"[{"items":[1],"name":"A"}]"#,
  ])
  func `a place without an identifier may have keys of envelopes`(text: String) {
    let reading = Reading(text)
    #expect(reading.rows.count == 1)
    #expect(reading.skipped == [])
  }

  @Test(arguments: [64, 1 << 18])
  func `a GeoJSON collection may have an identifier and a name`(windowSize: Int) {
    let text = #"""
      {"id":"x","name":"layer","type":"FeatureCollection","features":[{"type":"Feature",
      "geometry":{"type":"Point","coordinates":[0,0]},"properties":{"name":"A"}}]}
      """#
    let reading = Reading(text, windowSize: windowSize)
    #expect(reading.rows.map { $0.split(separator: " ").last } == ["name=A"])
    #expect(reading.warnings == ["2:45 @127 latitude, longitude: 0, 0 is treated as missing"])
  }

  @Test func `deals that a venue lists itself are not doubled by the other results`() {
    let venue =
      #"{"id":"1","name":"A","specials":{"count":2,"items":[{"title":"X"},{"title":"Y"}]}}"#
    let text = #"""
      {"response":{"specials":{"items":[{"title":"X","venue":\#(venue)},
      {"title":"Y","venue":\#(venue)}]}}}
      """#
    #expect(Reading(text).rows == ["id=1 name=A specials=2 deals=[X||||||, Y||||||]"])
  }

  @Test(arguments: [
    #"{"checkins":{"count":1,"items":[{"id":"c","venue":{"id":"1","name":"A"}}]}}"#,
    #"{"list":{"id":"l","name":"L","listItems":{"items":[{"id":"v1","venue":{"id":"1","name":"A"}}]}}}"#,
    #"{"similarVenues":{"items":[{"id":"1","name":"A"}]}}"#,
    #"{"nextVenues":{"items":[{"id":"1","name":"A"}]}}"#,
    #"{"recent":[{"id":"c","user":{"id":"9"},"venue":{"id":"1","name":"A"}}]}"#,
    #"{"group":{"results":[{"displayType":"venue","venue":{"id":"1","name":"A"}}],"totalResults":1}}"#,
  ])
  func `check-ins, lists and neighbors hold venues`(response: String) {
    let reading = Reading(#"{"meta":{"code":200},"response":\#(response)}"#)
    #expect(reading.rows == ["id=1 name=A"])
    #expect(reading.failure == nil)
  }

  @Test func `the saved lists of a person's data hold venues`() {
    let text = #"""
      {"items":[{"id":"l1","name":"My list","type":"todos","listItems":{"count":1,"items":[
      {"id":"v1","createdAt":"2014-01-01","venue":{"id":"1","name":"A"}}]}},
      {"id":"l2","name":"Empty","listItems":{"count":0,"items":[]}}]}
      """#
    #expect(Reading(text).rows == ["id=1 name=A"])
    #expect(Reading(text, windowSize: 64).rows == ["id=1 name=A"])
    #expect(Reading(text).skipped == [])
  }

  @Test(arguments: [
    #"{"took":1,"hits":{"total":1,"hits":[{"_id":"x","_source":{"id":"1","name":"A"}}]}}"#,
    #"{"_index":"i","_id":"x","_source":{"id":"1","name":"A"}}"#,
  ])
  func `answers and dumps of Elasticsearch hold venues`(text: String) {
    #expect(Reading(text).rows == ["id=1 name=A"])
    #expect(Reading(text, windowSize: 64).rows == ["id=1 name=A"])
  }
}
