/// A line of a crontab.
enum CronLine {
  /// The command of a line: without its time, and without the backslashes that keep `%` from cron.
  static func command(_ line: String) -> String {
    let words = line.split(separator: " ", maxSplits: 5)
    let isTime = words.prefix(5).allSatisfy { $0.allSatisfy { $0.isNumber || $0 == "*" } }
    guard words.count == 6, isTime else { return line }
    return String(words[5]).replacing("\\%", with: "%")
  }
}
