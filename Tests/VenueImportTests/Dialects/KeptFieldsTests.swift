import Foundation
import JSONStream
import Testing
import Venues

@testable import VenueImport

/// Every field of every format reaches the store, except those that are listed here; `Documentation/Formats.md` has
/// the reasons.
struct KeptFieldsTests {
  @Test func `of version 2`() throws {
    let text = """
      {"id":"?","name":"?","contact":{"phone":"?","formattedPhone":"?","twitter":"?","instagram":"?",
      "facebook":"?","facebookUsername":"?","facebookName":"?"},
      "location":{"address":"?","crossStreet":"?","lat":40.125,"lng":-73.25,"distance":417,
      "labeledLatLngs":[{"label":"?","lat":1.5,"lng":2.5}],"postalCode":"?","cc":"QQ",
      "neighborhood":"?","city":"?","state":"?","country":"?","contextLine":"?","contextGeoId":72057,
      "formattedAddress":["?","?"]},
      "canonicalUrl":"?","canonicalPath":"?","categories":[{"id":"?","name":"?","pluralName":"?",
      "shortName":"?","icon":{"prefix":"?","suffix":"?"},"primary":true}],
      "verified":true,"stats":{"tipCount":31,"usersCount":32,"checkinsCount":33,"visitsCount":34},
      "url":"?","urlSig":"?","price":{"tier":3,"message":"?","currency":"€"},"hasMenu":true,
      "likes":{"count":35,"summary":"?","groups":[{"type":"?","items":[{"firstName":"?"}]}]},
      "like":true,"dislike":false,"ok":false,"rating":8.25,"ratingColor":"?","ratingSignals":36,
      "menu":{"type":"?","label":"?","anchor":"?","url":"?","mobileUrl":"?","externalUrl":"?"},
      "allowMenuUrlEdit":true,"friendVisits":{"count":37,"summary":"?"},"beenHere":{"count":38},
      "specials":{"count":39,"items":[{"type":"?","message":"?","description":"?","finePrint":"?",
      "title":"?"}]},"mayor":{"count":40,"user":{"firstName":"?","lastName":"?"}},
      "photos":{"count":41,"groups":[{"items":[{"prefix":"?","suffix":"?","width":42,"height":43,
      "user":{"firstName":"?"}}]}]},"reasons":{"items":[{"summary":"?"}]},
      "hereNow":{"count":44,"summary":"?","groups":[{"items":[{"user":{"firstName":"?"}}]}]},
      "createdAt":1300000045,"tips":{"count":46,"groups":[{"items":[{"createdAt":1300000047,"text":"?",
      "lang":"?","likes":{"count":48},"agreeCount":49,"user":{"firstName":"?"}}]}]},
      "description":"?","storeId":"?","tags":["?","?"],"shortUrl":"?","timeZone":"?",
      "listed":{"groups":[{"items":[{"name":"?","user":{"firstName":"?"}}]}]},
      "phrases":[{"phrase":"?","count":50,"sample":{"text":"?"}}],
      "hours":{"status":"?","isOpen":true,"isLocalHoliday":false,"richStatus":{"text":"?"},
      "timeframes":[{"days":[2],"open":[{"start":"0911","end":"1012"}]}]},
      "popular":{"status":"?","timeframes":[{"days":[3],"open":[{"start":"1113","end":"1214"}]}]},
      "seasonalHours":[{"name":"?"}],"pageUpdates":{"count":51},"inbox":{"count":52},
      "venueChains":[{"id":"?","bestName":{"name":"?"}}],"attributes":{"groups":[{"items":[
      {"displayName":"?","displayValue":"?"}]}]},"bestPhoto":{"prefix":"?","suffix":"?","width":53,
      "height":54,"user":{"firstName":"?"}},"colors":{"highlightColor":{"value":-55}},
      "page":{"pageInfo":{"description":"?","banner":"?"},"user":{"firstName":"?"}},
      "hierarchy":[{"name":"?","lang":"?"}],"parent":{"id":"?","name":"?"},
      "delivery":{"id":"?","url":"?","provider":{"name":"?","icon":{"prefix":"?"}}},
      "reservations":{"url":"?","id":"?"},"events":{"count":56},"venuePage":{"id":"?"},
      "email":"?","createdBy":"?","roles":["?"],"referralId":"?","novelty":{"deep":[{"er":"?"}]}}
      """
    let lost = try Coverage(text, .v2).lost
    #expect(
      lost.symmetricDifference([
        "beenHere.count", "bestPhoto.user.firstName", "categories[0].icon.prefix",
        "categories[0].icon.suffix", "categories[0].pluralName", "categories[0].shortName",
        "contact.formattedPhone", "createdBy", "email", "friendVisits.count",
        "friendVisits.summary", "hereNow.count", "hereNow.groups[0].items[0].user.firstName",
        "hereNow.summary", "hours.richStatus.text", "inbox.count",
        "likes.groups[0].items[0].firstName", "likes.groups[0].type", "likes.summary",
        "listed.groups[0].items[0].name", "listed.groups[0].items[0].user.firstName",
        "location.formattedAddress[0]", "location.formattedAddress[1]",
        "location.labeledLatLngs[0].label", "location.labeledLatLngs[0].lat",
        "location.labeledLatLngs[0].lng", "mayor.count", "mayor.user.firstName",
        "mayor.user.lastName", "page.user.firstName",
        "photos.groups[0].items[0].user.firstName", "popular.status", "price.message",
        "reasons.items[0].summary", "referralId", "roles[0]", "tips.count",
        "tips.groups[0].items[0].user.firstName",
      ]) == [])
  }

  @Test func `of version 3`() throws {
    let text = """
      {"fsq_id":"?","name":"?","categories":[{"id":61,"name":"?","short_name":"?","plural_name":"?",
      "icon":{"prefix":"?","suffix":"?"}}],"chains":[{"id":"?","name":"?"}],
      "closed_bucket":"?","date_closed":"2021-02-03","description":"?","distance":62,"email":"?",
      "fax":"?","features":{"payment":{"credit_cards":{"accepts_credit_cards":true,"amex":false}},
      "amenities":{"wifi":"?","outdoor_seating":true,"atm":"n"},"attributes":{"clean":"?"}},
      "geocodes":{"main":{"latitude":40.125,"longitude":-73.25},"roof":{"latitude":41.5,
      "longitude":-71.5},"drop_off":{"latitude":42.5,"longitude":-72.5}},
      "hours":{"display":"?","open_now":true,"is_local_holiday":false,
      "regular":[{"day":2,"open":"0911","close":"1012"}]},
      "hours_popular":[{"day":3,"open":"1113","close":"1214"}],"link":"?",
      "location":{"address":"?","address_extended":"?","admin_region":"?","census_block":"?",
      "country":"QQ","cross_street":"?","dma":"?","formatted_address":"?","locality":"?",
      "neighborhood":["?","?"],"po_box":"?","post_town":"?","postcode":"?","region":"?"},
      "menu":"?","photos":[{"prefix":"?","suffix":"?","width":63,"height":64}],"popularity":0.125,
      "price":3,"rating":8.25,"related_places":{"parent":{"fsq_id":"?","name":"?"}},
      "social_media":{"facebook_id":"?","instagram":"?","twitter":"?"},
      "stats":{"total_photos":65,"total_ratings":66,"total_tips":67},"store_id":"?",
      "tastes":["?"],"tel":"?","timezone":"?","tips":[{"created_at":"2021-03-04","text":"?","lang":"?",
      "agree_count":68}],"venue_reality_bucket":"?","verified":true,"website":"?",
      "novelty":{"deep":["?"]}}
      """
    let lost = try Coverage(text, .v3).lost
    #expect(
      lost.symmetricDifference([
        "categories[0].icon.prefix", "categories[0].icon.suffix", "categories[0].plural_name",
        "categories[0].short_name", "email", "location.formatted_address",
      ]) == [])
  }

  @Test func `of the API of 2025 and of the open data set`() throws {
    let text = """
      {"fsq_place_id":"?","latitude":40.125,"longitude":-73.25,"categories":[{"fsq_category_id":"?",
      "name":"?"}],"chains":[{"fsq_chain_id":"?","name":"?"}],"date_closed":"2021-02-03",
      "date_created":"2021-03-04","date_refreshed":"2021-04-05","distance":71,
      "extended_location":{"dma":"?","census_block_id":"?"},"link":"?","name":"?",
      "location":{"address":"?","locality":"?","region":"?","postcode":"?","admin_region":"?",
      "post_town":"?","po_box":"?","country":"QQ","formatted_address":"?"},"placemaker_url":"?",
      "attributes":{"wifi":"?","restroom":true,"atm":false},"unresolved_flags":["?"],"email":"?",
      "tel":"?","website":"?","social_media":{"twitter":"?","instagram":"?","facebook_id":"?"}}
      """
    let lost = try Coverage(text, .places2025).lost
    #expect(
      lost.symmetricDifference([
        "email", "location.formatted_address",
      ]) == [])
    let row = """
      {"fsq_place_id":"?","name":"?","latitude":40.125,"longitude":-73.25,"address":"?",
      "locality":"?","region":"?","postcode":"?","admin_region":"?","post_town":"?","po_box":"?",
      "country":"QQ","date_created":"2021-03-04","date_refreshed":"2021-04-05",
      "date_closed":"2021-02-03","tel":"?","website":"?","email":"?","facebook_id":73,
      "instagram":"?","twitter":"?","fsq_category_ids":["?"],"fsq_category_labels":["A > B"],
      "placemaker_url":"?","unresolved_flags":["?"],"geom":"?","bbox":{"xmin":1.25,"xmax":2.25}}
      """
    #expect(try Coverage(row, .osplaces).lost.symmetricDifference(["email"]) == [])
    let table = """
      fsq_place_id,name,latitude,longitude,locality,po_box,email,tel,bbox,Owner's remark
      o1,a name,1,2,,a box,an email,,"{'xmin': 1, 'a ""b""': 2}",a remark
      """
    let texts = try Coverage.texts(table)
    #expect(
      texts.contains(
        #"{"po_box":"a box","bbox":{"xmin":1,"a \"b\"":2},"Owner's remark":"a remark"}"#))
    #expect(!texts.contains("an email"))
  }

  @Test func `up to a limit, with the last of several members with a key`() throws {
    let long = String(repeating: "x", count: 9000)
    let reading = Reading(
      #"{"id":"a","name":"A","name":"B","z":1,"first":"\#(long)","second":["\#(long)"],"z":[2],"third":{}}"#
    )
    #expect(reading.rows == ["id=a name=B"])
    #expect(reading.warnings == ["1:1 @0 extras: not kept: more than 16 KB without a field"])
    let texts = try Coverage.texts(
      #"{"id":"a","name":"A","name":"B","z":1,"first":"\#(long)","second":["\#(long)"],"z":[2],"third":{}}"#
    )
    #expect(texts.contains(#"{"z":[2],"first":"\#(long)"}"#))
  }

  @Test func `up to a depth at which every export can be read`() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
    }
    let text = """
      {"id":"a","name":"A","deep":\(nested(256)),"kept":\(nested(255)),
      "stats":{"deep":\(nested(255)),"kept":\(nested(254))}}
      """
    #expect(
      Reading(text).warnings == ["1:1 @0 extras: not kept: nested more than 256 levels deep"])
    let extras = #"{"kept":\#(nested(255)),"stats":{"kept":\#(nested(254))}}"#
    #expect(try Coverage.texts(text).contains(extras))
    let export = #"{"id":"a","name":"A","extras":\#(extras)}"#
    #expect(Reading(export).warnings == [])
    #expect(try Coverage.texts(export).contains(extras))
  }

  @Test func `of features and of flat objects`() throws {
    let feature = """
      {"type":"Feature","id":"?","bbox":[1.25,2.25],"geometry":{"type":"Point","coordinates":[-73.25,
      40.125]},"properties":{"name":"?","city":"?","marker-color":"?","opening":{"hours":"?"}}}
      """
    #expect(
      try Coverage(feature, .geojson).lost.symmetricDifference(["geometry.type", "type"]) == [])
    let flat = """
      {"id":"?","name":"?","tier":2,"city":"?","type":"?","start":81,"novelty":{"user":"?","a":["?"]},
      "extras":{"page":{"email":"?","id":"?"}}}
      """
    #expect(
      try Coverage(flat, .boba).lost.symmetricDifference(["extras.page.email", "novelty.user"])
        == [])
  }
}

/// The fields of one place, and those that its import lost.
private struct Coverage {
  /// The paths of the fields whose values are in no attribute and in no list of the venue.
  let lost: Set<String>

  /// Imports a place; each "?" stands for a text of its own.
  init(_ text: String, _ format: ImportFormat) throws {
    let fields = Self.named(
      try JSONSerialization.jsonObject(with: Data(text.utf8), options: []), "")
    let data = try JSONSerialization.data(withJSONObject: fields)
    let reading = Reading(String(decoding: data, as: UTF8.self))
    #expect(reading.failure == nil)
    #expect(reading.warnings == [])
    #expect(reading.format == format)
    let kept = try Self.texts(String(decoding: data, as: UTF8.self))
    lost = Set(Self.leaves(fields, "").filter { !Self.isKept($0.value, kept) }.map(\.path))
  }

  static func texts(_ text: String) throws -> [String] {
    var walker = VenueWalker(
      try OpenedInput(.bytes(Array(text.utf8), name: "test")), format: .auto, isLenient: false,
      sink: TextSink())
    try walker.run()
    return walker.venues.sink.texts
  }

  private static func isKept(_ value: Any, _ kept: [String]) -> Bool {
    guard let text = value as? String else { return kept.contains { holds($0, "\(value)") } }
    if let date = try? Date(text, strategy: .iso8601.year().month().day()) {
      return kept.contains("\(date.timeIntervalSince1970)")
    }
    if text.count == 4, let time = Int(text) {
      return kept.contains("minute \(time / 100 * 60 + time % 100)")
    }
    return kept.contains { $0.contains(text) }
  }

  /// Whether a text is a number, or the text of an object that has it as a value.
  private static func holds(_ text: String, _ number: String) -> Bool {
    text == number || text == number + ".0"
      || [",", "}", "]"].contains { text.contains(":\(number)\($0)") }
      || text.contains("[\(number),") || text.contains(",\(number)]")
  }

  /// The document with the path of each "?" instead of it.
  private static func named(_ value: Any, _ path: String) -> Any {
    switch value {
    case let object as [String: Any]:
      Dictionary(
        uniqueKeysWithValues: object.map { ($0, named($1, path.isEmpty ? $0 : "\(path).\($0)")) })
    case let list as [Any]: list.enumerated().map { named($1, "\(path)[\($0)]") }
    case "?" as String: "<\(path)>"
    default: value
    }
  }

  /// The values that are not containers or Booleans, which cannot be told from each other.
  private static func leaves(_ value: Any, _ path: String) -> [(path: String, value: Any)] {
    switch value {
    case let object as [String: Any]:
      object.flatMap { leaves($1, path.isEmpty ? $0 : "\(path).\($0)") }
    case let list as [Any]: list.enumerated().flatMap { leaves($1, "\(path)[\($0)]") }
    case let number as NSNumber where String(cString: number.objCType) == "c": []
    default: [(path, value)]
    }
  }
}

/// Keeps all values of venues as texts.
private struct TextSink: VenueSink {
  private(set) var texts: [String] = []

  mutating func take(_ record: borrowing VenueRecord, at location: InputLocation) {
    record.forEachCell { _, cell in add(cell) }
    for list in record.lists { for cell in list { add(cell) } }
    for category in record.categories {
      texts += [category.name, category.id, category.path].compactMap { $0?.string }
    }
    for tip in record.tips {
      texts += [tip.text.string, tip.language?.string].compactMap(\.self)
      texts += [tip.agreeCount, tip.likeCount].compactMap { $0?.description }
      texts += [tip.createdAt?.description].compactMap(\.self)
    }
    let popular = record.lists[VenueList.popularHours.rawValue].compactMap { cell -> Int? in
      if case .integer(let minutes) = cell { Int(minutes) } else { nil }
    }
    let minutes = popular + record.openings.flatMap { [$0.opens, $0.closes] }
    let day = 24 * 60
    // The minute of a day, and the number of the day.
    texts += minutes.flatMap { ["minute \($0 % day)", "\($0 / day + 1)"] }
  }

  private mutating func add(_ cell: VenueRecord.Cell) {
    switch cell {
    case .missing, .boolean: break
    case .text(let text): texts.append(text.string)
    case .integer(let number): texts.append(number.description)
    case .double(let number): texts.append(number.description)
    }
  }
}
