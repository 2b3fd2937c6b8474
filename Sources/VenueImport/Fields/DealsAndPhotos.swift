import JSONStream
import Venues

/// A deal of a venue, as the APIs and our exports write it.
struct Deal {
  let title, message, description, finePrint, type: TextSlice?
  /// Seconds since 1970-01-01 UTC.
  let startsAt, endsAt: Double?

  /// A deal without any text says nothing.
  init?(_ value: JSONValue, _ values: inout ValueReader) {
    guard value.kind == .object else { return nil }
    title = values.prose(value[.title], "specials.title")
    message = values.prose(value[.message], "specials.message")
    description = values.prose(value[.description], "specials.description")
    finePrint = values.prose(value[.finePrint], "specials.finePrint")
    guard title ?? message ?? description ?? finePrint != nil else { return nil }
    type = values.prose(value[.type], "specials.type")
    startsAt = values.date(value[.startsAt], "specials.startAt")
    endsAt = values.date(value[.endsAt], "specials.endAt")
  }
}

/// A photo of a venue, without its author.
struct Photo {
  let url: TextSlice
  let width, height: Int64?

  init?(_ value: JSONValue, _ values: inout ValueReader) {
    guard value.kind == .object, let prefix = values.text(value[.prefix], "photos.prefix"),
      let suffix = values.text(value[.suffix], "photos.suffix")
    else { return nil }
    url = value.tape.pointee.arena.copy(
      Array(prefix.bytes) + "original".utf8 + Array(suffix.bytes))
    width = values.count(value[.width], "photos.width")
    height = values.count(value[.height], "photos.height")
  }
}

extension VenueRecord {
  /// Adds the deals of a list.
  mutating func appendDeals(_ list: JSONValue, _ values: inout ValueReader) {
    for value in list.children {
      if let deal = Deal(value, &values) { append(deal) }
    }
  }

  mutating func append(_ deal: Deal) {
    append(Cell(deal.title), to: .deals)
    append(Cell(deal.message), to: .deals)
    append(Cell(deal.description), to: .deals)
    append(Cell(deal.finePrint), to: .deals)
    append(Cell(deal.type), to: .deals)
    append(Cell(deal.startsAt), to: .deals)
    append(Cell(deal.endsAt), to: .deals)
  }

  /// Adds the photos of a list, of an object with `items`, or of one with `groups` of `items`.
  mutating func appendPhotos(_ value: JSONValue?, _ values: inout ValueReader) {
    guard let value else { return }
    if value.kind == .array {
      for photo in value.children {
        if let photo = Photo(photo, &values) { append(photo) }
      }
    } else if let items = value[.items] {
      appendPhotos(items, &values)
    } else {
      for group in value[.groups]?.children.map({ $0 }) ?? [] {
        appendPhotos(group[.items], &values)
      }
    }
  }

  private mutating func append(_ photo: Photo) {
    append(.text(photo.url), to: .photos)
    append(Cell(photo.width), to: .photos)
    append(Cell(photo.height), to: .photos)
  }
}
