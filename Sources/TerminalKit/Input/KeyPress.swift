/// A key with the modifiers held down.
public struct KeyPress: Hashable, Sendable {
  /// The key.
  public var key: Key
  /// The keys held down beside it.
  public var modifiers: Modifiers

  /// Makes a key press.
  public init(_ key: Key, modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// The press of a key that types this character.
  public static func character(_ character: Character) -> Self {
    Self(.character(character))
  }

  /// The press of a key with control, such as `.ctrl("d")`.
  public static func ctrl(_ character: Character) -> Self {
    Self(.character(character), modifiers: .ctrl)
  }

  /// The press of a key with alt, such as `.alt("b")`.
  public static func alt(_ character: Character) -> Self {
    Self(.character(character), modifiers: .alt)
  }

  /// The two presses that tmux and screen hand on as one with alt, when they follow each other
  /// closely; nil for a press without alt.
  public var parted: [KeyPress]? {
    guard modifiers.contains(.alt) else { return nil }
    return [KeyPress(.escape), KeyPress(key, modifiers: modifiers.subtracting(.alt))]
  }

  /// The character that this press types; nil for a key with control or alt, and for other keys.
  public var typed: Character? {
    guard case .character(let character) = key, modifiers.isEmpty else { return nil }
    return character
  }
}
