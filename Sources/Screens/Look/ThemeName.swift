/// A set of colours that a user can choose.
public nonisolated enum ThemeName: String, Hashable, Sendable, CaseIterable {
  /// The terminal's own colours, those that can be read on its background as far as it tells.
  case auto
  /// The terminal's own colours.
  case terminal
  /// Soft colours for a dark background.
  case dark
  /// Strong colours for a light background.
  case light
  /// Nothing pale.
  case highContrast = "high-contrast"
  /// Colours that are told apart without red and green.
  case colorBlind = "color-blind"
  /// No colours.
  case mono

  /// The one after this, after the last the first.
  var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
