/// A key of the keyboard.
public enum Key: Hashable, Sendable {
  /// A key that types something; the space key is " ".
  case character(Character)
  /// Enter, or return.
  case enter
  /// Esc.
  case escape
  /// Tab.
  case tab
  /// Tab with shift.
  case backtab
  /// Backspace.
  case backspace
  /// Delete.
  case delete
  /// Insert.
  case insert
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The arrow to the left.
  case left
  /// The arrow to the right.
  case right
  /// Home.
  case home
  /// End.
  case end
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// A function key, from 1.
  case function(Int)
}
