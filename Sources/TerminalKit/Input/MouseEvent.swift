/// A mouse event.
public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case press, release
    /// The mouse moved with a pressed button.
    case drag
    /// The mouse moved without a pressed button.
    case move
    /// The wheel turned away from the user.
    case wheelUp
    /// The wheel turned towards the user.
    case wheelDown
    case wheelLeft, wheelRight
  }

  public enum Button: Hashable, Sendable {
    /// No button, as for the wheel.
    case none
    case left, middle, right
    /// Another button, from 8.
    case other(Int)
  }

  public var kind: Kind
  public var button: Button
  /// The cell under the mouse.
  public var point: Point

  public init(_ kind: Kind, button: Button = .none, at point: Point) {
    self.kind = kind
    self.button = button
    self.point = point
  }
}

extension MouseEvent {
  /// Decodes a report of mode 1006, or of an older one if `isUp` is nil; nil if the position is not on the screen.
  /// Columns and rows count from 1; modifiers are ignored.
  init?(code: Int, column: Int, row: Int, isUp: Bool?) {
    guard column >= 1, row >= 1, code >= 0 else { return nil }
    let number = code & 3 | (code & 0xC0) >> 4
    let isLegacyRelease = isUp == nil && number == 3
    let isMotion = code & 32 != 0
    self.init(
      Self.kind(number, isUp: isUp ?? isLegacyRelease, isMotion: isMotion),
      button: Self.button(number), at: Point(column: column - 1, row: row - 1))
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
