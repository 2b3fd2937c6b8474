extension PlaceReader {
  /// Tips are a list, or an object with `items`, or one with `groups` of `items`.
  mutating func readTips(_ value: JSONValue?) {
    guard let value else { return }
    if value.kind == .array { return readTipList(value) }
    guard value.kind == .object else {
      return report("tips", expected: .array, value)
    }
    if let items = value[.items] { readTipList(items) }
    guard let groups = value[.groups] else { return }
    for group in groups.children {
      if let items = group[.items] { readTipList(items) }
    }
  }

  /// How many tips there are: what the statistics say, else the list's own count. Without both it
  /// is the number of tips that were read.
  mutating func readTipCount(_ statistic: JSONValue?, _ tips: JSONValue?) {
    record.tipCount = count(statistic, "stats.tipCount") ?? count(tips?[.count], "tips.count")
  }

  private mutating func readTipList(_ list: JSONValue) {
    for value in list.children {
      let isObject = value.kind == .object
      guard let text = text(isObject ? value[.text] : value, "tips.text") else { continue }
      record.tips.append(
        VenueRecord.Tip(
          text: text, createdAt: isObject ? date(value[.createdAt], "tips.createdAt") : nil,
          agreeCount: isObject ? count(value[.agreeCount], "tips.agreeCount") : nil))
    }
  }
}
