import FetchKit
import JSONStream
import Venues

// Tips, deals and photos; a list of them is an array, an object with `items`, or one with `groups` of `items`.

extension VenueRecord {
  mutating func appendTips(_ value: JSONValue?, _ values: inout ValueReader) {
    guard let value else { return }
    if value.kind == .array { return appendTips(list: value, &values) }
    if value.kind == .string {
      for case let text? in values.texts(value, "tips") { tips.append(Tip(text: text)) }
      return
    }
    guard value.kind == .object else { return values.report("tips", expected: .array, value) }
    if let list = value[.items] ?? value[.groups] {
      appendTips(list: list, &values)
    } else {
      appendTip(value, &values)
    }
  }

  private mutating func appendTips(list: JSONValue, _ values: inout ValueReader) {
    for value in list.children {
      if let items = value[.items] {
        appendTips(list: items, &values)
      } else {
        appendTip(value, &values)
      }
    }
  }

  private mutating func appendTip(_ value: JSONValue, _ values: inout ValueReader) {
    let isObject = value.kind == .object
    guard let text = values.prose(isObject ? value[.text] : value, "tips.text") else { return }
    var tip = Tip(text: text)
    if isObject {
      tip.createdAt = values.date(value[.createdAt], "tips.createdAt")
      tip.agreeCount = values.count(value[.agreeCount], "tips.agreeCount")
      tip.likeCount = values.count(value[.likeCount] ?? value[.likes]?[.count], "tips.likes")
      tip.language = values.text(value[.language] ?? value[.lang], "tips.lang")
    }
    tips.append(tip)
  }

  /// Adds the tips of our own exports: texts, and a list for each part, with a value for each text.
  mutating func appendTips(columns place: borrowing MemberIndex, _ values: inout ValueReader) {
    let texts = values.texts(place[.tips], "tips")
    let parts: [ListColumn] = [
      (place[.tipsCreatedAt], "tipsCreatedAt"), (place[.tipsAgreeCount], "tipsAgreeCount"),
      (place[.tipsLikeCount], "tipsLikeCount"), (place[.tipsLanguage], "tipsLanguage"),
    ].map { values.column($0, $1, of: texts.count) }
    for (index, text) in texts.enumerated() {
      guard let text else { continue }
      tips.append(
        Tip(
          text: text, createdAt: values.date(index, of: parts[0]),
          agreeCount: values.integer(index, of: parts[1]),
          likeCount: values.integer(index, of: parts[2]), language: parts[3].texts[index]))
    }
  }

  /// Adds a deal, as the APIs and our exports write it; one without any text says nothing.
  mutating func appendDeal(_ value: JSONValue, _ values: inout ValueReader) {
    if value.kind == .string, let title = values.prose(value, "specials") {
      append(.text(title), to: .deals)
      for _ in 1..<VenueList.deals.parts.count { append(Cell(TextSlice?.none), to: .deals) }
    }
    guard value.kind == .object else { return }
    let title = values.prose(value[.title], "specials.title")
    let message = values.prose(value[.message], "specials.message")
    let description = values.prose(value[.description], "specials.description")
    let finePrint = values.prose(value[.finePrint], "specials.finePrint")
    guard title ?? message ?? description ?? finePrint != nil else { return }
    append(Cell(title), to: .deals)
    append(Cell(message), to: .deals)
    append(Cell(description), to: .deals)
    append(Cell(finePrint), to: .deals)
    append(Cell(values.prose(value[.type], "specials.type")), to: .deals)
    append(Cell(values.date(value[.startsAt], "specials.startAt")), to: .deals)
    append(Cell(values.date(value[.endsAt], "specials.endAt")), to: .deals)
  }

  /// Adds photos without their authors.
  mutating func appendPhotos(_ value: JSONValue?, _ values: inout ValueReader) {
    guard let value else { return }
    switch value.kind {
    case .array:
      for photo in value.children {
        if let items = photo[.items] {
          appendPhotos(items, &values)
        } else {
          appendPhoto(photo, &values)
        }
      }
    case .string:
      for case let url? in values.texts(value, "photos") { appendPhoto(url: url) }
    case .object: appendPhotos(value[.items] ?? value[.groups], &values)
    case .null, .false, .true, .number: values.report("photos", expected: .array, value)
    }
  }

  private mutating func appendPhoto(url: TextSlice) {
    append(.text(url), to: .photos)
    for _ in 0..<2 { append(Cell(Int64?.none), to: .photos) }
  }

  private mutating func appendPhoto(_ value: JSONValue, _ values: inout ValueReader) {
    if value.kind == .string, let url = values.text(value, "photos") {
      return appendPhoto(url: url)
    }
    guard value.kind == .object, let url = url(ofPhoto: value, &values) else { return }
    // The API of 2010 has the size of the original only among those of its thumbnails.
    let original = value[.sizes]?[.items]?.children.first { $0[.url]?.text?.string == url.string }
    let size = original ?? value
    append(.text(url), to: .photos)
    append(Cell(values.count(size[.width], "photos.width")), to: .photos)
    append(Cell(values.count(size[.height], "photos.height")), to: .photos)
  }

  /// The address of the original photo.
  private func url(ofPhoto value: JSONValue, _ values: inout ValueReader) -> TextSlice? {
    guard let prefix = values.text(value[.prefix], "photos.prefix"),
      let suffix = values.text(value[.suffix], "photos.suffix")
    else { return values.text(value[.url], "photos.url") }
    return value.tape.pointee.arena.copy(
      Array(prefix.bytes) + Array("original".utf8) + Array(suffix.bytes))
  }
}
