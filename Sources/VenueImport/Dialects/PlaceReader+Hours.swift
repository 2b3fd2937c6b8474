extension PlaceReader {
  /// Hours as text: a line for each group of days, else what the dialect shows its users.
  mutating func readHours(_ hours: JSONValue?) {
    guard let hours else { return }
    guard hours.kind == .object else {
      record.hours = guardedText(hours, "hours")
      return
    }
    readOpenings(hours)
    record.hours = timeframes(hours[.timeframes])
    if record.hours == nil { record.hours = text(hours[.display], "hours.display") }
    if record.hours == nil { record.hours = text(hours[.status], "hours.status") }
  }

  private mutating func timeframes(_ list: JSONValue?) -> TextSlice? {
    guard let list, list.kind == .array else { return nil }
    var lines: [String] = []
    for frame in list.children {
      guard let days = text(frame[.days], "hours.timeframes.days") else { continue }
      var times: [String] = []
      for span in frame[.open]?.children.map({ $0 }) ?? [] {
        let time = text(span[.renderedTime], "hours.timeframes.open")
        if let time { times.append(time.string) }
      }
      lines.append(([days.string] + [times.joined(separator: ", ")]).joined(separator: " "))
    }
    guard !lines.isEmpty else { return nil }
    return list.tape.pointee.arena.copy(lines.joined(separator: "\n").utf8)
  }
}
