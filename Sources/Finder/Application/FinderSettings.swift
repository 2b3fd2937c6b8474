import TerminalKit
public import Venues

/// The settings of a finder.
public struct FinderSettings: Hashable, Sendable {
  /// The origin of distances.
  package var origin: Origin
  /// The initial filter.
  public var choices: FilterChoices
  /// The initial sort order; empty for the default.
  public var sorts: [SortChoice]
  /// Whether mouse reports are enabled; nil to restore the last state.
  public var usesMouse: Bool?
  /// The theme; nil to restore the last one.
  public var theme: ThemeName?
  /// Whether only ASCII is drawn.
  public var isASCIIOnly: Bool
  /// Whether motion is reduced.
  public var reducesMotion: Bool
  /// The key bindings.
  public var keymap: Keymap
  /// The language of the texts.
  public var language: Language
  /// Whether the language was chosen for this start, which overrides the saved one.
  public var hasOwnLanguage = false
  /// The units of lengths.
  public var units: LengthUnits

  /// Invalid settings of the config file, to show at the start.
  public nonisolated var problems: [String] = []

  /// Whether the store was opened again because another program replaced its file.
  public var reopensStore = false

  /// Whether the location was given for this session.
  var hasLocation: Bool {
    if case .place = origin { true } else { false }
  }

  /// Whether a filter or sort order was given, which overrides the restored one.
  var hasQuery: Bool { !choices.isEmpty || choices.includesClosed || !sorts.isEmpty }

  /// Creates settings; by default, all venues in the default order.
  package init(
    origin: Origin = .asImported(nil), choices: FilterChoices = FilterChoices(),
    sorts: [SortChoice] = [], usesMouse: Bool? = nil, theme: ThemeName? = nil,
    isASCIIOnly: Bool = false, reducesMotion: Bool = false, keymap: Keymap = .standard,
    language: Language = .english, units: LengthUnits = .metric
  ) {
    self.origin = origin
    self.choices = choices
    self.sorts = sorts
    self.usesMouse = usesMouse
    self.theme = theme
    self.isASCIIOnly = isASCIIOnly
    self.reducesMotion = reducesMotion
    self.keymap = keymap
    self.language = language
    self.units = units
  }
}

/// Preferences that keys toggle and the next session restores.
struct FinderPreferences: Hashable {
  /// The theme.
  var theme = ThemeName.auto
  /// The language that the user chose in the finder; nil for that of the settings.
  var language: Language?
  /// Whether mouse reports are enabled.
  var usesMouse = true
  /// Whether the detail pane is shown if there is room.
  var showsDetail = true

  /// The settings of the start, or else the saved state.
  init(_ settings: FinderSettings, _ memory: FinderState?) {
    theme = settings.theme ?? memory?.theme.flatMap(ThemeName.init) ?? theme
    language = settings.hasOwnLanguage ? nil : memory?.language.flatMap(Language.init(code:))
    usesMouse = settings.usesMouse ?? memory?.usesMouse ?? usesMouse
    showsDetail = memory?.showsDetail ?? showsDetail
  }
}

/// Why the finder ended.
public enum FinderExit: Hashable, Sendable {
  /// The user quit.
  case quit
  /// The user pressed ctrl-c, or SIGINT arrived.
  case interrupted
  /// SIGTERM or SIGHUP arrived, by number.
  case terminated(Int32)
  /// The store's file was replaced and must be reopened.
  case storeReplaced
  /// The terminal was closed.
  case hangup
}
