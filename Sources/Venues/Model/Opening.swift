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

  /// Minutes of a week.
  public static let week = 7 * 24 * 60

  public static let entity = EntityDescription(
    Opening.self, name: "Opening",
    properties: [.attribute("opens", \.opens), .attribute("closes", \.closes)])
}

extension Opening {
  /// The hours of a day, from 1 for Monday to 7, between two times in minutes since midnight.
  ///
  /// A closing time that is not later than the opening time is of a later day; hours past Sunday are split.
  public static func openings(day: Int, from opens: Int, to closes: Int) -> [Opening] {
    let days = closes > opens ? 0 : (opens - closes) / minutesOfDay + 1
    let start = ((day - 1) * minutesOfDay + opens) % week
    let end = start + closes + days * minutesOfDay - opens
    guard end > week else { return [Opening(opens: start, closes: end)] }
    return [Opening(opens: start, closes: week), Opening(opens: 0, closes: end - week)]
  }

  private static let minutesOfDay = 24 * 60
}

/// Whether a venue is open, and until when.
public struct OpenStatus: Hashable, Sendable {
  public let isOpen: Bool
  /// The minute of the week when it closes or opens; nil if it never closes.
  public let until: Int?

  public init(isOpen: Bool, until: Int?) {
    self.isOpen = isOpen
    self.until = until
  }
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
