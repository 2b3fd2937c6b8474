import Venues

/// The words of the finder without a screen.
protocol PlainStrings {
  var plainGreeting: String { get }
  /// Parts of a sentence, one behind the other.
  func plainList(_ parts: [String]) -> String
  func plainSentence(_ text: String) -> String
  func plainFact(_ label: String, _ value: String) -> String
  func plainQuestion(_ mode: PlainFinder.Mode) -> String
  func plainCommand(_ word: PlainWord) -> PlainCommandText
  var plainHelpOnNumbers: String { get }
  func plainUnknown(_ line: String) -> String
  func plainNoNumber(_ number: Int) -> String
  func plainWantsNumber(_ name: String) -> String
  var plainNoMore: String { get }
  var plainNoVenue: String { get }
  var plainClears: String { get }
  var plainNothingSaved: String { get }
  func plainNoSaved(_ name: String) -> String
  /// What value is wanted for a variable, and how to get away.
  func plainWantsValue(_ blank: PlainBlank) -> String
  func plainMore(_ told: Int, of total: Int) -> String
  /// A length with the word for its unit.
  func plainLength(_ length: Figures.Length) -> String
  /// That venues are nearer than a length.
  func plainWithin(_ length: Figures.Length) -> String
  func plainDirection(_ point: CompassPoint) -> String
  func plainAverage(_ text: String) -> String
  func plainRating(_ text: String) -> String
  func plainPrice(_ level: PriceLevel) -> String
  func plainState(_ isOn: Bool) -> String
  func plainShowing(_ filter: String) -> String
  func plainSearched(_ words: String) -> String
  func plainOrder(_ keys: String) -> String
  func plainKey(_ key: String, ascending: Bool) -> String
  func plainFavorite(_ name: String, _ isFavorite: Bool) -> String
  var plainIsFavorite: String { get }
  var plainKind: String { get }
  var plainAddress: String { get }
  var plainTown: String { get }
  var plainPhone: String { get }
  var plainSite: String { get }
  var plainTip: String { get }
}

extension Strings {
  /// A distance in meters with the word for its unit; empty for what is no distance.
  func plainDistance(_ meters: Double) -> String { figures.length(meters).map(plainLength) ?? "" }

  /// A filter in words, without short units.
  func plainChosen(_ toggle: ToggleFilter, radius: Double) -> String {
    switch toggle {
    case .walking: figures.radiusLength(radius).map(plainWithin) ?? ""
    case .deals, .tips, .favorites: chosen(toggle, radius: radius)
    }
  }
}
