/// A key with its modifiers.
public struct KeyPress: Hashable, Sendable {
  /// The key.
  public var key: Key
  /// The modifiers held down with it.
  public var modifiers: Modifiers

  /// Creates a key press.
  public init(_ key: Key, modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// The key of a character.
  public static func character(_ character: Character) -> Self {
    Self(.character(character))
  }

  /// A key with Ctrl, such as `.ctrl("d")`.
  public static func ctrl(_ character: Character) -> Self {
    Self(.character(character), modifiers: .ctrl)
  }

  /// A key with Alt, such as `.alt("b")`.
  public static func alt(_ character: Character) -> Self {
    Self(.character(character), modifiers: .alt)
  }

  /// The two key presses that tmux and screen may merge into one with Alt; nil for a press without Alt.
  public var parted: [KeyPress]? {
    guard modifiers.contains(.alt) else { return nil }
    return [KeyPress(.escape), KeyPress(key, modifiers: modifiers.subtracting(.alt))]
  }

  /// The character that it types; nil for keys with Ctrl or Alt and for other keys.
  public var typed: Character? {
    guard case .character(let character) = key, modifiers.isEmpty else { return nil }
    return character
  }
}

/// A key.
public enum Key: Hashable, Sendable {
  /// A key that types a character; the space key is " ".
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

/// Modifier keys.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift; never set for characters, which are uppercase instead.
  public static let shift = Self(rawValue: 1)
  /// Alt, or Meta.
  public static let alt = Self(rawValue: 2)
  /// Control.
  public static let ctrl = Self(rawValue: 4)
}
