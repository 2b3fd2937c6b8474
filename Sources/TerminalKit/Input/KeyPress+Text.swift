extension KeyPress: LosslessStringConvertible {
  /// Parses a description such as "ctrl-d", "space", "G", "alt-enter" or "F1"; nil if there is no such key. Names are
  /// case-insensitive and have aliases such as "escape".
  public init?(_ description: String) {
    var rest = Substring(description)
    var modifiers: Modifiers = []
    while let (modifier, remaining) = Self.modifier(before: rest) {
      modifiers.insert(modifier)
      rest = remaining
    }
    guard let key = Self.key(named: rest) else { return nil }
    self = Self.normalized(key, modifiers)
  }

  /// The name in help and config files: "ctrl-d", "space", "G", "shift-tab", "F1".
  public var description: String {
    let isBacktab = key == .backtab
    let held = isBacktab ? modifiers.union(.shift) : modifiers
    let prefixes = Self.prefixes.filter { held.contains($0.modifier) }.map { $0.text }
    return prefixes.joined() + Self.name(of: isBacktab ? .tab : key)
  }

  private static let prefixes: [(modifier: Modifiers, text: String)] = [
    (.ctrl, "ctrl-"), (.alt, "alt-"), (.shift, "shift-"),
  ]

  private static let names: [(key: Key, name: String)] = [
    (.enter, "enter"), (.escape, "esc"), (.tab, "tab"), (.backspace, "backspace"),
    (.delete, "delete"), (.insert, "insert"), (.up, "up"), (.down, "down"), (.left, "left"),
    (.right, "right"), (.home, "home"), (.end, "end"), (.pageUp, "pageup"),
    (.pageDown, "pagedown"), (.character(" "), "space"), (.escape, "escape"),
    (.enter, "return"), (.pageUp, "pgup"), (.pageDown, "pgdn"), (.delete, "del"),
  ]

  private static func modifier(before text: Substring) -> (Modifiers, Substring)? {
    for (modifier, prefix) in prefixes where text.count > prefix.count {
      if text.prefix(prefix.count).lowercased() == prefix {
        return (modifier, text.dropFirst(prefix.count))
      }
    }
    return nil
  }

  private static func key(named name: Substring) -> Key? {
    if name.count == 1, let character = name.first {
      return isTypable(character) ? .character(character) : nil
    }
    let lower = name.lowercased()
    return names.first { $0.name == lower }?.key ?? function(named: lower)
  }

  private static func isTypable(_ character: Character) -> Bool {
    character != " " && TextWidth.sanitized(String(character)) == String(character)
  }

  private static func function(named name: String) -> Key? {
    guard name.first == "f", let number = Int(name.dropFirst()), (1...35).contains(number) else {
      return nil
    }
    return name == "f\(number)" ? .function(number) : nil
  }

  private static func name(of key: Key) -> String {
    if let name = names.first(where: { $0.key == key })?.name { return name }
    switch key {
    case .character(let character): return String(character)
    case .function(let number): return "F\(number)"
    default: return ""
    }
  }
}

extension KeyPress {
  /// The canonical form of a key press: Shift makes characters uppercase and Tab a backtab, and with Ctrl letters
  /// are lowercase.
  static func normalized(_ key: Key, _ modifiers: Modifiers) -> Self {
    switch key {
    case .tab where modifiers.contains(.shift):
      return Self(.backtab, modifiers: modifiers.subtracting(.shift))
    case .character(let character) where character.isLetter && modifiers.contains(.ctrl):
      return Self(lowered(character), modifiers: modifiers)
    case .character(let character) where modifiers.contains(.shift) && character != " ":
      return Self(raised(character), modifiers: modifiers.subtracting(.shift))
    default:
      return Self(key, modifiers: modifiers)
    }
  }

  private static func lowered(_ character: Character) -> Key {
    let lower = character.lowercased()
    return .character(lower.count == 1 ? lower.first ?? character : character)
  }

  private static func raised(_ character: Character) -> Key {
    let upper = character.uppercased()
    return .character(upper.count == 1 ? upper.first ?? character : character)
  }
}
