import Terminal

/// Where a screen stands among those below it.
enum Placement: Hashable {
  /// It covers everything.
  case full
  /// It stands at the right of the screen below when there are as many columns, else it covers it;
  /// it gets more than its columns where there are plenty.
  case pane(columns: Int, from: Int)
  /// It covers a part in the middle of the screen below.
  case box(Size)
}
