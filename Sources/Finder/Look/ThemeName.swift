/// A set of colors that a user can choose.
public nonisolated enum ThemeName: String, Hashable, Sendable, CaseIterable {
  /// The terminal's own colors, those that can be read on its background as far as it tells.
  case auto
  /// The terminal's own colors.
  case terminal
  /// Soft colors for a dark background.
  case dark
  /// Strong colors for a light background.
  case light
  /// Nothing pale.
  case highContrast = "high-contrast"
  /// Colors that are told apart without red and green.
  case colorBlind = "color-blind"
  /// No colors.
  case mono

  /// The one after this, after the last the first.
  var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
