/// A key with its modifiers.
public struct KeyPress: Hashable, Sendable {
  public var key: Key
  public var modifiers: Modifiers

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

public enum Key: Hashable, Sendable {
  /// A key that types a character; the space key is " ".
  case character(Character)
  case enter, escape, tab
  /// Tab with shift.
  case backtab
  case backspace, delete, insert
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// A function key, from 1.
  case function(Int)
}

/// Modifier keys.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift; never set for characters, which are uppercase instead.
  public static let shift = Self(rawValue: 1)
  /// Alt, or Meta.
  public static let alt = Self(rawValue: 2)
  public static let ctrl = Self(rawValue: 4)
}
