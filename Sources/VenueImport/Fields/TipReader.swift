import FetchKit
import JSONStream
import Venues

/// Reads the tips of a place.
enum TipReader {
  /// Reads a list, an object with `items`, or one with `groups` of `items`.
  static func read(
    _ value: JSONValue?, _ values: inout ValueReader, into tips: inout [VenueRecord.Tip]
  ) {
    guard let value else { return }
    if value.kind == .array { return read(list: value, &values, into: &tips) }
    guard value.kind == .object else {
      return values.report("tips", expected: .array, value)
    }
    if let items = value[.items] { read(list: items, &values, into: &tips) }
    guard let groups = value[.groups] else { return }
    for group in groups.children {
      if let items = group[.items] { read(list: items, &values, into: &tips) }
    }
  }

  private static func read(
    list: JSONValue, _ values: inout ValueReader, into tips: inout [VenueRecord.Tip]
  ) {
    for value in list.children {
      let isObject = value.kind == .object
      guard let text = values.prose(isObject ? value[.text] : value, "tips.text") else { continue }
      tips.append(
        VenueRecord.Tip(
          text: text, createdAt: isObject ? values.date(value[.createdAt], "tips.createdAt") : nil,
          agreeCount: isObject ? values.count(value[.agreeCount], "tips.agreeCount") : nil,
          likeCount: isObject
            ? values.count(value[.likeCount] ?? value[.likes]?[.count], "tips.likes") : nil,
          language: isObject ? values.text(value[.language] ?? value[.lang], "tips.lang") : nil))
    }
  }

  /// Reads the columns of our own exports: texts, and a list for each part, with a value for each text.
  static func read(
    columns place: borrowing MemberIndex, _ values: inout ValueReader,
    into tips: inout [VenueRecord.Tip]
  ) {
    let texts = values.texts(place[.tips], "tips")
    let dates = values.texts(place[.tipsCreatedAt], "tipsCreatedAt")
    let counts = values.texts(place[.tipsAgreeCount], "tipsAgreeCount")
    let likes = values.texts(place[.tipsLikeCount], "tipsLikeCount")
    let languages = values.texts(place[.tipsLanguage], "tipsLanguage")
    for (index, text) in texts.enumerated() {
      guard let text else { continue }
      func part(_ list: [TextSlice?]) -> TextSlice? {
        list.count == texts.count ? list[index] : nil
      }
      tips.append(
        VenueRecord.Tip(
          text: text, createdAt: part(dates).flatMap { ISO8601Date.seconds($0.bytes) },
          agreeCount: part(counts).flatMap { DecimalNumber.integer($0) },
          likeCount: part(likes).flatMap { DecimalNumber.integer($0) }, language: part(languages)))
    }
  }
}
