/// Where in its format text a part of a predicate stood; no part of the predicate's identity.
public struct SourcePosition: Hashable, Sendable {
  /// UTF-8 bytes before the part; nil when it came from no text.
  public let offset: Int?

  /// A place in a format text.
  public init(offset: Int) { self.offset = offset }
  private init() { offset = nil }

  /// The position of a part that was made in code.
  public static let unknown = SourcePosition()

  /// Always true: a place in a text is no part of what a predicate means.
  public static func == (left: SourcePosition, right: SourcePosition) -> Bool { true }
  /// Hashes nothing.
  public func hash(into hasher: inout Hasher) {}
}
