import TerminalKit
import Venues

/// Every word that the screens say, in one language.
protocol Strings: MapStrings, TerminalStrings, PlainStrings, ExplainStrings, SavedFilterStrings,
  FileStrings, StartStrings, QuestionStrings, HindranceStrings, FaultStrings, SearchWordStrings,
  ViewStrings, PhraseStrings, Sendable
{
  var figures: Figures { get }

  // The list.
  var appName: String { get }
  func venues(_ count: Int) -> String
  func venues(_ count: Int, of total: Int) -> String
  /// Where distances are measured from, by its name where it has one.
  func origin(_ origin: Origin, named name: String?) -> String
  var allVenues: String { get }
  func title(of column: VenueColumn) -> String
  func deals(_ count: Int) -> String
  func tips(_ count: Int) -> String
  func averageDistance(_ meters: Double) -> String
  func closedHidden(_ count: Int) -> String
  var noMatch: String { get }
  var noVenues: String { get }
  /// How venues come into an empty store from the shell.
  var importSome: String { get }
  /// How they come into it in the finder, by a key.
  func imports(_ key: String) -> String
  func clearsTheFilter(_ key: String) -> String
  func endsTheSearch(_ key: String) -> String
  func marked(_ count: Int) -> String

  // Sections and columns.
  var sections: String { get }
  var noSections: String { get }
  var columns: String { get }
  var goTo: String { get }
  func goToRow(_ row: Int) -> String
  var nothingFound: String { get }
  func title(of sectioning: VenueSectioning) -> String
  func title(of section: VenueSection) -> String

  // Numbers.
  var numbers: String { get }
  func title(of column: StatisticsColumn) -> String
  func groups(_ count: Int) -> String

  // Around it.
  var palette: String { get }
  var messages: String { get }
  var nothingSaid: String { get }
  var placePrompt: String { get }
  /// Says what an empty text there means.
  var placeOfStart: String { get }
  /// What can be typed there.
  var placeHint: String { get }
  /// Says that no venue has the words, and what else is a place.
  var wrongPlace: String { get }
  func placed(_ text: String) -> String

  // Changes, which are named by these words in the history too.
  func favoriteStep(_ isFavorite: Bool, _ name: String?, _ count: Int) -> String
  func favored(_ isFavorite: Bool, _ name: String?, _ count: Int, undoKey: String?) -> String
  func noteStep(_ name: String) -> String
  func deleteStep(_ name: String) -> String
  func deleteStep(_ count: Int) -> String
  func deleted(_ name: String?, _ count: Int, undoKey: String?) -> String
  func undone(_ step: String, redoKey: String?) -> String
  func redone(_ step: String) -> String
  var nothingToUndo: String { get }
  var nothingToRedo: String { get }
  func copied(_ count: Int) -> String

  // What is chosen, in words.
  func chosen(_ toggle: ToggleFilter, radius: Double) -> String
  var unknownPrice: String { get }
  func ratingAtLeast(_ rating: Double) -> String
  var openNow: String { get }
  var closedToo: String { get }
  func sortKey(_ keyPath: String) -> String
  var then: String { get }

  // The filter screen.
  var filters: String { get }
  func matching(_ count: Int, of total: Int) -> String
  var price: String { get }
  var mostPopular: String { get }
  var sortBy: String { get }
  var predicate: String { get }
  func bubbleTeaPlaces(_ count: Int) -> String
  func title(of toggle: ToggleFilter) -> String
  /// From the fullest form to the shortest.
  func totalDeals(_ deals: Int, places: Int) -> [String]
  func lessThan(_ meters: Double) -> String
  func title(of sort: SortOption) -> String
  var more: String { get }
  func title(of field: FilterField) -> String
  func hint(for field: FilterField) -> String
  func bringsBack(_ key: String, _ filter: String) -> String

  // A venue.
  func direction(_ point: CompassPoint) -> String
  func rating(_ rating: Double, votes: Int?) -> String
  func label(of fact: VenueFact) -> String
  var none: String { get }
  var verified: String { get }
  var closed: String { get }
  func visitorsAgree(_ count: Int) -> String
  var isGone: String { get }
  func deletedElsewhere(_ name: String) -> String

  // Keys.
  var help: String { get }
  func title(of action: Action) -> String
  func hint(for action: Action) -> String
  func title(of group: ActionGroup) -> String

  // Trouble.
  func tooSmall(_ found: Size, wanted: Size) -> [String]
  func failed(_ message: String) -> String
  var readOnly: String { get }
}

extension Strings {
  /// A key of an order by the title of its column; the key path itself without a column.
  func sortKey(ofColumn keyPath: String) -> String {
    VenueColumn(sortKeyPath: keyPath).map { title(of: $0).lowercased() } ?? keyPath
  }

  /// What sections are made of, by the title of its column; their own title without a column.
  func source(of sectioning: VenueSectioning) -> String {
    VenueColumn(sortKeyPath: sectioning.source) == nil
      ? title(of: sectioning) : sortKey(sectioning.source)
  }
}
