import TerminalKit
public import Venues

/// How the finder starts.
public struct FinderSettings: Hashable, Sendable {
  /// Where distances are measured from.
  public var origin: Origin
  /// What is shown at first.
  public var choices: FilterChoices
  /// The order at first; empty for the standard one.
  public var sorts: [SortChoice]
  /// Whether the mouse is reported; nil for as it was the last time.
  public var usesMouse: Bool?
  /// The colors; nil for those of the last time.
  public var theme: ThemeName?
  /// Whether only ASCII is drawn.
  public var isASCIIOnly: Bool
  /// Whether nothing may draw attention by moving or changing back.
  public var reducesMotion: Bool
  /// Which keys do what.
  public var keymap: Keymap
  /// The language of the words.
  public var language: Language
  /// What lengths are told in.
  public var units: LengthUnits

  /// Whether the store was opened again because another program replaced its file.
  public var reopensStore = false

  /// Whether the user gave the place for this run.
  var hasOwnPlace: Bool {
    if case .place = origin { true } else { false }
  }

  /// Whether the user asked for something to be shown, which comes before what is remembered.
  var hasQuery: Bool { !choices.isEmpty || choices.includesClosed || !sorts.isEmpty }

  /// Makes settings; without arguments, all venues in the standard order.
  public init(
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

/// What a user turns by a key, and finds again the next time.
struct FinderPreferences: Hashable {
  /// The colors.
  var theme = ThemeName.auto
  /// Whether the mouse is reported.
  var usesMouse = true
  /// Whether the detail stands beside the list where there is room.
  var showsDetail = true

  /// What is asked for at the start, else what was kept.
  init(_ settings: FinderSettings, _ memory: FinderState?) {
    theme = settings.theme ?? memory?.theme.flatMap(ThemeName.init) ?? theme
    usesMouse = settings.usesMouse ?? memory?.usesMouse ?? usesMouse
    showsDetail = memory?.showsDetail ?? showsDetail
  }
}

/// Why the finder ended.
public enum FinderExit: Hashable, Sendable {
  /// The user quit.
  case quit
  /// The user pressed ctrl-c, or SIGINT came.
  case interrupted
  /// SIGTERM or SIGHUP came, by number.
  case terminated(Int32)
  /// Another file took the place of the store: it has to be opened again.
  case storeReplaced
  /// The terminal is gone.
  case hangup
}
