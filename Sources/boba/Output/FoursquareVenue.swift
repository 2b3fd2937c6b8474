import FetchKit
import Venues

/// One venue in the form of Foursquare's API, version 2; `row` has a cell for each key path of an export.
struct FoursquareVenue {
  private let row: [RowCell]

  init(_ row: [RowCell]) { self.row = row }

  private static let places = Dictionary(
    uniqueKeysWithValues: ExportColumn.keyPaths.enumerated().map { ($1, $0) })

  private func cell(_ keyPath: String) -> RowCell {
    Self.places[keyPath].map { row[$0] } ?? .null
  }

  func write(to bytes: inout [UInt8]) {
    var object = JSONObject(&bytes)
    object.member("id", cell("id"), &bytes)
    object.member("name", cell("name"), &bytes, isDecoded: true)
    writeContact(&object, &bytes)
    writeLocation(&object, &bytes)
    writeCategories(&object, &bytes)
    writeFigures(&object, &bytes)
    writeExtras(&object, &bytes)
    writeTips(&object, &bytes)
    writeOurs(&object, &bytes)
    object.end(&bytes)
  }

  private func writeContact(_ object: inout JSONObject, _ bytes: inout [UInt8]) {
    object.object("contact", &bytes) { contact, bytes in
      contact.member("phone", cell("phone"), &bytes)
    }
  }

  private func writeLocation(_ object: inout JSONObject, _ bytes: inout [UInt8]) {
    let members: [(StaticString, String)] = [
      ("address", "address"), ("crossStreet", "crossStreet"),
      ("neighborhood", "neighborhood"), ("lat", "latitude"),
      ("lng", "longitude"), ("distance", "distance"), ("postalCode", "postalCode"),
      ("cc", "countryCode"), ("city", "city"), ("state", "state"), ("country", "country"),
    ]
    object.object("location", &bytes) { location, bytes in
      for (key, name) in members { location.member(key, cell("location." + name), &bytes) }
    }
  }

  private func writeFigures(_ object: inout JSONObject, _ bytes: inout [UInt8]) {
    object.member("verified", cell("verified"), &bytes)
    object.object("stats", &bytes) { stats, bytes in
      stats.member("checkinsCount", cell("stats.checkinsCount"), &bytes)
      stats.member("usersCount", cell("stats.usersCount"), &bytes)
      stats.member("tipCount", cell("stats.tipCount"), &bytes)
    }
    if !cell("priceInfo.tier").isNull {
      object.object("price", &bytes) { price, bytes in
        price.member("tier", cell("priceInfo.tier"), &bytes)
        price.member("currency", cell("priceInfo.priceCategory"), &bytes)
      }
    }
    object.object("specials", &bytes) { specials, bytes in
      specials.member("count", cell("specialCount"), &bytes)
      specials.raw("items", "[]", &bytes)
    }
    object.member("rating", cell("rating"), &bytes)
    object.member("ratingSignals", cell("ratingSignals"), &bytes)
    object.member("ratingColor", cell("ratingColor"), &bytes)
  }

  private func writeExtras(_ object: inout JSONObject, _ bytes: inout [UInt8]) {
    object.member("url", cell("url"), &bytes)
    if !cell("menuURL").isNull {
      object.object("menu", &bytes) { $0.member("url", cell("menuURL"), &$1) }
    }
    if !cell("photoCount").isNull {
      object.object("photos", &bytes) { $0.member("count", cell("photoCount"), &$1) }
    }
    object.member("createdAt", cell("createdAt").asNumber, &bytes)
    object.member("timeZone", cell("timeZone"), &bytes)
  }
}

// MARK: - Lists

extension FoursquareVenue {
  /// The primary category is the first one of the list that is like it.
  private func writeCategories(_ object: inout JSONObject, _ bytes: inout [UInt8]) {
    guard case .list(let names) = cell("categories.name"),
      case .list(let ids) = cell("categories.categoryID")
    else { return }
    let primary = names.indices.first { index in
      names[index].hasSameText(as: cell("category.name"))
        && ids[index].hasSameText(as: cell("category.categoryID"))
    }
    object.array("categories", names.indices, &bytes) { index, bytes in
      var category = JSONObject(&bytes)
      category.member("id", ids[index], &bytes)
      category.member("name", names[index], &bytes, isDecoded: true)
      category.member("primary", .bool(index == primary), &bytes)
      category.end(&bytes)
    }
  }

  private func writeTips(_ object: inout JSONObject, _ bytes: inout [UInt8]) {
    guard case .list(let texts) = cell("tips.text"), !texts.isEmpty,
      case .list(let dates) = cell("tips.createdAt"),
      case .list(let counts) = cell("tips.agreeCount")
    else { return }
    object.object("tips", &bytes) { tips, bytes in
      tips.member("count", .integer(Int64(texts.count)), &bytes)
      tips.array("items", texts.indices, &bytes) { index, bytes in
        var tip = JSONObject(&bytes)
        tip.member("text", texts[index], &bytes)
        tip.member("createdAt", dates[index].asNumber, &bytes)
        tip.member("agreeCount", counts[index], &bytes)
        tip.end(&bytes)
      }
    }
  }

  /// What the API does not tell, or not in this form.
  private func writeOurs(_ object: inout JSONObject, _ bytes: inout [UInt8]) {
    object.object("boba", &bytes) { ours, bytes in
      for (key, keyPath) in Self.ourKeys { ours.member(key, cell(keyPath), &bytes) }
      guard case .list(let opens) = cell("openings.opens"), !opens.isEmpty,
        case .list(let closes) = cell("openings.closes")
      else { return }
      ours.array("openings", opens.indices, &bytes) { index, bytes in
        var opening = JSONObject(&bytes)
        opening.member("opens", opens[index], &bytes)
        opening.member("closes", closes[index], &bytes)
        opening.end(&bytes)
      }
    }
  }

  private static let ourKeys: [(StaticString, String)] = [
    ("favorite", "favorite"), ("note", "note"), ("closed", "closed"), ("closedAt", "closedAt"),
    ("hours", "hours"), ("openNow", "openNow"), ("openNowAt", "openNowAt"), ("chain", "chain"),
  ]
}

extension RowCell {
  /// A time as seconds since 1970.
  fileprivate var asNumber: RowCell {
    if case .date(let seconds) = self { .double(seconds) } else { self }
  }

  /// Whether both are the same text, or both are missing.
  fileprivate func hasSameText(as other: RowCell) -> Bool {
    switch (self, other) {
    case (.text(let first), .text(let second)): first.elementsEqual(second)
    case (.null, .null): true
    default: false
    }
  }
}
