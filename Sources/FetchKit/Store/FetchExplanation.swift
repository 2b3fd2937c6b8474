/// How the store finds the objects of a request.
public struct FetchExplanation: Hashable, Sendable {
  /// The statement, with a question mark for each value.
  public let sql: String
  /// The values behind the question marks.
  public let bindings: [Value]
  /// What SQLite does, a line a step, indented by what it belongs to.
  public let plan: [String]
  /// How many objects there are.
  public let rows: Int
  /// How long it took to find them all, without reading their attributes.
  public let duration: Duration
}
