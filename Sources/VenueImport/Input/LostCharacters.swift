/// Where an input first had something that is no character.
final class LostCharacters {
  /// In bytes of the decoded input; nil when nothing was lost.
  private(set) var first: Int?

  /// Notes a place; only the first counts.
  func note(_ position: Int) { first = first ?? position }
}
