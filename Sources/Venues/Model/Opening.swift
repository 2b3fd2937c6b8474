public import FetchKit

/// Opening hours of a day.
public struct Opening: DescribedValue, Hashable {
  /// Minutes since Monday 0:00, local time.
  public var opens = 0
  /// Minutes since Monday 0:00, later than `opens` and at most a week.
  public var closes = 0

  public init() {}

  public init(opens: Int, closes: Int) {
    self.opens = opens
    self.closes = closes
  }

  /// Minutes of a day.
  package static let day = 24 * 60

  /// Minutes of a week.
  public static let week = 7 * day

  public static let entity = EntityDescription(
    Opening.self, name: "Opening",
    properties: [.attribute("opens", \.opens), .attribute("closes", \.closes)])
}

extension Opening {
  /// The hours of a day, from 1 for Monday to 7, between two times in minutes since midnight.
  ///
  /// A closing time that is not later than the opening time is of a later day; hours past Sunday are split.
  public static func openings(day: Int, from opens: Int, to closes: Int) -> [Opening] {
    let days = closes > opens ? 0 : (opens - closes) / Self.day + 1
    let start = ((day - 1) * Self.day + opens) % week
    let end = start + closes + days * Self.day - opens
    guard end > week else { return [Opening(opens: start, closes: end)] }
    return [Opening(opens: start, closes: week), Opening(opens: 0, closes: end - week)]
  }

  /// The hours, such as "9:00–21:30".
  package var hours: String {
    "\(Self.time(opens))–\(closes.isMultiple(of: Self.day) ? "24:00" : Self.time(closes))"
  }

  /// The time of day of any minute.
  package static func time(_ minutes: Int) -> String {
    let ofDay = ((minutes % day) + day) % day
    return "\(ofDay / 60):\(ofDay % 60 < 10 ? "0" : "")\(ofDay % 60)"
  }
}

/// Whether a venue is open, and until when.
public struct OpenStatus: Hashable, Sendable {
  public let isOpen: Bool
  /// The minute of the week when it closes or opens; nil if it never closes.
  public let until: Int?
}

extension [Opening] {
  /// Whether a venue with these hours is open at a minute of the week; nil without hours.
  public func status(at minute: Int) -> OpenStatus? {
    guard var end = end(of: minute) else {
      let waits = map { ($0.opens - minute + Opening.week) % Opening.week }
      return waits.min().map { OpenStatus(isOpen: false, until: (minute + $0) % Opening.week) }
    }
    // Hours past midnight may be two openings.
    for _ in self {
      guard let next = self.end(of: end % Opening.week) else {
        return OpenStatus(isOpen: true, until: end % Opening.week)
      }
      end = next
    }
    return OpenStatus(isOpen: true, until: nil)
  }

  /// The end of the opening at a minute of the week; nil without one.
  private func end(of minute: Int) -> Int? {
    first { $0.opens <= minute && $0.closes > minute }?.closes
  }
}
