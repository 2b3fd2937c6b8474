/// How far an asynchronous fetch is.
public struct FetchProgress: Hashable, Sendable {
  /// Objects fetched so far.
  public let completed: Int
  /// Objects in all.
  public let total: Int

  package init(completed: Int, total: Int) {
    self.completed = completed
    self.total = total
  }

  /// From 0 to 1.
  public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
}
