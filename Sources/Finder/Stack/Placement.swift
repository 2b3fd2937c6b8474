import TerminalKit

/// Where a screen stands among those below it.
enum Placement: Hashable {
  /// It covers everything.
  case full
  /// It stands at the right of the screen below when there are as many columns, else it covers it;
  /// it gets more than its columns where there are plenty, and in wide terminals all get as many.
  case pane(columns: Int, from: Int)
  /// It covers a part in the middle of the screen below.
  case box(Size)

  /// From so many columns on a terminal is wide.
  static let wide = 120
  /// The columns of a pane in a terminal that is just wide.
  static let widePane = 56
}
