public import FetchKit
public import Foundation

/// A point in time for the open filter.
public struct OpenMoment: Hashable, Sendable {
  public var date: Date
  /// The time zone of venues without one.
  public var localZone: TimeZone
  /// The time zones of places, by their names in the time zone database.
  public var zones: [String]

  /// For how many seconds after the import a venue's own statement that it is open is valid.
  public static let validity = 12.0 * 60 * 60

  public init(date: Date, localZone: TimeZone, zones: [String]) {
    self.date = date
    self.localZone = localZone
    self.zones = zones
  }

  /// The current time, with the time zones of a store's venues.
  public static func now(in store: FetchStore, date: Date = Date(), localZone: TimeZone = .current)
    throws -> OpenMoment
  {
    try store.snapshot { try moment(date, localZone, in: $0) }
  }

  private static func moment(_ date: Date, _ localZone: TimeZone, in store: StoreSnapshot) throws
    -> OpenMoment
  {
    var request = FetchRequest<Venue>()
    request.predicate = .comparison(.keyPath("timeZone"), .notEqual, .constant(.null))
    request.propertiesToFetch = ["timeZone"]
    request.returnsDistinctResults = true
    let zones = try store.dictionaries(request).compactMap { $0["timeZone"]?.stringValue }
    return OpenMoment(date: date, localZone: localZone, zones: zones.sorted())
  }
}

extension OpenMoment {
  /// A time if any venue in a store has hours, else nil.
  public static func ifHoursAreKnown(in store: StoreSnapshot, date: Date) throws -> OpenMoment? {
    var request = FetchRequest<Venue>()
    request.predicate = .any([
      .comparison(.keyPath("openings.@count"), .greaterThan, .constant(0)),
      .all([
        .comparison(.keyPath("openNow"), .notEqual, .constant(.null)), isRecent(at: date),
      ]),
    ])
    request.fetchLimit = 1
    return try store.objectIDs(request).isEmpty ? nil : moment(date, .current, in: store)
  }

  /// Whether what a venue said of its being open still holds at a later time.
  public static func isCurrent(_ statement: Date, at date: Date) -> Bool {
    statement > date.addingTimeInterval(-validity)
  }

  /// The same in a predicate.
  private static func isRecent(at date: Date) -> FetchPredicate {
    let limit = date.addingTimeInterval(-validity)
    return .comparison(.keyPath("openNowAt"), .greaterThan, .constant(.date(limit)))
  }

  /// The predicate of open venues: by their hours, or else by their recent own statement.
  public var predicate: FetchPredicate { .any([isOpenByHours, isOpenByStatement]) }

  private var isOpenByHours: FetchPredicate {
    let known = zones.compactMap { name in TimeZone(identifier: name).map { (name, $0) } }
    let byMinute = Dictionary(grouping: known) { minute(in: $0.1) }.mapValues { $0.map(\.0) }
    let others = byMinute.sorted { $0.key < $1.key }.map { minute, names in
      FetchPredicate.all([
        Self.isIn(names), Self.isOpen(minute),
      ])
    }
    return .any([.all([hasNoZone(known.map(\.0)), Self.isOpen(minute(in: localZone))])] + others)
  }

  /// An unknown time zone is ignored.
  private func hasNoZone(_ known: [String]) -> FetchPredicate {
    let unknown = zones.filter { !known.contains($0) }
    let isMissing = FetchPredicate.comparison(.keyPath("timeZone"), .equal, .constant(.null))
    guard !unknown.isEmpty else { return isMissing }
    return .any([isMissing, Self.isIn(unknown)])
  }

  private static func isIn(_ names: [String]) -> FetchPredicate {
    .comparison(.keyPath("timeZone"), .in, .constant(.list(names.map(FetchValue.string))))
  }

  private static func isOpen(_ minute: Int) -> FetchPredicate {
    let minute = FetchExpression.constant(.integer(Int64(minute)))
    let variable = FetchExpression.variable("o")
    let holds = FetchPredicate.all([
      .comparison(.step(variable, keyPath: "opens"), .lessThanOrEqual, minute),
      .comparison(.step(variable, keyPath: "closes"), .greaterThan, minute),
    ])
    let matching = FetchExpression.subquery(.keyPath("openings"), variable: "o", holds)
    return .comparison(.step(matching, keyPath: "@count"), .greaterThan, .constant(0))
  }

  private var isOpenByStatement: FetchPredicate {
    // The cheapest comparisons first.
    .all([
      .comparison(.keyPath("openNow"), .equal, .constant(1)), Self.isRecent(at: date),
      .comparison(.keyPath("openings.@count"), .equal, .constant(0)),
    ])
  }

  private func minute(in zone: TimeZone) -> Int { Self.minute(at: date, in: zone) }

  /// Minutes since Monday 0:00 in a time zone.
  public static func minute(at date: Date, in zone: TimeZone) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.weekday, .hour, .minute], from: date)
    let day = ((parts.weekday ?? 1) + 5) % 7
    return (day * 24 + (parts.hour ?? 0)) * 60 + (parts.minute ?? 0)
  }
}
