// The lists of our own exports: arrays in JSON, cells joined with "; " in CSV.

extension PlaceReader {
  mutating func readCategoryNames() {
    let list = place[.categories]
    guard list?.children.first(where: { $0.kind == .object }) == nil else {
      return readCategories(list)
    }
    for cell in cells(list, "categories") where cell.text != nil {
      record.categories.append(VenueRecord.Category(name: cell.text))
    }
  }

  /// The identifiers stand beside the names, one for each or none at all.
  mutating func readCategoryIDs() {
    let ids = cells(place[.ownCategoryIDs], "categoryIDs")
    guard ids.count == record.categories.count else { return }
    for (index, id) in ids.enumerated() { record.categories[index].id = id.text }
  }

  mutating func readJoinedTips() {
    let texts = cells(place[.tips], "tips")
    let dates = cells(place[.tipsCreatedAt], "tipsCreatedAt")
    let counts = cells(place[.tipsAgreeCount], "tipsAgreeCount")
    for (index, cell) in texts.enumerated() {
      guard let text = cell.text else { continue }
      record.tips.append(
        VenueRecord.Tip(
          text: text,
          createdAt: dates.count == texts.count
            ? dates[index].text.flatMap { DateText.seconds($0) } : nil,
          agreeCount: counts.count == texts.count
            ? counts[index].text.flatMap { DecimalNumber.integer($0) } : nil))
    }
  }

  /// Times of the week as objects, or as two lists; `value` is the place, or its `boba`.
  mutating func readOurOpenings(_ value: JSONValue) {
    record.openNow = boolean(value[.openNow], "openNow") ?? record.openNow
    record.openNowAt = date(value[.openNowAt], "openNowAt")
    for span in value[.openings]?.children.map({ $0 }) ?? [] {
      add(count(span[.opens], "openings.opens"), count(span[.closes], "openings.closes"), span)
    }
    let (opens, closes) = (cells(value[.opens], "opens"), cells(value[.closes], "closes"))
    guard opens.count == closes.count, let place = value[.opens] else { return }
    for (start, end) in zip(opens, closes) {
      add(
        start.text.flatMap { DecimalNumber.integer($0) },
        end.text.flatMap { DecimalNumber.integer($0) }, place)
    }
  }

  private mutating func add(_ opens: Int64?, _ closes: Int64?, _ value: JSONValue) {
    guard let opens, let closes, 0 <= opens, opens < closes, closes <= 7 * 24 * 60 else {
      return report("openings", .invalidOpening, value)
    }
    record.openings.append(VenueRecord.Opening(opens: opens, closes: closes))
  }

  /// An element of a list; nil when it is empty.
  private struct Cell {
    let text: TextSlice?
  }

  private mutating func cells(_ value: JSONValue?, _ field: StaticString) -> [Cell] {
    guard let value else { return [] }
    guard value.kind != .array else {
      var cells: [Cell] = []
      for element in value.children {
        cells.append(Cell(text: element.kind == .null ? nil : text(element, field)))
      }
      return cells
    }
    guard let joined = guardedText(value, field) else { return [] }
    return JoinedNames.cells(joined.string).map { cell in
      Cell(text: cell.isEmpty ? nil : value.tape.pointee.arena.copy(cell.utf8))
    }
  }
}
