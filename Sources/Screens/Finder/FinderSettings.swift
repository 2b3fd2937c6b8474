public import Venues

/// How the finder starts.
public struct FinderSettings: Hashable, Sendable {
  /// Where distances are measured from.
  public var origin: Origin
  /// What is shown at first.
  public var choices: FilterChoices
  /// The order at first; empty for the standard one.
  public var sorts: [SortChoice]
  /// Whether the mouse is reported.
  public var usesMouse: Bool
  /// Whether nothing may draw attention by moving or changing back.
  public var reducesMotion: Bool

  /// Whether the user gave the place for this run.
  var hasOwnPlace: Bool {
    if case .place = origin { true } else { false }
  }

  /// Whether the user asked for something to be shown, which comes before what is remembered.
  var hasWishes: Bool { !choices.isEmpty || choices.includesClosed || !sorts.isEmpty }

  /// Makes settings; without arguments, all venues in the standard order.
  public init(
    origin: Origin = .asImported(nil), choices: FilterChoices = FilterChoices(),
    sorts: [SortChoice] = [], usesMouse: Bool = true,
    reducesMotion: Bool = false
  ) {
    self.origin = origin
    self.choices = choices
    self.sorts = sorts
    self.usesMouse = usesMouse
    self.reducesMotion = reducesMotion
  }
}
