/// A mouse event.
public struct MouseEvent: Hashable, Sendable {
  /// The kind of event.
  public enum Kind: Hashable, Sendable {
    /// A button was pressed.
    case press
    /// A button was released.
    case release
    /// The mouse moved with a pressed button.
    case drag
    /// The mouse moved without a pressed button.
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
    /// The left button.
    case left
    /// The middle button.
    case middle
    /// The right button.
    case right
    /// Another button, from 8.
    case other(Int)
  }

  /// The kind of event.
  public var kind: Kind
  /// The button.
  public var button: Button
  /// The cell under the mouse.
  public var point: Point
  /// The modifiers held down.
  public var modifiers: Modifiers

  /// Creates a mouse event.
  public init(
    _ kind: Kind, button: Button = .none, at point: Point, modifiers: Modifiers = []
  ) {
    self.kind = kind
    self.button = button
    self.point = point
    self.modifiers = modifiers
  }
}

extension MouseEvent {
  /// Decodes a report of mode 1006, or of an older one if `isUp` is nil; nil if the position is not on the screen.
  /// Columns and rows count from 1.
  init?(code: Int, column: Int, row: Int, isUp: Bool?) {
    guard column >= 1, row >= 1, code >= 0 else { return nil }
    let number = code & 3 | (code & 0xC0) >> 4
    let isLegacyRelease = isUp == nil && number == 3
    let isMotion = code & 32 != 0
    self.init(
      Self.kind(number, isUp: isUp ?? isLegacyRelease, isMotion: isMotion),
      button: Self.button(number), at: Point(column: column - 1, row: row - 1),
      modifiers: Self.modifiers(code))
  }

  private static func kind(_ number: Int, isUp: Bool, isMotion: Bool) -> Kind {
    switch number {
    case 4: .wheelUp
    case 5: .wheelDown
    case 6: .wheelLeft
    case 7: .wheelRight
    case 3 where isMotion: .move
    default: isMotion ? .drag : isUp ? .release : .press
    }
  }

  private static func button(_ number: Int) -> Button {
    switch number {
    case 0: .left
    case 1: .middle
    case 2: .right
    case 8...11: .other(number)
    default: .none
    }
  }

  private static func modifiers(_ code: Int) -> Modifiers {
    var result: Modifiers = []
    if code & 4 != 0 { result.insert(.shift) }
    if code & 8 != 0 { result.insert(.alt) }
    if code & 16 != 0 { result.insert(.ctrl) }
    return result
  }
}

/// Recognizes double clicks on an item.
package struct DoubleClick<Item: Equatable> {
  private var last: (item: Item, time: Duration)?
  /// The maximum time between the clicks.
  private static var limit: Duration { .milliseconds(400) }

  package init() {}

  /// Notes a click and returns whether it is the second one of a double click.
  package mutating func click(_ item: Item, at time: Duration) -> Bool {
    let isSecond = last.map { $0.item == item && time - $0.time < Self.limit } ?? false
    last = isSecond ? nil : (item, time)
    return isSecond
  }
}
