/// Something done with the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// What was done.
  public enum Kind: Hashable, Sendable {
    /// A button went down.
    case press
    /// A button went up.
    case release
    /// The mouse moved with a button down.
    case drag
    /// The mouse moved without one.
    case move
    /// The wheel turned away from the user.
    case wheelUp
    /// The wheel turned towards the user.
    case wheelDown
    /// The wheel was tilted to the left.
    case wheelLeft
    /// The wheel was tilted to the right.
    case wheelRight
  }

  /// A button of the mouse.
  public enum Button: Hashable, Sendable {
    /// No button, as for the wheel.
    case none
    /// The left one.
    case left
    /// The middle one.
    case middle
    /// The right one.
    case right
    /// One more, from 8.
    case other(Int)
  }

  /// What was done.
  public var kind: Kind
  /// The button it was done with.
  public var button: Button
  /// The cell under the mouse.
  public var point: Point
  /// The keys held down.
  public var modifiers: Modifiers

  /// Makes a mouse event.
  public init(
    _ kind: Kind, button: Button = .none, at point: Point, modifiers: Modifiers = []
  ) {
    self.kind = kind
    self.button = button
    self.point = point
    self.modifiers = modifiers
  }
}
